"""Replies to the question: signs, categories, components, and files of replies."""
