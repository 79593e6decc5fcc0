"""The grammar of the question: its rules, recognition and sampling."""
