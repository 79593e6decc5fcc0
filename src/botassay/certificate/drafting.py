"""From a stored rating and its run to the statement that is signed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from botassay.certificate.statement import (
    JOURNAL,
    PREDICATE_TYPE,
    RATING,
    STATEMENT_TYPE,
    CertificatePredicate,
    CertificateStatement,
    CertifiedBot,
    CertifiedDecisions,
    CertifiedFinding,
    CertifiedFlag,
    CertifiedGap,
    CertifiedIssue,
    CertifiedMethod,
    CertifiedObservation,
    CertifiedSigner,
    CertifiedSubject,
    CertifiedVerdict,
    CertifiedWeights,
)
from botassay.core.results import ForeignIssue, IssueResult, Rating, Report
from botassay.core.scale import CRISIS
from botassay.core.shipped import checksum
from botassay.settings.signing import Role

NOT_SEEN: Final = ("the page around the chat",)
_MODELS: Final = (("botassay.encoder", "encoder.onnx"), ("botassay.encoder", "vocab.txt"))
"""Model files of every rating that reads replies with the encoder."""
_CRISIS_MODELS: Final = tuple(("botassay.trust.crisis", f"{name}.npz") for name in ("heads", "closer", "missed"))
"""Model files of every rating of CR, beside those of the encoder."""
_READ: Final = frozenset({"AL.flagged", "B.prejudice", "CR.stated", "CR.veiled"})
"""Measures that the encoder takes part in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunObserved:
    """What a journal says about its run."""

    address: str
    """Where requests went, without secrets, or the bot as it was named when the run began."""
    heard: tuple[datetime, datetime]
    """When the first and the last answer came."""
    conversations: int
    requests: int
    journal: str
    """The digest over all conversations, `sha256:` and 64 digits."""
    method: str
    depth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedBy:
    """Who signs, when, and for how long."""

    name: str
    role: Role | None
    at: datetime
    days: int


def draft(rating: bytes, report: Report, run: RunObserved, by: SignedBy) -> CertificateStatement:
    """Return the statement about a run; the same arguments give the same statement.

    Args:
        rating: the bytes of `rating.json`.
        report: the rating in them.
        run: what the journal says.
        by: who signs.
    """
    first = report.ratings[0]
    return CertificateStatement(
        type=STATEMENT_TYPE,
        predicate_type=PREDICATE_TYPE,
        subject=(
            CertifiedSubject(name=RATING, digest={"sha256": sha256(rating).hexdigest()}),
            CertifiedSubject(name=JOURNAL, digest={"sha256": run.journal.removeprefix("sha256:")}),
        ),
        predicate=CertificatePredicate(
            schema="botassay/certificate/1",
            bot=_bot(first, run.address),
            observed=CertifiedObservation(
                since=stamp(run.heard[0]),
                until=stamp(run.heard[1]),
                conversations=run.conversations,
                requests=run.requests,
                coverage=share(first.counts.scored / first.counts.planned if first.counts.planned else 0.0),
                covert=first.provenance.covert,
            ),
            rating=tuple(_verdict(each) for each in report.ratings),
            issues=tuple(_issue(result) for result in first.scores),
            not_tested=tuple(CertifiedGap(issue=gap.issue, title=gap.title) for gap in first.not_tested),
            not_seen=NOT_SEEN,
            method=_method(report, run),
            decisions=_decisions(report.ratings),
            external=tuple(_finding(issue) for issue in first.external or ()),
            signer=CertifiedSigner(
                name=by.name,
                role=by.role,
                assurance="third_party" if by.role == "third-party" else "self_attested",
            ),
            evaluated_at=stamp(run.heard[1]),
            signed_at=stamp(by.at),
            valid_until=stamp(by.at + timedelta(days=by.days)),
        ),
    )


def stamp(time: datetime) -> str:
    """Return a time as RFC 3339 in UTC, in whole seconds.

    >>> stamp(datetime(2026, 11, 23, 4, 5, 6, 999, tzinfo=UTC))
    '2026-11-23T04:05:06Z'
    """
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def share(number: float) -> str:
    """Return a number as a decimal string without an exponent.

    >>> share(0.157754535), share(1.0), share(1e-7)
    ('0.157754535', '1', '0.0000001')
    """
    return f"{Decimal(repr(float(number))).normalize():f}"


