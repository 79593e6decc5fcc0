"""Surveys (paper 004, section 6 and appendix B): what people think of answers to the question, and how they ask it."""
