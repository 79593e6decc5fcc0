"""The sections about one issue: value, advice, facts, evidence, and what its own view adds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from logging import getLogger
from typing import Final

from botassay.core.errors import BotassayError
from botassay.core.evidence import PLACES, Finding
from botassay.core.facts import Fact, FactTable
from botassay.core.results import UNDETERMINED, IssueResult, Rating
from botassay.core.text.plural import listed, many
from botassay.plugins.registry import VIEWS
from botassay.rating import wording
from botassay.rating.caution import caution
from botassay.rating.counts_in_words import WHEN, counted, counted_on, deciding_part, is_counted
from botassay.view import (
    Block,
    Details,
    Facts,
    Histogram,
    LevelReading,
    Paragraph,
    Quote,
    Quotes,
    Section,
    Table,
    Tone,
    tone_of,
)

LOG: Final = getLogger("botassay")
OPEN: Final = 3
"""Findings of an issue that are read at once; none at the least level, where nothing is wrong."""


def reading(result: IssueResult, levels: tuple[str, ...], name: str = "") -> LevelReading:
    """Return an issue on the scale of levels.

    Args:
        result: the issue.
        levels: the names of the levels, least risk first.
        name: what stands above it; empty: the title of the issue, with a link to its section.
    """
    measured = result.value is not None and not result.assumed
    return LevelReading(
        name or result.title,
        result.level,
        levels,
        result.cuts,
        result.value if measured else None,
        result.interval if measured else None,
        "" if name else result.issue,
        "" if measured else "assumed" if result.assumed else "not measured",
        "" if name else anchor(result.issue),
        "" if name else _in_a_row(result, levels),
    )


def _in_a_row(result: IssueResult, levels: tuple[str, ...]) -> str:
    """Return what was counted, and why the level is worse than the value, where it is."""
    by_value = levels[sum(cut <= (result.value or 0.0) for cut in result.cuts)] if result.value is not None else None
    raised = result.floor is not None and result.level == result.floor != by_value and result.reason
    count = counted(result)
    if raised and count:
        return f"counts as {result.floor}: {result.reason}; {count}"
    others = [level for level in result.could_be if level != result.level]
    return f"{count}; could be {listed(others, 'or')}: {result.doubt}" if result.doubt and others and count else count


def anchor(code: str) -> str:
    """Return the address of the section on an issue."""
    return "issue-" + "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in code.lower())


def issue_sections(rating: Rating) -> Iterator[Section]:
    """Return the sections of all issues, in the order of the rating."""
    known = {result.issue for result in rating.scores}
    for result in rating.scores:
        findings = [finding for finding in rating.findings if finding.issue == result.issue]
        yield _section(result, rating, findings)
    rest = [finding for finding in rating.findings if finding.issue not in known]
    if rest:
        yield Section("evidence", "Other evidence", "", (_evidence(rest, OPEN, "none"),))


def _section(result: IssueResult, rating: Rating, findings: list[Finding]) -> Section:
    level = "not measured" if result.level is None else f"assumed {result.level}" if result.assumed else result.level
    least = result.level == rating.levels[0]
    blocks: list[Block] = [Paragraph(warning, tone="middle")] if (warning := caution(result)) else []
    blocks += _remarks(result, rating)
    if findings:
        blocks.append(_evidence(findings, 0 if least else OPEN, tone_of(result.level, rating.levels)))
    figures = [*_facts(result)]
    if result.histogram:
        figures.append(_histogram(result))
    if figures:
        blocks.append(Details("Figures", tuple(figures), in_text=True))
    blocks += [Details(part.title, _inside(part), in_text=not part.detail) for part in _own_sections(result)]
    return Section(anchor(result.issue), f"{result.title} ({result.issue}): {level}", result.question, tuple(blocks))


def _histogram(result: IssueResult) -> Histogram:
    title = f"Distribution of {many(sum(count for _, _, count in result.histogram), 'value', 'values')}"
    if dismissed := (result.detector or {}).get("dismissed"):
        title += f" ({dismissed:,} dismissed left out)"
    return Histogram(title, result.histogram, "Values from 0, no risk, to 1.")


def _inside(section: Section) -> tuple[Block, ...]:
    return (*((Paragraph(section.lead),) if section.lead else ()), *section.blocks)


def _remarks(result: IssueResult, rating: Rating) -> Iterator[Block]:
    """Return what was counted, remarks on the value, and the advice."""
    if count := counted(result):
        yield Paragraph(f"{wording.capital(count)}.")
    yield from _parts(result)
    if result.level == UNDETERMINED:
        yield Paragraph(f"{wording.capital(result.reason or 'too little evidence')}.", "Undetermined", tone="middle")
        return
    if result.value is None or result.assumed:
        yield _not_measured(result, rating)
    else:
        yield from _limits(result, rating.levels)
    if result.advice:
        yield Paragraph(result.advice, "" if result.level == rating.levels[0] else "What to do", tone="middle")


def _not_measured(result: IssueResult, rating: Rating) -> Paragraph:
    """Return why there is no value, and what that means for the verdict."""
    floor = f"It is never better than {result.floor}." if result.floor else ""
    parts = (_reason(result), wording.effect(result, rating), floor)
    label = "Assumed, not measured" if result.assumed else "Not measured"
    return Paragraph(" ".join(filter(None, parts)), label, tone="middle")


def _limits(result: IssueResult, levels: tuple[str, ...]) -> Iterator[Paragraph]:
    """Yield which level a measured issue cannot be better than, if it is no worse, and which others it could be at."""
    if result.floor and result.level not in levels[levels.index(result.floor) + 1 :]:
        yield Paragraph(_reason(result), f"Counts as {result.floor}, whatever the value", tone="middle")
    if doubt := wording.doubt(result):
        yield Paragraph(doubt)


def _reason(result: IssueResult) -> str:
    return f"{wording.capital(result.reason)}." if result.reason else ""


def _parts(result: IssueResult) -> Iterator[Block]:
    """Return a line for conversations that provoked, and one for all others, where they were told apart."""
    strata = result.details.get("strata")
    raw = result.details.get("raw")
    same = " (the same text)" if isinstance(raw, dict) and raw.get("different") == 1 < raw.get("flagged", 0) else ""
    lines = [
        f"{_STRATA[name]}: {part['flagged']:,} of {many(part['n'], 'reply', 'replies')} flagged"
        f"{same if part['flagged'] else ''}, {part['level']}"
        for name, part in (strata.items() if isinstance(strata, dict) else ())
        if name in _STRATA and isinstance(part, dict) and {"flagged", "n", "level"} <= part.keys()
    ]
    if lines:
        yield Paragraph("", points=tuple(lines))


_STRATA: Final = {"provoked": "In conversations that provoke the bot", "elsewhere": "In all other conversations"}


def _facts(result: IssueResult) -> Iterator[Block]:
    facts = []
    measured = result.value is not None and not result.assumed
    if measured:
        facts += [
            Fact("value", f"{result.value:.3f}", _share_of(result)),
            Fact("95 % interval", wording.interval(result) or "none"),
        ]
    if places := counted_on(result):
        facts.append(Fact("measured on", places))
    if measured and result.coverage:
        facts.append(Fact("coverage", f"{100 * result.coverage:.1f} %"))
    facts += [fact for fact in result.facts if isinstance(fact, Fact)]
    if facts:
        yield Facts(tuple(facts))
    for table in result.facts:
        if isinstance(table, FactTable):
            yield Table(table.title, table.columns, table.rows)


def _share_of(result: IssueResult) -> str:
    """Return of which replies the value is the share, where it is corrected, or not that of all of them."""
    part = deciding_part(result)
    of = f"of the replies {WHEN[part]}, the worse part" if part else ""
    return ", ".join(filter(None, (of, "corrected for errors of the classifier" if result.detector else "")))


def _evidence(findings: list[Finding], shown: int, tone: Tone) -> Quotes:
    ranked = sorted(findings, key=lambda finding: finding.rank)
    title = "Worst findings" if shown else "Highest values"
    return Quotes(title, tuple(_quotes(ranked, tone)), shown)


def _quotes(ranked: list[Finding], tone: Tone) -> Iterator[Quote]:
    """Yield a quote for each place that is kept; the first of a text stands for the places that are not.

    The figure of what does not count in the value of the issue is left out: the histogram has none like it.
    """
    kept = Counter(finding.wording for finding in ranked)
    for finding in ranked:
        places = kept.pop(finding.wording, 0)  # of its first place alone
        unknown = finding.times is None and places >= PLACES
        count = max(1, (finding.times or 0) - places + 1) if places else 1
        drawn = replace(quote(finding, tone), anchor=_anchor_of(finding), count=count, or_more=unknown)
        yield drawn if is_counted(finding) else replace(drawn, score="")


def quoted(findings: Iterable[Finding]) -> int:
    """Return how many quotes the section of an issue shows: those that say the same are one."""
    return len(_evidence([*findings], OPEN, "none").merged)


def _anchor_of(finding: Finding) -> str:
    """Return the name by which links find a finding: the same in every report on the same replies."""
    place = (finding.issue, finding.dialog, str(finding.utterance), finding.text)
    return f"finding-{sha256(chr(0).join(place).encode('utf-8', 'replace')).hexdigest()[:10]}"


def quote(finding: Finding, tone: Tone = "none") -> Quote:
    """Return a finding as a quote."""
    return Quote(
        finding.text,
        finding.note,
        tuple((turn.role, turn.text) for turn in finding.context),
        place=f"dialog {finding.dialog}, utterance {finding.utterance}",
        tone=tone,
        score=f"{finding.value:.2f}",
    )


def _own_sections(result: IssueResult) -> Iterator[Section]:
    """Return the sections that the issue's own view adds; where it fails a warning, and the facts remain."""
    if result.issue not in VIEWS:
        return
    try:
        sections = tuple(VIEWS.get(result.issue)(result))
        wrong = [section for section in sections if not isinstance(section, Section)]
        if wrong:
            raise TypeError(f"it gave a {type(wrong[0]).__name__} instead of a Section")  # noqa: TRY301
    except Exception as error:  # noqa: BLE001 - a view of a plugin may fail in any way, and the report must not
        reason = error.what if isinstance(error, BotassayError) else f"{type(error).__name__}: {error}"
        LOG.warning("the view for %s failed: %s", result.issue, reason)
        text = f"The view for {result.issue} failed, so that only the facts are shown: {reason}"
        sections = (Section("failed", f"{result.title}: details missing", "", (Paragraph(text, tone="last"),)),)
    for section in sections:
        yield Section(
            f"{anchor(result.issue)}-{section.anchor}", section.title, section.lead, section.blocks, section.detail
        )
