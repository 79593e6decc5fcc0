"""The printable page of a certificate: drawn from the envelope alone, which it holds."""

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from botassay.certificate.envelope import Envelope, code_of, decoded, refuse
from botassay.certificate.statement import CertificatePredicate, CertifiedIssue, CertifiedVerdict, read_statement
from botassay.core.facts import Fact
from botassay.core.results import UNDETERMINED
from botassay.core.text.plural import listed, many
from botassay.view import Badge, Facts, Headline, Page, Paragraph, Section, Table
from botassay.view.html import render_sheet
from botassay.view.tone import tone_of

ENDING: Final = ".html"
_HOLDS: Final = re.compile(rb'<template id="envelope">([^<]*)</template>')
_PROVEN: Final = (
    (
        "The holder of the key signed these figures; nothing changed since.",
        "That the signer is who it says, or independent.",
    ),
    (
        "They follow from these answers and settings (with the run at hand).",
        "That the answers came from that bot: a signer can invent them.",
    ),
    (
        "Version, seed, weights and cuts; the time by the signer's clock.",
        "That the bot is the same today, or for other users, languages and channels.",
    ),
    ("What was tested.", "That it is safe, lawful or fit."),
)
_SHOWN: Final = 4
"""Detectors of other tools that are named."""
_ROLES: Final = {
    None: "states no relation to the bot",
    "maker": "maker of the bot (says so itself)",
    "buyer": "buyer of the bot (says so itself)",
    "third-party": "third party (says so itself)",
}


def envelope_in(page: bytes, where: str) -> bytes:
    """Return the certificate that a page holds.

    Raises: InputError for a page without one, or with several.
    """
    held = _HOLDS.findall(page)
    if len(held) != 1:
        refuse("the page holds no certificate" if not held else "the page holds several certificates", where)
    return decoded(held[0].decode("latin-1"), "what the page holds", where)


def draw(envelope: Envelope, where: str) -> bytes:
    """Return the page of a certificate whose signature was verified; the same certificate gives the same bytes."""
    payload = envelope.body(where)
    predicate = read_statement(payload, where).predicate
    code, keyids = code_of(payload), tuple(signature.keyid for signature in envelope.signatures)
    held = b64encode(envelope.encoded()).decode()
    return render_sheet(page_of(predicate, keyids, code), code, held).encode("utf-8", "backslashreplace")


def page_of(predicate: CertificatePredicate, keyids: tuple[str, ...], code: str) -> Page:
    """Return what stands on the page of a certificate."""
    bot, seen = predicate.bot, predicate.observed
    worst = max(predicate.rating, key=_badness)
    lead = (
        f"Valid for this bot as it was between {seen.since} and {seen.until}; expires {predicate.valid_until}. "
        f"{many(seen.conversations, 'conversation', 'conversations')} with {many(seen.requests, 'message', 'messages')}"
        f" were held; {_percent(seen.coverage)} of those planned were scored."
    )
    return Page(
        kicker=" · ".join(filter(None, ("bot", bot.address, bot.declared_version, bot.purpose))),
        title=bot.name,
        headline=Headline(_in_words(worst, len(predicate.rating)), tone_of(worst.level, worst.levels)),
        lead=lead,
        facts=(),
        alerts=_flags(predicate),
        sections=(_verdicts(predicate), _issues(predicate), _gaps(predicate), _signature(predicate, keyids), _LIMITS),
        notes=(
            Paragraph(
                f"Code {code}: compare it with what the signer gives you, or with: botassay verify PAGE --code {code}. "
                "This page holds the signed certificate and loads nothing: botassay verify PAGE checks it."
            ),
        ),
        version=predicate.method.version,
    )


_LIMITS: Final = Section("limits", "What this certificate proves", "", (Table("", ("proven", "not proven"), _PROVEN),))


def _badness(verdict: CertifiedVerdict) -> tuple[int, int]:
    ranks = {name: rank for rank, name in enumerate(verdict.levels)}
    better, worse = (ranks.get(bound, 0) for bound in verdict.bounds)
    return (worse, better) if verdict.level == UNDETERMINED else (ranks.get(verdict.level, 0), worse)


def _in_words(verdict: CertifiedVerdict, profiles: int) -> str:
    """Return a verdict as a phrase."""
    if profiles == 1:
        return f"{_risk(verdict)} for the profile {verdict.profile}"
    if verdict.level == UNDETERMINED:
        return f"{_risk(verdict)} for at least one of {profiles} profiles"
    return f"{_risk(verdict)}, the worst verdict of {profiles} profiles"


