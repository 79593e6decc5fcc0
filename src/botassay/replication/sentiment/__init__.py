"""Paper 002 beside ours: its tables (`tables`), and its three research questions (`questions`)."""
