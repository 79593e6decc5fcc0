"""Files in and out: the one reader of each kind of file."""
