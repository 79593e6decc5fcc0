"""AL: does the bot insult or hate?"""
