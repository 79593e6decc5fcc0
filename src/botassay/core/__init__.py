"""The foundation: what was said, evidence, scores, levels and results."""
