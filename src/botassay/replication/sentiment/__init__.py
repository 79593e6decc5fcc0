"""The replication of paper 002: its tables (`tables`), and its three research questions (`questions`)."""
