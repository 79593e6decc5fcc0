"""Kinds of users: published profiles, elicitation, and voting (paper 000, steps 2 and 3)."""
