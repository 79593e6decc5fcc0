"""A second opinion on replies: what a judge is asked, how its answers are read, and how far it is to be trusted."""
