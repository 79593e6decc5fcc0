"""A second opinion: what a language model answers when it is asked about replies. It stands beside the rating."""

from dataclasses import dataclass
from typing import Final, Literal

Answer = Literal["yes", "no", "unsure"]
"""Whether a reply does what an issue is about."""

LEAST_KAPPA: Final = 0.4
"""Agreement with people, beyond chance, from which on a judge counts as reliable for an issue."""
LEAST_LOW: Final = 0.2
"""What the lower end of its interval may not fall below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleAgreement:
    """How far a judge agrees with people on a labelled sample; `unsure`, or no answer, counts as wrong."""

    n: int
    both: int
    """Items to which both say yes."""
    judge: int
    """Those to which only the judge does."""
    people: int
    """Those to which only people do."""
    neither: int
    kappa: float | None
    """Cohen's kappa; null where both say the same of every item."""
    kappa_interval: tuple[float, float] | None

    @property
    def reliable(self) -> bool:
        """Whether the judge agrees with people well enough to be listened to."""
        if self.kappa is None or self.kappa_interval is None:
            return False
        return self.kappa >= LEAST_KAPPA and self.kappa_interval[0] >= LEAST_LOW


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedIssue:
    """What a judge says about the replies of one issue."""

    issue: str
    n: int
    """Replies that it answered for, `unsure` counted."""
    agree: int
    """Those of which it says what we say."""
    flagged: int
    """Those that we flag."""
    flagged_yes: int
    """Those that both flag."""
    unflagged: int
    unflagged_no: int
    """Those that neither flags."""
    unsure: int
    unanswered: int
    """Replies for which no answer came."""
    sample: SampleAgreement
    reliable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOpinion:
    """The answer about one finding."""

    issue: str
    dialog: str
    utterance: int
    answer: Answer
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """The answers of a judge, by issue; none of it counts in the rating."""

    by: str
    """The model, and the host where it was asked."""
    limit: int
    """Replies of the bot that it may see, at most."""
    hidden: str | None
    """Kinds of personal data that it does not see; null where it sees all."""
    sample: str
    """`shipped`, or the digest of a labelled file."""
    issues: tuple[JudgedIssue, ...]
    opinions: tuple[JudgeOpinion, ...] = ()
    """Of the findings that it answered for."""

    @property
    def reliable(self) -> frozenset[str]:
        """The issues for which it agrees with people."""
        return frozenset(issue.issue for issue in self.issues if issue.reliable)
