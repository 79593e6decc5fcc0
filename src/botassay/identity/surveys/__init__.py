"""Surveys (paper 004, section 6 and appendix B): human ratings of answers to the question, and its phrasings."""
