"""Disclosures by a bot, asked and unasked: exchanges, tables, and quotes."""
