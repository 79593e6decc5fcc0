"""What others may bring: the protocols, and the registry that finds parts by name over entry points."""
