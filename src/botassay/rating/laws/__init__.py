"""Laws that ask for something that a rating measures, and the evidence for each clause."""
