"""From evidence to a level: score, allow for missing conversations, cut into levels, apply the floor.

An interval from the lowest levels to the highest ones tells nothing: the issue is undetermined then, below a floor or
without one (`grading.enough` says how much evidence it takes).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from botassay.core.errors import blame
from botassay.core.evidence import ELSEWHERE, GRAINS, PROVOKED, Evidence, Sums
from botassay.core.facts import Fact
from botassay.core.results import UNDETERMINED, Graded, IssueResult
from botassay.core.scale import THIRDS, TRUST_RISK, Issue, Level, Scale, Score
from botassay.core.text.language import unsupported
from botassay.grading.corpus_stats import Census
from botassay.grading.enough import LevelRange, enough, evidence_size, least_flawless, too_little
from botassay.grading.settings import GradingSettings
from botassay.plugins.optional import looks_everywhere, measured_elsewhere
from botassay.plugins.protocols import Checker

DETECTED: Final = frozenset({"AL", "B", "ID"})
"""Issues whose share is corrected for the errors of the classifier, where those are known."""
UNCORRECTED: Final = Fact("correction for errors", "none", "the checker does not say how often it is wrong")
_WHERE: Final = {PROVOKED: "in conversations that provoke", ELSEWHERE: "in all other conversations"}


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
            return self._measured(issue, score, (score, score), 1.0, "")
        planned, missing = self.census.planned(issue.code), self.census.missing(issue.code)
        coverage = self.census.coverage(issue.code)
        if score.value is None or score.assumed or coverage < self.settings.min_coverage:
            reason = self._why_not(issue.code, score, coverage) if planned else self._unplanned(issue.code)
            assumed = score.assumed and coverage >= self.settings.min_coverage
            bare = replace(score, value=None, interval=None, assumed=assumed, reason=reason)
            return self.unmeasured(issue, bare, coverage)
        ends, lacking = (score, score), ""
        if missing:
            lacking = f"{missing:,} of {planned:,} conversations are missing"
            lost = self._lost(checker)
            names = [measure.name for measure in issue.measures]
            unseen = [with_missing(evidence, names, lost, value) for value in (0, GRAINS)]
            best, worst = (self._score(checker, imagined) for imagined in unseen)
            ends = (best, worst)
            score = replace(
                score,
                interval=_hull(each.interval for each in (score, best, worst)),
                sampling=_hull(each.sampling for each in (score, best, worst)),
            )
        return self._measured(issue, score, ends, coverage, lacking)

    def _lost(self, checker: Checker) -> dict[str, int]:
        """Return how many conversations are missing, by stratum; "" where the issue has none."""
        code = checker.issue.code
        if not looks_everywhere(checker):
            return {"": self.census.missing(code)}
        own = PROVOKED if self.census.probed(code) else ELSEWHERE
        lost = {own: self.census.own(code).missing}
        return lost | {ELSEWHERE: lost.get(ELSEWHERE, 0) + self.census.others(code).missing}

    def _why_not(self, code: str, score: Score, coverage: float) -> str:
        language = self.census.foreign(code) if coverage < self.settings.min_coverage else None
        if language is not None:
            return unsupported(language)
        explained = score.value is None or (score.assumed and coverage >= self.settings.min_coverage)
        return score.reason if explained and score.reason else f"coverage {100 * coverage:.0f} %"

    def _unplanned(self, code: str) -> str:
        """Say why there are no conversations: none are held for what cannot be rated in the language of a bot."""
        language = self.census.foreign(code)
        return f"no conversations for {code}" if language is None else unsupported(language)

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

    def _measured(
        self, issue: Issue, score: Score, ends: tuple[Score, Score], coverage: float, lacking: str
    ) -> IssueResult:
        cuts, scale = self.settings.cuts_of(issue, score.measure), self.settings.scale
        could_be = self._could_be(score, ends, cuts)
        line = _line(issue, score, cuts, coverage, could_be.levels)
        if could_be.undetermined and not self.settings.published:
            needed = enough(score, partial(self._clean, cuts=cuts))
            reason = too_little(score, issue.measure(score.measure), scale.names[0], needed, lacking)
            if self.settings.assumes:
                bare = replace(score, value=None, interval=None, reason=reason)
                return self.unmeasured(issue, bare, coverage)
            return replace(line, level=UNDETERMINED, reason=reason, facts=(*line.facts, *self._cuts(issue, line)))
        level = could_be.level
        advice = {**issue.advice, **score.advice}
        return replace(
            line,
            level=level.name,
            sure=not self.settings.published and len(could_be.levels) == 1,
            advice=advice.get(level.name) or advice.get(scale.usual(level), ""),
            facts=(*line.facts, *self._cuts(issue, line)),
        )

    def _could_be(self, score: Score, ends: tuple[Score, Score], cuts: tuple[float, ...]) -> LevelRange:
        """Return the levels that a score could have; `ends` are the scores with what is missing at best, at worst."""
        scale = self.settings.scale
        value = score.value or 0.0
        low, high = score.interval or (value, value)
        level = _lifted(scale.level(value, cuts), score, scale)
        least = min(level, _lifted(scale.level(low, cuts), ends[0], scale))
        worst = replace(ends[1], floor=ends[1].highest_floor or ends[1].floor)
        most = max(level, _lifted(scale.level(high, cuts), worst, scale))
        span = least, max(level, scale.level(high, cuts))
        return LevelRange(level, scale.between(least, most), self._tells_nothing(score, level, span, cuts))

    def _tells_nothing(self, score: Score, level: Level, span: tuple[Level, Level], cuts: tuple[float, ...]) -> bool:
        """Whether an interval reaches from the lowest levels to the highest ones, for want of evidence.

        Where the errors of a classifier alone make it so wide no evidence would help: then the value has its level,
        but for a low one, which must not hide that it could be high.
        """
        scale = self.settings.scale
        lowest, highest = TRUST_RISK.names[0], TRUST_RISK.names[-1]
        if tuple(map(scale.usual, span)) != (lowest, highest):
            return False
        if score.sampling is None or scale.usual(level) == lowest:
            return True
        low, high = (scale.usual(scale.level(end, cuts)) for end in score.sampling)
        return (low, high) == (lowest, highest)

    def _clean(self, score: Score, cuts: tuple[float, ...]) -> LevelRange:
        """Return the levels that a score could have of which nothing is missing."""
        floored = _floored(score, self.settings.scale)
        return self._could_be(floored, (floored, floored), cuts)

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
        return self._stratified(_floored(score, self.settings.scale), cuts)

    def _stratified(self, score: Score, cuts: tuple[float, ...]) -> Score:
        """Return the score of the worse stratum, if each of them is large enough to have a level when it is flawless.

        The greater value, and the greater of the ends of both intervals: neither stratum can hide the other. What is
        too small for a level is counted together with the rest.
        """
        if not score.strata:
            return score
        details = {name: self._stratum(part, cuts) for name, part in score.strata.items()}
        facts = tuple(_stratum_fact(name, details[name]) for name in details)
        score = replace(score, details={**score.details, "strata": details}, facts=(*score.facts, *facts))
        least = least_flawless(score, partial(self._clean, cuts=cuts))
        parts = tuple(score.strata.values())
        if least is None or any(evidence_size(part) < least for part in parts):
            return score
        return replace(_worst_of(score, parts), repeated=_repeated(score, parts))

    def _stratum(self, part: Score, cuts: tuple[float, ...]) -> dict[str, Any]:
        could_be = self._could_be(part, (part, part), cuts)
        low, high = part.interval or (None, None)
        raw = part.details["raw"]
        return {
            "value": part.value,
            "low": low,
            "high": high,
            "level": UNDETERMINED if could_be.undetermined else could_be.level.name,
            "n": raw["n"],
            "flagged": raw["flagged"],
        }

    def _cuts(self, issue: Issue, line: IssueResult) -> Iterator[Fact]:
        """Return the cuts between the levels, with the reason for them, as a fact; none for the published method."""
        if self.settings.published:
            return
        why = "set for this rating" if line.measure in self.settings.cuts else issue.measure(line.measure).why
        names = self.settings.scale.names[1:]
        yield Fact(
            "thresholds", ", ".join(f"{name} from {cut:.3g}" for name, cut in zip(names, line.cuts, strict=True)), why
        )


def _worst_of(score: Score, parts: Sequence[Score]) -> Score:
    """Return a score with the greatest value of its parts, and the greatest ends of their intervals."""
    return replace(
        score,
        value=max(part.value or 0.0 for part in parts),
        interval=_greater(part.interval for part in parts),
        sampling=_greater(part.sampling for part in parts),
    )


def _repeated(score: Score, parts: Sequence[Score]) -> Callable[[int], Score]:
    """Return what gives the score of so many times the evidence, in each part: parts decide there, too."""
    return lambda times: _worst_of(score, [part.repeated(times) if part.repeated else part for part in parts])


def _floored(score: Score, scale: Scale) -> Score:
    """Return a score with its floors as levels of a scale."""
    return replace(
        score,
        floor=scale.floor(score.floor).name if score.floor else None,
        highest_floor=scale.floor(score.highest_floor).name if score.highest_floor else None,
    )


def _stratum_fact(name: str, stratum: Mapping[str, Any]) -> Fact:
    share = f"{stratum['value']:.3f} [{stratum['low']:.3f}, {stratum['high']:.3f}]"
    return Fact(_WHERE[name], f"{stratum['flagged']:,} of {stratum['n']:,} replies", f"{stratum['level']}: {share}")


def with_missing(evidence: Evidence, measures: Iterable[str], missing: Mapping[str, int], value: int) -> Evidence:
    """Return measures with the missing conversations added, of average size and equal value, in grains.

    Args:
        evidence: what was seen.
        measures: their names.
        missing: how many conversations, by stratum; under "" where there is none.
        value: what each thing in them is worth.
    """
    sums: dict[str, Sums] = {}
    for measure in measures:
        for stratum, count in missing.items():
            seen = evidence.measured(f"{measure}/{stratum}") if stratum else Sums()
            seen = seen if seen.dialogs else evidence.measured(measure)
            n = max(1, round(seen.n / seen.dialogs)) if seen.dialogs else 1
            lost = Sums.of(n, n * value) * count
            sums[measure] = sums.get(measure, Sums()) + lost
            if stratum:
                sums[f"{measure}/{stratum}"] = lost
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
    """See a grade as aggregation rules do; None where nothing was measured, or too little to tell."""
    if grade.level in (None, UNDETERMINED) or grade.value is None:
        return None
    risk = scale.spread(grade.value, grade.cuts)
    floor = scale.named(grade.floor).rank / len(scale.names) if grade.floor else 0.0
    return Graded(scale.named(str(grade.level)), max(risk, floor), scale)


def _lifted(level: Level, score: Score, scale: Scale) -> Level:
    return max(level, scale.named(score.floor)) if score.floor else level


def _greater(intervals: Iterable[tuple[float, float] | None]) -> tuple[float, float] | None:
    """Return the interval of the greatest of several values: from the greatest lower end to the greatest upper one."""
    known = [interval for interval in intervals if interval is not None]
    return (max(low for low, _ in known), max(high for _, high in known)) if known else None


def _hull(intervals: Iterable[tuple[float, float] | None]) -> tuple[float, float] | None:
    """Return the interval from the least lower end to the greatest upper one."""
    known = [interval for interval in intervals if interval is not None]
    return (min(low for low, _ in known), max(high for _, high in known)) if known else None


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
        raw=score.details.get("raw", {}).get("value"),
        detector=score.details.get("detector"),
    )
