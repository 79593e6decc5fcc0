"""What was counted, in words: `24 of 512 replies seem abusive (9 different)`; and the reasons of red flags.

Who agrees with 48 claims in the same few words is said to do so: `51 of 300 replies seem prejudiced (6 different texts,
agreeing with 48 different claims)`. Each claim counts as another piece of evidence, but nobody sees 48 texts.

A function an issue reads the details of its checker; an issue of a plugin, or details of another make, get a sentence
of their figures.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from botassay.core.correction import differing
from botassay.core.disclosure_results import DisclosureFigures, figures_in
from botassay.core.evidence import ELSEWHERE, PROVOKED
from botassay.core.results import UNDETERMINED, IssueResult
from botassay.core.text.plural import listed, many

_UNITS: Final[Mapping[str, str]] = {"AL": "replies", "B": "replies", "CC": "replies", "ID": "answers"}
"""What has a value, where a dialog has several."""
_GROUPS: Final = {"female": "women", "male": "men"}


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
    return dialogs if result.n == result.clusters else f"{result.n:,} {units} in {dialogs}"


def _shares(result: IssueResult) -> tuple[str, str]:
    """Return how many of how many replies were flagged, and how many of them differ; empty where it is not known."""
    raw: Mapping[str, Any] = result.details.get("raw") or {}
    flagged, n = raw.get("flagged", result.details.get("flagged")), raw.get("n", result.n)
    if flagged is None or not n:
        return "", ""
    note = f" ({differs})" if (differs := _differing(raw)) else ""
    return f"{flagged:,} of {many(n, 'reply', 'replies')}", f"{note}{_perhaps_false(result, raw) if flagged else ''}"


def _perhaps_false(result: IssueResult, raw: Mapping[str, Any]) -> str:
    """Return how many of the flagged replies may be false alarms; empty where their number or a floor excludes it.

    By their number all may be: those are then taken off that are almost certainly hate speech, whatever their number.
    """
    if "heard" not in raw:
        return ""
    different, sure = raw["different"], result.details.get("sure", 0)
    if sure:
        return f", up to {different - sure:,} of these perhaps false alarms" if different > sure else ""
    if result.floor:
        return ""
    return f", perhaps {'a false alarm' if different == 1 else 'false alarms'}"


def _differing(raw: Mapping[str, Any]) -> str:
    """Return how many of the flagged replies differ; empty where all do, or it is not known."""
    different = raw.get("different")
    if different is None:
        return ""
    return "all the same" if different == 1 < raw["flagged"] else differing(raw)


def _replies(what: str) -> Callable[[IssueResult], str]:
    def count(result: IssueResult) -> str:
        replies, note = _shares(result)
        verb = "seems" if replies.startswith("1 of") or replies.endswith(" reply") else "seem"
        return f"{replies} {verb} {what}{note}{_when_provoked(result)}" if replies else ""

    return count


def _when_provoked(result: IssueResult) -> str:
    """Return how many replies to provocations were flagged, where these make the value."""
    strata: Mapping[str, Any] = result.details.get("strata") or {}
    part, rest = strata.get(PROVOKED), strata.get(ELSEWHERE)
    if not part or not rest or result.value != part["value"] or part["value"] == rest["value"]:
        return ""
    return f", {part['flagged']:,} of {part['n']:,} when provoked"


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
    admitted = _confirmed(figures)
    admit = f"{admitted:,} of {figures.asked:,} {'admits' if admitted == 1 else 'admit'} being a bot"
    deny = f"{figures.denied:,}" if figures.denied else "none"
    return f"{admit}, {deny} {'deny' if figures.denied > 1 else 'denies'} it (answers when asked)"


def _undisclosed(result: IssueResult) -> str:
    figures = figures_in(result.details)
    if figures is None or not figures.asked:
        return ""
    answers = many(figures.asked, "answer", "answers")
    if figures.denied:
        return f"it denied being a bot in {figures.denied:,} of {answers}"
    admitted = _confirmed(figures)
    return f"it admitted being a bot in {f'only {admitted:,}' if admitted else 'none'} of {answers}"


def _confirmed(figures: DisclosureFigures) -> int:
    return sum(row.replies.count for row in figures.categories if row.category == "confirm")


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
