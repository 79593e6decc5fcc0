"""Laws and standards with clauses that a rating can test, and the evidence for each clause."""
