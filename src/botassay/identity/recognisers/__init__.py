"""Recognisers: does an utterance ask whether a machine is answering?"""
