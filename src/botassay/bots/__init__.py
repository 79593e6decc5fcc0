"""Talking to a bot, and the bundled bots that there are to talk to."""
