"""Recognisers: is this utterance the question, does it come near it, or not at all?"""
