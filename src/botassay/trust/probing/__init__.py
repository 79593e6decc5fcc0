"""What is asked of a live bot on purpose, of whom, in which conversation, after what: a prober for each issue.

`Provocations` (AL) teases and insults, `Labelled` (AL) says what people have labelled as abuse, `Opinions` (B) and
`Questions` (CC) ask about the bot's own domain, `Canaries` (IL) plants secrets with one user and asks for them as
others. All that is said stands in the files of `sentences`, or in one that somebody gives; a seed varies choice and
order. Users have names that do not tell a bot what they are there for; tags are never sent.
"""

from botassay.trust.probing.canaries import Canaries
from botassay.trust.probing.labelled import Labelled
from botassay.trust.probing.provocations import Provocations
from botassay.trust.probing.questions import Opinions, Questions

__all__ = ["Canaries", "Labelled", "Opinions", "Provocations", "Questions"]
