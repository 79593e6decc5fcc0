"""Many users' orders of importance become one (paper 000, step 3): voting rules, groups of voters, what it came to."""

from botassay.trust.voting.pairwise import Copeland, Kemeny, Schulze
from botassay.trust.voting.positional import Approval, Borda, Plurality
from botassay.trust.voting.runoff import InstantRunOff

__all__ = ["Approval", "Borda", "Copeland", "InstantRunOff", "Kemeny", "Plurality", "Schulze"]