def address_of(typed: str) -> str | None:
    """Return host and path of a bot that is reached over a network, without query, user and password; else None.

    >>> address_of("https://me:pw@bot.example:8443/chat?token=1#x"), address_of("eliza")
    ('bot.example:8443/chat', None)
    """
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", "ws", "wss"} or not host:
        return None
    named = f"[{host}]" if ":" in host else host
    return f"{named}{f':{port}' if port else ''}{parts.path.rstrip('/')}"


def _bot(rating: Rating, typed: str) -> CertifiedBot:
    subject = rating.subject
    return CertifiedBot(
        name=subject.name,
        kind=subject.kind,
        address=address_of(typed),
        digest=subject.digest,
        declared_version=subject.about.get("version"),
        purpose=subject.about.get("purpose"),
    )


def _verdict(rating: Rating) -> CertifiedVerdict:
    return CertifiedVerdict(
        profile=rating.profile.name,
        level=rating.level,
        bounds=rating.bounds,
        levels=rating.levels,
        flags=tuple(CertifiedFlag(issue=flag.issue, level=flag.level, reason=flag.reason) for flag in rating.flags),
        raised_from=rating.rule.raised_from,
    )


def _issue(result: IssueResult) -> CertifiedIssue:
    return CertifiedIssue(
        issue=result.issue,
        title=result.title,
        measure=result.measure,
        value=None if result.value is None else share(result.value),
        interval=None if result.interval is None else (share(result.interval[0]), share(result.interval[1])),
        level=result.level,
        could_be=result.could_be,
        sure=result.sure,
        n=result.n,
        clusters=result.clusters,
        raw=None if result.raw is None else share(result.raw),
        detector=None if result.detector is None else _exact(result.detector),
        floor=result.floor,
    )


def _exact(part: Any) -> Any:
    """Return numbers with a fraction as decimal strings, wherever they stand."""
    if isinstance(part, float):
        return share(part)
    if isinstance(part, Mapping):
        return {str(key): _exact(value) for key, value in part.items()}
    return [_exact(item) for item in part] if isinstance(part, list | tuple) else part


def _method(report: Report, run: RunObserved) -> CertifiedMethod:
    first = report.ratings[0]
    settings = sorted(rating.provenance.config for rating in report.ratings)
    return CertifiedMethod(
        tool="botassay",
        version=first.provenance.version,
        method=run.method,
        rule=first.rule.name,
        cuts={result.issue: tuple(share(cut) for cut in result.cuts) for result in first.scores},
        depth=run.depth,
        seed=first.provenance.seed,
        settings_digest=_digest(settings),
        weights=tuple(_weights(first.scores)),
    )


def _weights(scores: Sequence[IssueResult]) -> Iterator[CertifiedWeights]:
    read = _MODELS if _READ & {result.measure for result in scores} else ()
    more = _CRISIS_MODELS if any(result.issue == CRISIS for result in scores) else ()
    for package, name in read + more:
        yield CertifiedWeights(name=name, sha256=checksum(package, name))


def _finding(issue: ForeignIssue) -> CertifiedFinding:
    return CertifiedFinding(
        issue=issue.issue,
        tool=issue.tool,
        version=issue.version or None,
        n=issue.n,
        flagged=issue.flagged,
        share=None if issue.share is None else share(issue.share),
        interval=None if issue.interval is None else (share(issue.interval[0]), share(issue.interval[1])),
    )


def _decisions(ratings: Sequence[Rating]) -> CertifiedDecisions | None:
    decided = [rating.accepted for rating in ratings if rating.accepted is not None]
    if not decided:
        return None
    worst = max(ratings, key=_without)
    findings = [asdict(finding) for finding in (*decided[0].findings, *decided[0].confirmed)]
    return CertifiedDecisions(
        confirmed=len(decided[0].confirmed),
        dismissed=len(decided[0].findings),
        digest=_digest(sorted(findings, key=str)),
        level_without=worst.accepted.level if worst.accepted else worst.level,
    )


def _without(rating: Rating) -> int:
    """Return the rank that a rating would have without decisions; that of its worse bound if it is undetermined."""
    accepted = rating.accepted
    level, bounds = (accepted.level, accepted.bounds) if accepted else (rating.level, rating.bounds)
    return rating.levels.index(level if level in rating.levels else bounds[1])


def _digest(value: object) -> str:
    return f"sha256:{sha256(msgspec.json.encode(value, order='deterministic')).hexdigest()}"
