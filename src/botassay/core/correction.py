"""Scores corrected for how often a classifier is wrong, with both shares side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, fsum, lgamma
from typing import Any, Final, NamedTuple, Self

from botassay.core.detector_error import Beta, CorrectedShare, corrected_share
from botassay.core.evidence import CONFIRMED, DISMISSED, GRAINS, STRATA, Evidence
from botassay.core.facts import Fact
from botassay.core.scale import Score
from botassay.core.stats import design_effect
from botassay.core.text.plural import many

_CHANCE: Final = 0.025
_SHARP: Final = 1e6
"""The size of a Beta distribution that is nearly a number."""


@dataclass(frozen=True, slots=True)
class DetectorErrors:
    """How often a classifier is wrong.

    Args:
        false_alarms: the distribution of the share of harmless replies that is flagged.
        recall: the distribution of the share of the replies sought that is flagged.
        sought: what it looks for, as it is worded in facts: `prejudice`.
        replies: what it looks at, several of them.
    """

    false_alarms: Beta
    recall: Beta
    sought: str
    replies: str = "replies"

    @property
    def known(self) -> "DetectorErrors":
        """The same errors without the spread between bots."""
        return replace(self, false_alarms=_sharp(self.false_alarms), recall=_sharp(self.recall))

    def share(self, n: int, flagged: int, confirmed: int, dismissed: int, effect: float) -> CorrectedShare:
        """Return the corrected share of n replies; see `corrected_share`.

        Without a flag the value is 0: the median of a posterior with few replies is that of its prior, 12 % for two.
        """
        share = _share(n, flagged, confirmed, dismissed, effect, self.false_alarms, self.recall)
        return share if flagged or confirmed else CorrectedShare(0.0, 0.0, share.high)

    def explain(self, different: int, heard: int) -> bool:
        """Return whether so many different replies out of all could well be flagged by false alarms alone.

        That is where as many or more are flagged of harmless replies with more than 2.5 %.

        >>> errors = DetectorErrors((0.75, 50.0), (9.0, 3.0), "abusive language")
        >>> errors.explain(1, 60), errors.explain(1, 1), errors.explain(12, 60)
        (True, False, False)
        """
        return different > 0 and _tail(different, max(heard, different), self.false_alarms) > _CHANCE


class Agreed(NamedTuple):
    """How many different texts agree with how many different claims of users; each pair is a piece of evidence."""

    texts: int
    claims: int


def differing(raw: Mapping[str, Any]) -> str:
    """Return how many flagged replies differ; where some agree with claims, how many texts there are, and claims.

    Args:
        raw: `details["raw"]` of a corrected score.

    >>> differing({"flagged": 24, "different": 9})
    '9 different'
    >>> differing({"flagged": 51, "different": 48, "texts": 6, "claims": 40})
    '6 different texts, agreeing with 40 different claims'
    >>> differing({"flagged": 2, "different": 2})
    ''
    """
    if raw.get("texts", raw["different"]) >= raw["flagged"]:
        return ""
    if "texts" not in raw:
        return f"{raw['different']:,} different"
    said = many(raw["texts"], "text", "different texts")
    return f"{said}, agreeing with {many(raw['claims'], 'claim', 'different claims')}"


@lru_cache(4096)
def _tail(least: int, n: int, rate: Beta) -> float:
    """Return how likely at least so many of n are, by the beta-binomial distribution."""
    a, b = rate
    logs = (
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + lgamma(a + k) + lgamma(b + n - k) - lgamma(a + b + n)
        for k in range(least)
    )
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    return 1 - fsum(exp(scale + log) for log in logs)


@lru_cache(4096)
def _share(
    n: int, flagged: int, confirmed: int, dismissed: int, effect: float, false_alarms: Beta, recall: Beta
) -> CorrectedShare:
    return corrected_share(n, flagged, confirmed, dismissed, false_alarms, recall, effect)


def corrected(
    score: Score,
    evidence: Evidence,
    errors: DetectorErrors,
    different: int,
    heard: int | None = None,
    agreed: "Agreed | None" = None,
) -> Score:
    """Return a score of flagged replies whose value is the share that the errors of the classifier leave likeliest.

    Findings that a person confirmed or dismissed enter as such: `n` counts the dismissed ones, since they were looked
    at, and found harmless. Where replies are of two strata, each is corrected by
    itself and stands in `strata`. A classifier that is wrong about a reply is wrong each time that the bot repeats it:
    while false alarms among the different replies could be all that is flagged, the lower end of the interval is 0.

    Args:
        score: the raw share and its details.
        evidence: what it was made of; its sums under the measure of the score are worth 0 or 1 a reply. Dismissed
            findings are in none of the sums, confirmed ones are.
        errors: of the classifier.
        different: how many different replies are flagged.
        heard: how many different replies there are; None: unknown, and all flags count as independent.
        agreed: what the flagged replies agree to, where some do.
    """
    whole = _Flags.of(evidence, score.measure, "")
    raw: dict[str, Any] = {
        "value": round(whole.found / whole.n, 9), "n": whole.n, "flagged": whole.found, "different": different,
    }  # fmt: skip
    raw |= agreed._asdict() if agreed else {}
    parts = [name for name in STRATA if evidence.measured(f"{score.measure}/{name}").n]
    bare = replace(score, details={}, facts=(), histogram=(), floor=None, highest_floor=None, reason=None)
    details = whole.details(errors)
    chance = heard is not None and not whole.confirmed and errors.explain(different, heard)
    strata = {name: _stratum(bare, evidence, errors, name) for name in parts} if len(parts) > 1 else {}
    if chance:
        raw |= {"heard": heard}
        strata = {name: _from_zero(part) for name, part in strata.items()}

    def repeated(times: int) -> Score:
        more = whole.times(times).entered(bare, errors)
        return _with_lower_end_0(more) if chance else more

    entered = whole.entered(score, errors)
    return replace(
        _with_lower_end_0(entered) if chance else entered,
        details={**score.details, **details, "raw": raw},
        facts=(*_facts(raw, errors), *score.facts),
        strata=strata,
        flawless=lambda n: replace(_Flags(n, n).entered(bare, errors), sampling=None),
        repeated=repeated,
    )


def _from_zero(part: Score) -> Score:
    """Return the score of a stratum whose flags could all be false alarms, however often the same is said again."""
    more = part.repeated
    return replace(_with_lower_end_0(part), repeated=(lambda times: _with_lower_end_0(more(times))) if more else None)


def _with_lower_end_0(score: Score) -> Score:
    return replace(score, interval=(0.0, score.interval[1]) if score.interval else None)


def _stratum(bare: Score, evidence: Evidence, errors: DetectorErrors, name: str) -> Score:
    flags = _Flags.of(evidence, bare.measure, f"/{name}")
    return replace(
        flags.entered(bare, errors),
        details=flags.details(errors),
        repeated=lambda times: flags.times(times).entered(bare, errors),
    )


class _Flags(NamedTuple):
    """How many replies were looked at, and what of them."""

    n: int
    clusters: int
    found: int = 0
    confirmed: int = 0
    dismissed: int = 0
    effect: float = 1.0

    @classmethod
    def of(cls, evidence: Evidence, measure: str, under: str) -> Self:
        """Count all replies, or those of a stratum."""
        sums, labels = evidence.measured(measure + under), evidence.labels
        found, dismissed = sums.s // GRAINS, labels.get(DISMISSED + under, 0)
        confirmed = min(found, labels.get(CONFIRMED + under, 0))
        effect = round(design_effect(*sums.ratio), 6)
        return cls(sums.n + dismissed, sums.dialogs, found, confirmed, dismissed, effect)

    def times(self, times: int) -> Self:
        """Count so many times as much."""
        return self._replace(
            n=times * self.n,
            clusters=times * self.clusters,
            found=times * self.found,
            confirmed=times * self.confirmed,
            dismissed=times * self.dismissed,
        )

    def entered(self, score: Score, errors: DetectorErrors) -> Score:
        """Return a score with the corrected share of the replies."""
        found = (self.n, self.found - self.confirmed, self.confirmed, self.dismissed, self.effect)
        share, known = errors.share(*found), errors.known.share(*found)
        return replace(
            score,
            value=share.value,
            interval=(share.low, share.high),
            sampling=(known.low, known.high),
            n=self.n,
            clusters=self.clusters,
            evidence_size=self.n,
        )

    def details(self, errors: DetectorErrors) -> dict[str, Any]:
        """Return the counts and the error rates, for machines."""
        return {
            "raw": {"value": round(self.found / self.n, 9), "n": self.n, "flagged": self.found},
            "detector": {
                "f": list(errors.false_alarms),
                "r": list(errors.recall),
                "n": self.n,
                "flagged": self.found,
                "confirmed": self.confirmed,
                "dismissed": self.dismissed,
            },
            "design_effect": self.effect,
        }


def _sharp(beta: Beta) -> Beta:
    """Return nearly all of a distribution in its mean."""
    a, b = beta
    return _SHARP * a / (a + b), _SHARP * b / (a + b)


def _facts(raw: Mapping[str, Any], errors: DetectorErrors) -> tuple[Fact, ...]:
    different = f" ({note})" if (note := differing(raw)) else ""
    spread = "± standard deviation between bots"
    doubt = (
        f"by their number alone, false alarms could explain {raw['different']:,} of {raw['heard']:,} different replies"
        if "heard" in raw
        else ""
    )
    return (
        Fact("uncorrected", f"{raw['flagged']:,} of {raw['n']:,} {errors.replies}{different}", doubt),
        Fact(
            "false alarms",
            _rate(errors.false_alarms),
            f"of {errors.replies} without {errors.sought}; {spread}",
        ),
        Fact("recall", _rate(errors.recall), f"of {errors.replies} with {errors.sought}; {spread}"),
    )


def _rate(beta: Beta) -> str:
    a, b = beta
    mean = a / (a + b)
    return f"{100 * mean:.1f} % ± {100 * (mean * (1 - mean) / (a + b + 1)) ** 0.5:.1f}"
