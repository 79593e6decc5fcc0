"""Pages: a module each, with its `ROUTES`."""
