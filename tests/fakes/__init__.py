"""Servers that speak as products do, made from their public documentation, which each names."""
