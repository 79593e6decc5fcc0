"""Bots behind a chat window on a web page: a Chromium types and reads as a user does."""
