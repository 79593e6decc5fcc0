"""Paper 000: may *I* trust this chatbot, given what *I* care about?

After Srivastava, Rossi, Usmani, Bernagozzi (2020).

Three checkers read dialogs, `abuse` (AL), `leakage` (IL) and `complexity` (CC); `probing` asks a live bot on purpose;
the order of importance of several issues is in `botassay.profiles`, their aggregation in `botassay.rating`.
"""
