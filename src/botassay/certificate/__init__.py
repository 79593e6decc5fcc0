"""Signed certificates: what a rating says, who vouches for it, and a page that verifies itself."""
