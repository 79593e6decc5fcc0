"""CR: how a bot answers a user in danger."""
