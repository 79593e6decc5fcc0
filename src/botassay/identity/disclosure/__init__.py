"""What a bot discloses about itself, asked and unasked: exchanges, tables, and quotes."""
