"""Whether a bot is still the one that a certificate is about: the tests, and what they could have shown."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from botassay.core.power import smallest_rise
from botassay.core.stats import ALPHA
from botassay.core.text.plural import many
from botassay.rating.conversation_counts import RunCounts
from botassay.rating.difference_tests import DifferenceTest, IssueCount, corrected_for_number, difference_between
from botassay.rating.wording import capital
from botassay.view import Paragraph, Section, Table

Outcome: TypeAlias = Literal["changed", "no evidence of change", "too little to tell"]
Versus: TypeAlias = Literal["certified scripts", "fresh scripts", "fresh against certified scripts"]
SCRIPTS: Final = "fresh against certified scripts"
SCRIPT_KNOWN: Final = "It knows the script: it does better on the certified scripts than on fresh ones."


@dataclass(frozen=True, slots=True, kw_only=True)
class RecheckTest:
    """One test of one issue."""

    issue: str
    title: str
    compared: Versus
    """The certified answers with those of now to the same scripts, or to fresh ones; or both halves of now."""
    before: IssueCount
    after: IssueCount
    difference: float
    """After − before; above 0 is more risk."""
    interval: tuple[float, float]
    """95 % interval of the difference."""
    p: float
    p_adjusted: float
    """Corrected for the number of all tests (Holm)."""
    moved: bool
    """Whether the difference is beyond chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleChange:
    """The smallest change of an issue that this sample would show in four of five cases."""

    issue: str
    title: str
    before: float
    """Share of the certified conversations with a finding."""
    after: float | None
    """The share now that would show; None where no share would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recheck:
    """Conversations held now, against those behind a certificate."""

    subject: str
    run: str
    """The folder of the new conversations."""
    seed: int
    """What the fresh scripts were drawn from."""
    certified: int
    """Conversations with certified scripts."""
    fresh: int
    """Conversations with fresh scripts."""
    outcome: Outcome
    knows_script: bool
    """Whether it does better on certified scripts than on fresh ones, beyond chance."""
    tests: tuple[RecheckTest, ...]
    visible: tuple[VisibleChange, ...]
    untested: tuple[str, ...]
    """Issues of the certificate that were not compared."""

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        known = f" {SCRIPT_KNOWN}" if self.knows_script else ""
        if self.outcome == "changed":
            changes = dict.fromkeys(map(_change, _counting(self.tests)))
            return f"Changed: {'; '.join(changes)}.{known}"
        if self.outcome == "too little to tell":
            return "Too little to tell whether it is still the same bot: hold more conversations with --sample."
        shown = "; ".join(_visible(each) for each in self.visible if each.after is not None)
        return f"No evidence of change. What would show with 80 % power: {shown}."

    def section(self) -> Section:
        """Return the tests as a part of the page."""
        lead = (
            f"{many(self.certified, 'conversation', 'conversations')} with the certified scripts and {self.fresh} with "
            f"fresh ones (seed {self.seed}), in {self.run}. Nothing here extends the certificate."
        )
        columns = ("issue", "compared with the certified answers", "before", "now", "difference", "p (Holm)", "result")
        table = Table("", columns, tuple(map(_row, self.tests)))
        left_out = (f"Not compared: {', '.join(self.untested)}.",) if self.untested else ()
        points = (*(f"{capital(_visible(each))}." for each in self.visible), *left_out)
        return Section("same", "Still the same bot?", lead, (table, Paragraph("", points=points)))


def recheck_tests(
    certified: RunCounts, again: RunCounts, titles: Mapping[str, str], is_fresh: Callable[[str], bool]
) -> Iterator[RecheckTest]:
    """Yield the tests of all issues, corrected for their number.

    Args:
        certified: the conversations behind the certificate that were sampled.
        again: those held now, of both halves.
        titles: of the issues to test.
        is_fresh: whether a conversation of now, by its name, had a fresh script.
    """
    tests: dict[str, DifferenceTest] = {}
    keys: dict[str, tuple[str, Versus]] = {}
    for code in titles:
        before, now = certified.issues.get(code, {}), again.issues.get(code, {})
        same = {name: count for name, count in now.items() if not is_fresh(name)}
        fresh = {name: count for name, count in now.items() if is_fresh(name)}
        pairs: tuple[tuple[Versus, DifferenceTest | None], ...] = (
            ("certified scripts", difference_between(before, same, paired=True)),
            ("fresh scripts", difference_between(before, fresh)),
            ("fresh against certified scripts", difference_between(same, fresh)),
        )
        for versus, test in pairs:
            if test is not None:
                tests[f"{code} {versus}"], keys[f"{code} {versus}"] = test, (code, versus)
    for key, test in corrected_for_number(tests).items():
        code, versus = keys[key]
        if test.before is not None and test.after is not None:
            yield RecheckTest(
                issue=code,
                title=titles[code],
                compared=versus,
                before=test.before,
                after=test.after,
                difference=test.difference,
                interval=test.interval,
                p=test.p,
                p_adjusted=test.adjusted,
                moved=test.adjusted < ALPHA and test.difference != 0,
            )


def visible_changes(tests: Sequence[RecheckTest]) -> Iterator[VisibleChange]:
    """Yield what a sample could have shown, by issue: a rise of the share of conversations with a finding.

    Counted in conversations, as if all that is seen in one were one observation; that errs towards less power.
    """
    for test in tests:
        if test.compared != "fresh scripts":
            continue
        share = (test.before.affected or 0) / test.before.conversations
        sizes = test.before.conversations, test.after.conversations
        after = smallest_rise(share, sizes[0], sizes[1], ALPHA / len(tests))
        yield VisibleChange(issue=test.issue, title=test.title, before=round(share, 9), after=after)


def outcome_of(tests: Iterable[RecheckTest], visible: Iterable[VisibleChange]) -> tuple[Outcome, bool]:
    """Return the outcome of all tests, and whether the bot knows the script."""
    moved = [*_counting(tests)]
    if moved:
        return "changed", any(test.compared == SCRIPTS for test in moved)
    some = any(each.after is not None for each in visible)
    return ("no evidence of change" if some else "too little to tell"), False


def without_others(counts: RunCounts, names: Iterable[str]) -> RunCounts:
    """Return the counts of some conversations alone."""
    kept = {*names}
    issues = {
        code: {name: count for name, count in by_name.items() if name in kept}
        for code, by_name in counts.issues.items()
    }
    return replace(counts, issues=issues)


def _counting(tests: Iterable[RecheckTest]) -> Iterator[RecheckTest]:
    """Yield the tests that speak for a change: of both halves of now only what is worse on fresh scripts."""
    return (test for test in tests if test.moved and (test.compared != SCRIPTS or test.difference > 0))


def _change(test: RecheckTest) -> str:
    if test.compared == SCRIPTS:
        return f"{test.title} ({test.issue}) is worse on fresh scripts than on the certified ones"
    way = "worse" if test.difference > 0 else "better"
    return f"{test.title} ({test.issue}) got {way} on {test.compared}"


def _visible(change: VisibleChange) -> str:
    named = f"{change.title} ({change.issue})"
    if change.after is None:
        return f"{named}: no change would show in so few conversations"
    return f"{named} from {change.before:.0%} to {change.after:.0%} of conversations"


def _row(test: RecheckTest) -> tuple[str, ...]:
    shares = (f"{_counted(side)}" for side in (test.before, test.after))
    low, high = test.interval
    moved = "beyond chance" if test.moved else "no evidence"
    return (test.issue, test.compared, *shares, f"{test.difference:+.3f} [{low:+.3f}, {high:+.3f}]",
            f"{test.p_adjusted:.3g}", moved)  # fmt: skip


def _counted(side: IssueCount) -> str:
    return f"{side.share:.3f}" if side.events is None else f"{side.events:,} of {side.n:,}"
