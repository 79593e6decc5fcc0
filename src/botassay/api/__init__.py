"""Use cases: every command as one typed function, settings in and document out. Nothing here prints or exits."""
