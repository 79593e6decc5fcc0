"""Words of English, plurals, and which language a text is in."""
