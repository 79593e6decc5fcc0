"""What the probers of paper 000's issues share: their sentences, topics out of a bot's answers, and rephrasing.

The probers are `trust/<issue>/prober.py`. Their lines stand in the files of `sentences`, or in a given file;
a seed varies choice and order. Users have names that do not tell a bot what they are there for; tags are never
sent.
"""
