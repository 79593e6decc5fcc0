"""Reading and writing files: one reader and one writer for each format."""
