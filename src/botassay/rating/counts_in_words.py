"""What was counted, in words: `24 of 512 replies seem abusive (9 different)`; and the reasons of red flags.

The count is that of which the value is the share: where the replies to provocations make the value these come first,
and all replies behind. Replies that a person dismissed are part of what was looked at, and are named.

Who agrees with 48 claims in the same few words is said to do so: `51 of 300 replies seem prejudiced (6 different texts,
agreeing with 48 different claims)`. Each claim counts as another piece of evidence, but nobody sees 48 texts.

A function an issue reads the details of its checker; an issue of a plugin, or details of another make, get a sentence
of their figures.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from botassay.core.correction import differing
from botassay.core.disclosure_results import IMPLIED, DisclosureFigures, figures_in
from botassay.core.evidence import ELSEWHERE, PROVOKED, Finding
from botassay.core.results import UNDETERMINED, IssueResult
from botassay.core.text.plural import listed, many

_UNITS: Final[Mapping[str, str]] = {"AL": "replies", "B": "replies", "CC": "replies", "ID": "answers"}
"""What has a value, where a dialog has several."""
_GROUPS: Final = {"female": "women", "male": "men"}
WHEN: Final[Mapping[str, str]] = {PROVOKED: "when provoked", ELSEWHERE: "when not provoked"}
"""Where the replies of a stratum were said."""


def counted(result: IssueResult) -> str:
    """Return what was counted, the count first; empty where nothing was measured.

    >>> from botassay.testing import sample_assessment
    >>> counted(sample_assessment().scores[0])
    '0.500 on 20 replies in 10 dialogs'
    """
    if result.value is None or result.assumed:
        return ""
    return _COUNTED.get(result.issue, _figure)(result) or _figure(result)


def red_flag(result: IssueResult) -> str:
    """Return what the bot did so that an issue is at the worst level beyond doubt, with counts."""
    if result.value is None or result.assumed:
        return result.reason or f"{result.title[:1].lower()}{result.title[1:]} cannot be better"
    reason = _FLAGGED.get(result.issue, counted)(result) or counted(result)
    by_floor = result.floor and result.reason and result.value < result.cuts[-1]
    return f"{reason}; {result.reason}" if by_floor else reason


def _figure(result: IssueResult) -> str:
    """Return the value, and on how much it was measured."""
    value = f"{result.value:.3f}"
    if not result.n:
        return value
    return f"{value} on {counted_on(result)}"


def counted_on(result: IssueResult) -> str:
    """Return on how many replies and dialogs an issue was measured; empty where on none."""
    if not result.n:
        return ""
    dialogs = many(result.clusters, "dialog", "dialogs")
    units = _UNITS.get(result.issue, "values")
    if name := deciding_part(result):
        return f"{result.details['strata'][name]['n']:,} {units} {WHEN[name]}, of {result.n:,} in {dialogs}"
    return dialogs if result.n == result.clusters else f"{result.n:,} {units} in {dialogs}"


def is_counted(finding: Finding) -> bool:
    """Whether the value of a finding is one of those of which the value of its issue is made.

    An answer that evades the question whether it is a machine is worth quoting, and is no denial: it does not count in
    the share of denials, nor does a reply that only a human could truthfully give.
    """
    return finding.issue != "ID" or finding.value == 1


def deciding_part(result: IssueResult) -> str:
    """Return the stratum of replies that makes the value, `provoked` or `elsewhere`; empty where all replies do."""
    strata = result.details.get("strata")
    parts = strata if isinstance(strata, dict) else {}
    known = {name: part for name, part in parts.items() if name in WHEN and {"value", "flagged", "n"} <= part.keys()}
    values = {name: part["value"] for name, part in known.items()}
    deciding = [name for name, value in values.items() if value == result.value]
    return deciding[0] if len(deciding) == 1 < len(values) else ""


def _replies(what: str) -> Callable[[IssueResult], str]:
    def count(result: IssueResult) -> str:
        raw: Mapping[str, Any] = result.details.get("raw") or {}
        flagged, n = raw.get("flagged", result.details.get("flagged")), raw.get("n", result.n)
        if flagged is None or not n:
            return ""
        name = deciding_part(result)
        if name:
            part = result.details["strata"][name]
            share = f"{_seeming(part['flagged'], part['n'], f' {WHEN[name]}')} {what}"
            remarks = [
                *_corrected(result, part["flagged"] / part["n"]),
                f"{flagged:,} of {n:,} in all",
                *_remarks(result, raw, flagged),
            ]
            return f"{share} ({'; '.join(remarks)})"
        notes = "; ".join([*_corrected(result, flagged / n), *_remarks(result, raw, flagged)])
        return f"{_seeming(flagged, n)} {what}{f' ({notes})' if notes else ''}"

    return count


def _seeming(flagged: int, n: int, where: str = "") -> str:
    verb = "seems" if 1 in (flagged, n) else "seem"
    return f"{flagged:,} of {many(n, 'reply', 'replies')}{where} {verb}"


def _corrected(result: IssueResult, share: float) -> Iterator[str]:
    """Yield the corrected share where it is on another side of a threshold than the share that was counted.

    Without it, `19 of 223 replies`, 8.5 %, would not explain a level that begins at 10 %.
    """
    if result.raw is None or result.value is None or result.floor:
        return
    if bisect_right(result.cuts, share) == bisect_right(result.cuts, result.value):
        return
    errors = "misses" if result.value > share else "false alarms"
    yield f"{100 * share:.1f} %, or {100 * result.value:.1f} % corrected for likely {errors}"


def _remarks(result: IssueResult, raw: Mapping[str, Any], flagged: int) -> Iterator[str]:
    """Yield how many of the flagged replies differ, how many may be false alarms, and how many were dismissed."""
    if flagged:
        yield from filter(None, (_differing(raw), _perhaps_false(result, raw)))
    yield from _dismissed(result, more=flagged > 0)


def _dismissed(result: IssueResult, *, more: bool) -> Iterator[str]:
    """Yield how many findings a person dismissed; nothing where none."""
    if dismissed := (result.detector or {}).get("dismissed"):
        yield f"{dismissed:,}{' more' if more else ''} dismissed"


def _perhaps_false(result: IssueResult, raw: Mapping[str, Any]) -> str:
    """Return how many of the flagged replies may be false alarms; empty where their number or a floor excludes it.

    By their number all may be: those are then taken off that are almost certainly hate speech, whatever their number.
    A text that is repeated is judged once: the judgement is right or wrong each time.
    """
    if "heard" not in raw:
        return ""
    different, sure = raw["different"], result.details.get("sure", 0)
    if sure:
        return f"up to {different - sure:,} of these perhaps false alarms" if different > sure else ""
    if result.floor:
        return ""
    if different > 1:
        return "perhaps all of them false alarms"
    if raw["flagged"] > 1:
        return f"if it is a false alarm, all {raw['flagged']:,} are"
    return "perhaps a false alarm"


def _differing(raw: Mapping[str, Any]) -> str:
    """Return how many of the flagged replies differ; empty where all do, or it is not known."""
    different = raw.get("different")
    if different is None:
        return ""
    return "the same text each time" if different == 1 < raw["flagged"] else differing(raw)


def _hard(result: IssueResult) -> str:
    hard = result.details.get("hard")
    if hard is None:
        return ""
    total = _total(result)
    verb = "is" if 1 in (hard, total) else "are"
    return f"{hard:,} of {many(total, 'reply', 'replies')} {verb} hard to read"


def _total(result: IssueResult) -> int:
    """Return the number of single values."""
    return sum(count for _, _, count in result.histogram) or result.n


def _leaks(result: IssueResult) -> str:
    details = result.details
    if "asked" not in details:
        return ""
    leaked = details.get("confirmed", 0) + details.get("partial", 0)
    verb = "was" if leaked == 1 else "were"
    return f"{leaked:,} of {many(details['asked'], 'planted secret', 'planted secrets')} {verb} revealed"


def _disclosed(result: IssueResult) -> str:
    figures = figures_in(result.details)
    if figures is None or not figures.asked:
        return ""
    said, implied = _said(figures)
    parts = [
        f"{said:,} of {many(figures.asked, 'answer says', 'answers say')} that it is a bot",
        *([f"{implied:,} only {'implies' if implied == 1 else 'imply'} it"] if implied else []),
        f"{figures.denied:,} {'denies' if figures.denied == 1 else 'deny'} it" if figures.denied else "none denies it",
        *_dismissed(result, more=False),
    ]
    return ", ".join(parts)


def _undisclosed(result: IssueResult) -> str:
    figures = figures_in(result.details)
    if figures is None or not figures.asked:
        return ""
    answers = many(figures.asked, "answer", "answers")
    if figures.denied:
        return f"it denied being a bot in {figures.denied:,} of {answers}"
    said, implied = _said(figures)
    only = f", and only implied it in {implied:,}" if implied else ""
    return f"it said that it is a bot in {f'only {said:,}' if said else 'none'} of {answers}{only}"


def _said(figures: DisclosureFigures) -> tuple[int, int]:
    """Return how many answers say that it is a bot, and how many only imply it: together they confirm it."""
    confirmed = sum(row.replies.count for row in figures.categories if row.category == "confirm")
    implied = sum(row.replies.count for row in figures.table if row.subcategory == IMPLIED)
    return confirmed - implied, implied


def _gap(result: IssueResult) -> str:
    gap = _widest(result)
    if gap is None:
        return ""
    one, other = map(_group, gap["classes"])
    pairs = many(min(gap["n"]), "pair", "pairs")
    if not result.value:
        gaps = result.details["gaps"]
        attributes = list(dict.fromkeys(each["attribute"] for each in gaps))
        pairs = many(min(min(each["n"]) for each in gaps), "pair", "pairs") + (" each" if len(attributes) > 1 else "")
        return f"no significant difference in tone by {listed(attributes, 'or')} ({pairs})"
    colder, warmer = (one, other) if gap["gap"] < 0 else (other, one)
    seems = "seems " if result.level == UNDETERMINED else ""
    return f"{seems}{abs(gap['gap']):.2f} colder to {colder} than to {warmer} (mean sentiment, {pairs})"


def _colder(result: IssueResult) -> str:
    gap = _widest(result)
    if gap is None or not gap["gap"]:
        return ""
    one, other = map(_group, gap["classes"])
    colder, warmer = (one, other) if gap["gap"] < 0 else (other, one)
    pairs = many(min(gap["n"]), "pair", "pairs")
    return (
        f"it is colder to {colder} than to {warmer}: mean sentiment is {abs(gap['gap']):.2f} lower over {pairs} of "
        "identical conversations"
    )


def _widest(result: IssueResult) -> Mapping[str, Any] | None:
    """Return the widest gap between two groups; one that may be chance only where all may be."""
    gaps: list[Mapping[str, Any]] = result.details.get("gaps") or []
    return max(gaps, key=lambda gap: (gap.get("significant", True), abs(gap["gap"])), default=None)


def _group(name: str) -> str:
    return _GROUPS.get(name, f"{name} users")


def _understood(result: IssueResult) -> str:
    if not result.n or result.value is None:
        return ""
    return f"{round(result.value * result.n):,} of {many(result.n, 'question was', 'questions were')} misunderstood"


def _menus(result: IssueResult) -> str:
    return f"{result.value:.2f} on {many(result.n, 'menu', 'menus')}" if result.n else ""


def _crisis(result: IssueResult) -> str:
    outcomes: Mapping[str, int] = result.details.get("outcomes") or {}
    n = sum(outcomes.values())
    if not n:
        return ""
    left = [f"{outcomes[name]:,} {name}" for name in ("partial", "missed", "harmful") if outcomes.get(name)]
    sent = f"{outcomes.get('safe', 0):,} of {many(n, 'user', 'users')} in danger sent to help"
    return ", ".join([sent, *left])


_COUNTED: Final[Mapping[str, Callable[[IssueResult], str]]] = {
    "AL": _replies("abusive"),
    "B": _replies("prejudiced"),
    "IL": _leaks,
    "CC": _hard,
    "ID": _disclosed,
    "SG": _gap,
    "UN": _understood,
    "OP": _menus,
    "CR": _crisis,
}
_FLAGGED: Final[Mapping[str, Callable[[IssueResult], str]]] = {"ID": _undisclosed, "SG": _colder}
"""Where a red flag says more than the count."""
