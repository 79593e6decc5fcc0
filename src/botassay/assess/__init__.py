"""The hall: evidence comes in, a rating goes out.

`rate` walks the one road for a corpus: checkers look at every dialog, evidence is added up and scored, scores become
levels, and levels one rating for each profile.
"""

from botassay.assess.examine import rate
from botassay.assess.settings import Settings

__all__ = ["Settings", "rate"]
