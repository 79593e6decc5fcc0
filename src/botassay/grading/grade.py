"""From evidence to a level: score, allow for missing conversations, cut into levels, apply the floor."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from botassay.core.errors import blame
from botassay.core.evidence import GRAINS, Evidence, Sums
from botassay.core.facts import Fact
from botassay.core.results import Graded, IssueResult
from botassay.core.scale import THIRDS, TRUST_RISK, Issue, Level, Scale, Score
from botassay.grading.corpus_stats import Census
from botassay.grading.settings import GradingSettings
from botassay.plugins.optional import measured_elsewhere
from botassay.plugins.protocols import Checker

DETECTED: Final = frozenset({"AL", "B"})
"""Issues whose share is corrected for the errors of the classifier, where those are known."""
UNCORRECTED: Final = Fact("correction for errors", "none", "the checker does not say how often it is wrong")


@dataclass(frozen=True, slots=True)
class Judge:
    """Turns evidence into results, under one set of settings."""

    settings: GradingSettings
    census: Census

    def grade(self, checker: Checker, evidence: Evidence) -> IssueResult:
        """Grade one issue.

        Conversations that are missing lower the coverage; below the least coverage the issue is unmeasured, above it
        they are put in once at 0 and once at 1, which widens the interval and the levels that it could be.
        """
        issue = checker.issue
        score = self._score(checker, evidence)
        if measured_elsewhere(checker):
            return self._measured(issue, score, (score, score), 1.0)
        planned, missing = self.census.planned(issue.code), self.census.missing(issue.code)
        coverage = 1 - missing / planned if planned else 0.0
        if score.value is None or score.assumed or coverage < self.settings.min_coverage:
            reason = self._why_not(score, coverage) if planned else f"no conversations for {issue.code}"
            assumed = score.assumed and coverage >= self.settings.min_coverage
            bare = replace(score, value=None, interval=None, assumed=assumed, reason=reason)
            return self.unmeasured(issue, bare, coverage)
        ends = (score, score)
        if missing:
            named = [measure.name for measure in issue.measures]
            unseen = [with_missing(evidence, named, missing, value) for value in (0, GRAINS)]
            best, worst = (self._score(checker, imagined) for imagined in unseen)
            ends = (best, worst)
            score = replace(score, interval=_hull(score, best, worst))
        return self._measured(issue, score, ends, coverage)

    def _why_not(self, score: Score, coverage: float) -> str:
        language = self.census.foreign() if coverage < self.settings.min_coverage else None
        if language is not None:
            return f"language {language} not supported"
        explained = score.value is None or (score.assumed and coverage >= self.settings.min_coverage)
        return score.reason if explained and score.reason else f"coverage {100 * coverage:.0f} %"

    def unmeasured(self, issue: Issue, score: Score, coverage: float) -> IssueResult:
        """Grade what was not measured: by no level, or by the middling one where it is assumed.

        Either the settings assume whatever is missing, or the checker takes this by rule.
        """
        cuts = self.settings.cuts_of(issue, score.measure)
        scale = self.settings.scale
        least = _lifted(scale.levels[0], score, scale)
        line = _line(issue, score, cuts, coverage, scale.between(least, scale.levels[-1]))
        if not (self.settings.assumes or score.assumed):
            return line
        value = (cuts[0] + cuts[-1]) / 2
        level = _lifted(scale.level(value, cuts), score, scale)
        return replace(line, value=round(value, 9), level=level.name, n=0, clusters=0, assumed=True)

    def _measured(self, issue: Issue, score: Score, ends: tuple[Score, Score], coverage: float) -> IssueResult:
        cuts, scale = self.settings.cuts_of(issue, score.measure), self.settings.scale
        value = score.value or 0.0
        low, high = score.interval or (value, value)
        level = _lifted(scale.level(value, cuts), score, scale)
        least = min(level, _lifted(scale.level(low, cuts), ends[0], scale))
        worst = replace(ends[1], floor=ends[1].highest_floor or ends[1].floor)
        most = max(level, _lifted(scale.level(high, cuts), worst, scale))
        line = _line(issue, score, cuts, coverage, scale.between(least, most))
        advice = issue.advice.get(level.name) or issue.advice.get(scale.usual(level), "")
        return replace(line, level=level.name, advice=advice)

    def _score(self, checker: Checker, evidence: Evidence) -> Score:
        with blame(f"the checker for {checker.issue.code}"):
            score = measured_elsewhere(checker) or checker.score(evidence)
        cuts = self.settings.cuts_of(checker.issue, score.measure)
        details = shared_out(score, self.settings.scale, cuts)
        score = replace(score, details=details, facts=(*score.facts, *_shares(details, self.settings.scale)))
        if self.settings.published:
            return replace(score, floor=None, highest_floor=None)
        if checker.issue.code in DETECTED and score.value is not None and "detector" not in score.details:
            score = replace(score, facts=(*score.facts, UNCORRECTED))
        scale = self.settings.scale
        return replace(
            score,
            floor=scale.floor(score.floor).name if score.floor else None,
            highest_floor=scale.floor(score.highest_floor).name if score.highest_floor else None,
        )


def with_missing(evidence: Evidence, measures: Iterable[str], missing: int, value: int) -> Evidence:
    """Return measures with the missing conversations added, of average size and equal value, in grains."""
    sums = {}
    for measure in measures:
        seen = evidence.measured(measure)
        n = max(1, round(seen.n / seen.dialogs)) if seen.dialogs else 1
        sums[measure] = Sums.of(n, n * value) * missing
    return evidence + Evidence(evidence.issue, sums)


def shared_out(score: Score, scale: Scale, cuts: tuple[float, ...]) -> Mapping[str, Any]:
    """Return the details of a score, their shares by the levels and cuts of this rating.

    A checker shares its values out by thirds among the usual three levels. Where those are not the ones of the rating,
    the histogram is shared out instead, each bin by its middle. Shares of anything else, as of classes, stay.
    """
    shares = score.details.get("shares", {})
    usual = (scale, tuple(cuts)) == (TRUST_RISK, THIRDS)
    if usual or not score.histogram or not shares or not set(shares) <= set(TRUST_RISK.names):
        return score.details
    counts = dict.fromkeys(scale.names, 0)
    for low, high, count in score.histogram:
        counts[scale.level((low + high) / 2, cuts).name] += count
    total = sum(counts.values())
    return {**score.details, "shares": {name: round(count / total, 9) for name, count in counts.items()}}


def _shares(details: Mapping[str, Any], scale: Scale) -> Iterator[Fact]:
    """Return how the values are shared out, as a fact; those of levels with the least risk first."""
    shares = details.get("shares") or {}
    names = [name for name in scale.names if name in shares] if set(shares) <= set(scale.names) else list(shares)
    if names:
        yield Fact("shares", ", ".join(f"{name} {100 * shares[name]:.1f} %" for name in names))


def for_rules(grade: IssueResult, scale: Scale) -> Graded | None:
    """See a grade as aggregation rules do; None where nothing was measured."""
    if grade.level is None or grade.value is None:
        return None
    risk = scale.spread(grade.value, grade.cuts)
    floor = scale.named(grade.floor).rank / len(scale.names) if grade.floor else 0.0
    return Graded(scale.named(grade.level), max(risk, floor), scale)


def _lifted(level: Level, score: Score, scale: Scale) -> Level:
    return max(level, scale.named(score.floor)) if score.floor else level


def _hull(*scores: Score) -> tuple[float, float] | None:
    intervals = [score.interval for score in scores if score.interval is not None]
    return (min(low for low, _ in intervals), max(high for _, high in intervals)) if intervals else None


def _line(
    issue: Issue, score: Score, cuts: tuple[float, ...], coverage: float, could_be: tuple[Level, ...]
) -> IssueResult:
    title = issue.measure(score.measure).title
    return IssueResult(
        issue=issue.code,
        title=issue.title,
        question=issue.question,
        measure=score.measure,
        method="; ".join(part for part in (title if title != score.measure else "", score.method) if part),
        value=score.value,
        level=None,
        could_be=tuple(level.name for level in could_be),
        n=score.n,
        clusters=score.clusters,
        interval=score.interval,
        cuts=cuts,
        floor=score.floor,
        assumed=score.assumed,
        reason=score.reason,
        coverage=round(coverage, 9),
        histogram=score.histogram,
        details=score.details,
        facts=score.facts,
    )
