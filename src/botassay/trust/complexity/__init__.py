"""CC: can this user follow it?"""
