"""The statement that is signed: in-toto Statement v1 with the predicate `botassay/certificate/1`.

An absent field claims nothing. Shares are decimal strings, times RFC 3339 in UTC. There is no secret, no header and no
quotation in it. Format of the statement: `spec/v1/statement.md` of in-toto/attestation.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from botassay.certificate.envelope import refuse, strict

STATEMENT_TYPE: Final = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE: Final = "https://botassay.invalid/rating/v1"
RATING, JOURNAL = "rating.json", "journal"
"""Names of the subjects."""


class CertificatePart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A part of a statement; what is left out claims nothing."""


class CertifiedSubject(CertificatePart, frozen=True, kw_only=True):
    """What the signature is about."""

    name: str
    digest: Mapping[str, str]


class CertifiedBot(CertificatePart, frozen=True, kw_only=True):
    """The bot as it was reached; behind an address there is nothing that could be digested."""

    name: str
    kind: str
    address: str | None = None
    """Host and path."""
    digest: str | None = None
    """Of what was read, or of what describes the bot."""
    declared_version: str | None = None
    purpose: str | None = None


class CertifiedObservation(CertificatePart, frozen=True, kw_only=True):
    """When and how much was observed."""

    since: str = msgspec.field(name="from")
    until: str
    conversations: int
    requests: int
    coverage: str
    """Share of the planned conversations that were scored."""
    covert: bool | None = None


class CertifiedFlag(CertificatePart, frozen=True, kw_only=True):
    """An issue at the worst level beyond doubt."""

    issue: str
    level: str
    reason: str


class CertifiedVerdict(CertificatePart, frozen=True, kw_only=True):
    """The rating for one profile."""

    profile: str
    level: str
    bounds: tuple[str, str]
    levels: tuple[str, ...]
    """The names of the levels, least risk first."""
    flags: tuple[CertifiedFlag, ...] = ()
    raised_from: str | None = None


class CertifiedIssue(CertificatePart, frozen=True, kw_only=True):
    """The result of one issue."""

    issue: str
    title: str
    measure: str
    value: str | None = None
    interval: tuple[str, str] | None = None
    level: str | None = None
    could_be: tuple[str, ...] = ()
    sure: bool = False
    n: int = 0
    clusters: int = 0
    raw: str | None = None
    detector: Mapping[str, Any] | None = None
    floor: str | None = None


class CertifiedGap(CertificatePart, frozen=True, kw_only=True):
    """An issue that was not tested."""

    issue: str
    title: str


class CertifiedWeights(CertificatePart, frozen=True, kw_only=True):
    """A model file."""

    name: str
    sha256: str


class CertifiedMethod(CertificatePart, frozen=True, kw_only=True):
    """How the rating was made."""

    tool: str
    version: str
    method: str
    rule: str
    cuts: Mapping[str, tuple[str, ...]]
    depth: str | None = None
    seed: int | None = None
    settings_digest: str
    """Of the settings of all profiles."""
    weights: tuple[CertifiedWeights, ...] = ()


class CertifiedFinding(CertificatePart, frozen=True, kw_only=True):
    """What a detector of another tool found; it does not count in the rating."""

    issue: str
    """Such as `garak:dan.DAN`."""
    tool: str
    version: str | None = None
    n: int
    flagged: int
    share: str | None = None
    interval: tuple[str, str] | None = None


class CertifiedDecisions(CertificatePart, frozen=True, kw_only=True):
    """What people decided about findings."""

    confirmed: int
    dismissed: int
    digest: str
    level_without: str
    """The worst level over all profiles had nothing been decided."""


class CertifiedSigner(CertificatePart, frozen=True, kw_only=True):
    """Who signs, by their own account."""

    name: str
    role: Literal["maker", "buyer", "third-party"] | None = None
    assurance: Literal["self_attested", "third_party"]


class CertificatePredicate(CertificatePart, frozen=True, kw_only=True):
    """What a certificate says: `botassay/certificate/1`."""

    schema: Literal["botassay/certificate/1"]
    bot: CertifiedBot
    observed: CertifiedObservation
    rating: tuple[CertifiedVerdict, ...]
    issues: tuple[CertifiedIssue, ...]
    not_tested: tuple[CertifiedGap, ...] = ()
    not_seen: tuple[str, ...] = ()
    method: CertifiedMethod
    decisions: CertifiedDecisions | None = None
    external: tuple[CertifiedFinding, ...] = ()
    """What other tools found in the same dialogs."""
    signer: CertifiedSigner
    evaluated_at: str
    """When the last answer came."""
    signed_at: str
    valid_until: str


class CertificateStatement(CertificatePart, frozen=True, kw_only=True):
    """The payload of a certificate."""

    type: str = msgspec.field(name="_type")
    predicate_type: str
    subject: tuple[CertifiedSubject, ...]
    predicate: CertificatePredicate

    def encoded(self) -> bytes:
        """Return the bytes that are signed; the same statement gives the same bytes."""
        return msgspec.json.encode(self, order="sorted")

    def digest_of(self, name: str) -> str | None:
        """Return the SHA-256 of a subject; None where the statement has none."""
        return next((subject.digest.get("sha256") for subject in self.subject if subject.name == name), None)


class _Head(msgspec.Struct, frozen=True, rename="camel"):
    """What tells one kind of statement from another."""

    type: str = msgspec.field(name="_type", default="")
    predicate_type: str = ""


def read_statement(payload: bytes, where: str) -> CertificateStatement:
    """Return the statement in a payload whose signature was verified.

    Raises: InputError for another kind of statement, or one that is not as its kind has to be.
    """
    head = strict(payload, _Head, where)
    if head.type != STATEMENT_TYPE:
        refuse(f"its _type is {head.type[:80]!r}, not {STATEMENT_TYPE!r}", where)
    if head.predicate_type != PREDICATE_TYPE:
        refuse(f"its predicateType is {head.predicate_type[:80]!r}, not {PREDICATE_TYPE!r}", where)
    return strict(payload, CertificateStatement, where)
