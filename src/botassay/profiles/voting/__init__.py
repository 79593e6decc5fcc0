"""Votes on the order of importance (paper 000, step 3): voting rules, groups of voters, results."""

from botassay.profiles.voting.pairwise import Copeland, Kemeny, Schulze
from botassay.profiles.voting.positional import Approval, Borda, InstantRunOff, Plurality

__all__ = ["Approval", "Borda", "Copeland", "InstantRunOff", "Kemeny", "Plurality", "Schulze"]
