"""The hall: evidence comes in, a rating goes out.

`rate` walks the one road for a corpus: checkers look at every dialog, evidence is added up and scored, scores become
levels, and levels one rating for each profile.
"""

from botassay.assess.acceptances import Acceptance, read_accepted
from botassay.assess.again import rate_again
from botassay.assess.examine import every_finding, rate
from botassay.assess.parts import equip
from botassay.assess.settings import Settings
from botassay.assess.sofar import Interim, SoFar, Unanswered

__all__ = [
    "Acceptance",
    "Interim",
    "Settings",
    "SoFar",
    "Unanswered",
    "equip",
    "every_finding",
    "rate",
    "rate_again",
    "read_accepted",
]
