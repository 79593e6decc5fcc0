"""The grammar of the question: its rules, what they can say, and sentences drawn from them."""
