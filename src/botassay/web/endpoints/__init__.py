"""Endpoints of the API: a module for each kind of resource, with its `ROUTES`."""
