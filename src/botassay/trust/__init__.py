"""Room 000: may *I* trust this chatbot, given what *I* care about?

After Srivastava, Rossi, Usmani, Bernagozzi (2020).

Two checkers read dialogs, `abuse` (AL) and `complexity` (CC); `profiles` are the kinds of users; `aggregate` makes one
rating out of the levels of several issues.
"""