def _risk(verdict: CertifiedVerdict) -> str:
    """Return a verdict, or the level that one which the missing evidence could still move is at least."""
    if verdict.level != UNDETERMINED:
        return f"{verdict.level.upper()} risk"
    least = verdict.bounds[0]
    return "No verdict" if least == verdict.levels[0] else f"At least {least.upper()} risk"


def _rest(level: str | None, could_be: tuple[str, ...]) -> str:
    others = [other for other in dict.fromkeys(could_be) if other != level]
    return listed(others, "or") if others else "nothing else"


def _flags(predicate: CertificatePredicate) -> tuple[Paragraph, ...]:
    """Return each red flag once, with the profiles that have it where not all do."""
    having: dict[tuple[str, str], list[str]] = {}
    for verdict in predicate.rating:
        for flag in verdict.flags:
            having.setdefault((flag.issue, flag.reason), []).append(verdict.profile)
    return tuple(
        Paragraph(
            reason,
            f"Red flag {issue}" + ("" if len(profiles) == len(predicate.rating) else f" for {listed(profiles)}"),
            tone="last",
        )
        for (issue, reason), profiles in having.items()
    )


def _verdicts(predicate: CertificatePredicate) -> Section:
    rows = tuple(
        (
            verdict.profile,
            Badge(_risk(verdict), tone_of(verdict.level, verdict.levels)),
            _between(verdict),
            ", ".join(flag.issue for flag in verdict.flags) or "none",
        )
        for verdict in predicate.rating
    )
    columns = ("profile of users", "verdict", "could be", "red flags")
    return Section("verdicts", "Verdicts", "", (Table("", columns, rows),))


def _between(verdict: CertifiedVerdict) -> str:
    better, worse = verdict.bounds
    if verdict.level == UNDETERMINED:
        return f"{better} to {worse}"
    raised = f"; {verdict.raised_from} by weight alone" if verdict.raised_from else ""
    return _rest(verdict.level, verdict.bounds) + raised


def _issues(predicate: CertificatePredicate) -> Section:
    levels = predicate.rating[0].levels
    rows = tuple(
        (f"{issue.title} ({issue.issue})", _level(issue, levels), _rest(issue.level, issue.could_be), f"{issue.n:,}")
        for issue in predicate.issues
    )
    columns = ("issue", "level", "could be", "n")
    return Section("results", "Issues", "", (Table("", columns, rows),))


def _level(issue: CertifiedIssue, levels: tuple[str, ...]) -> Badge:
    if issue.level in levels:
        return Badge(f"{issue.level}".upper(), tone_of(issue.level, levels))
    return Badge("No verdict" if issue.value is not None else "not measured")


def _gaps(predicate: CertificatePredicate) -> Section:
    missing = listed([f"{gap.title} ({gap.issue})" for gap in predicate.not_tested]) or "none of the standard issues"
    blocks = (
        Paragraph(missing, "Not tested"),
        Paragraph(listed(predicate.not_seen) or "nothing is named", "Not seen"),
        *_external(predicate),
    )
    return Section("gaps", "Not tested, not seen", "", blocks)


def _external(predicate: CertificatePredicate) -> Iterator[Paragraph]:
    """Yield what other tools found, the first few of them: the page is one sheet."""
    if not predicate.external:
        return
    shown = [f"{each.issue} ({each.flagged:,} of {each.n:,})" for each in predicate.external[:_SHOWN]]
    others = len(predicate.external) - len(shown)
    more = [many(others, "other detector", "other detectors")] if others else []
    text = f"replies flagged by {listed([*shown, *more])}; this does not count in the verdicts"
    yield Paragraph(text, "What other tools found")


def _signature(predicate: CertificatePredicate, keyids: tuple[str, ...]) -> Section:
    method, signer, decisions = predicate.method, predicate.signer, predicate.decisions
    rule = f"botassay {method.version}, method {method.method}, rule {method.rule}"
    seed = "unknown" if method.seed is None else str(method.seed)
    items = [
        Fact("signer", f"{signer.name}; {_ROLES[signer.role]}"),
        Fact("signed", f"{predicate.signed_at}, by the signer's clock"),
        Fact("key id" if len(keyids) == 1 else "key ids", ", ".join(keyids)),
        Fact("made by", f"{rule}, depth {method.depth or 'unknown'}, seed {seed}"),
    ]
    if decisions:
        counted = f"{decisions.dismissed} dismissed, {decisions.confirmed} confirmed"
        items.append(Fact("decisions by people", f"{counted}; without them: {decisions.level_without}"))
    return Section("signature", "Signature", "", (Facts(tuple(items)),))


def _percent(text: str) -> str:
    try:
        return f"{float(text):.0%}"
    except ValueError:
        return text
