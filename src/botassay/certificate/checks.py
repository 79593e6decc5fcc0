"""The checks of a certificate: its signatures, its dates, what it is about, and its page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, Literal

from botassay.certificate import page
from botassay.certificate.envelope import Envelope, EnvelopeSignature, code_of, decoded, same_code, signed_bytes
from botassay.certificate.key_store import KeyStore
from botassay.certificate.keys import PublicKey, public_key
from botassay.certificate.statement import JOURNAL, RATING, CertificateStatement, read_statement
from botassay.core.errors import InputError, UsageError

Outcome = Literal["ok", "failed", "not checked"]
SIGNATURE: Final = "signature"
DATES: Final = "dates"
SIGNED_RATING: Final = "signed rating"
SIGNED_JOURNAL: Final = "signed journal"
PAGE: Final = "certificate.html"
CODE: Final = "code"


@dataclass(frozen=True, slots=True)
class VerificationCheck:
    """One check of a run or a certificate."""

    name: str
    """`signature`, `dates`, `signed rating`, `signed journal`, `code`; `journal` or `screens`, of a variant with its
    folder; `rating`, `figures`, or the name of a file."""
    outcome: Outcome
    text: str
    """What was seen, or why it could not be checked."""


@dataclass(frozen=True, slots=True)
class VerifiedCertificate:
    """What a certificate says of itself, once its signature was verified."""

    code: str
    """As printed on its page."""
    bot: str
    signer: str
    role: str | None
    """Of the signer, by its own account."""
    keyids: tuple[str, ...]
    signed_at: str
    valid_until: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A certificate whose signatures were looked at."""

    check: VerificationCheck
    statement: CertificateStatement | None
    """What was signed; None where no signature vouches for the bytes."""
    payload: bytes

    @property
    def trusted(self) -> bool:
        """Whether a trusted key signed it."""
        return self.check.outcome == "ok"


def opened(envelope: Envelope, store: KeyStore, trust: Sequence[PublicKey], where: str) -> Opened:
    """Check the signatures of a certificate, and read what they vouch for.

    Args:
        envelope: the certificate.
        store: the keys that this user trusts.
        trust: keys to trust beside them.
        where: the file, for errors.

    Raises: InputError for a payload that is signed and is no certificate.
    """
    payload = envelope.body(where)
    given = {key.keyid: key for key in trust}
    known = {s.keyid: given.get(s.keyid) or store.public(s.keyid) for s in envelope.signatures}
    seen = [_signed(s, known[s.keyid], payload, where) for s in envelope.signatures]
    if "wrong" in seen:
        bad = envelope.signatures[seen.index("wrong")].keyid
        text = f"the signature of {_short(bad)} does not belong to these bytes"
        return Opened(VerificationCheck(SIGNATURE, "failed", text), None, payload)
    if not any(state == "right" for state in seen):
        ids = ", ".join(_short(signature.keyid) for signature in envelope.signatures)
        text = f"the key {ids} is not here; get it from the signer and give it with --trust FILE.pub"
        return Opened(VerificationCheck(SIGNATURE, "not checked", text), None, payload)
    statement = read_statement(payload, where)
    trusted = [keyid for keyid, key in known.items() if key is not None]
    return Opened(_standing(statement, trusted, store, envelope), statement, payload)


def _signed(
    signature: EnvelopeSignature, key: PublicKey | None, payload: bytes, where: str
) -> Literal["right", "wrong", "unknown"]:
    """Check one signature, by the key that is known under its id or else by the one that it brings along."""
    if key is None and signature.public_key:
        key = public_key(decoded(signature.public_key, "a public key", where), where)
        if key.keyid != signature.keyid:
            return "wrong"
    if key is None:
        return "unknown"
    try:
        made = decoded(signature.sig, "a signature", where)
    except InputError:
        return "wrong"
    return "right" if key.verifies(made, signed_bytes(payload)) else "wrong"


def _standing(
    statement: CertificateStatement, trusted: Sequence[str], store: KeyStore, envelope: Envelope
) -> VerificationCheck:
    """Say whether one of the keys is trusted, and was not revoked when it signed."""
    if not trusted:
        ids = ", ".join(_short(signature.keyid) for signature in envelope.signatures)
        text = f"intact, but signed by a key you have not trusted: {ids}; get it from the signer and use --trust"
        return VerificationCheck(SIGNATURE, "not checked", text)
    at = _time(statement.predicate.signed_at) or datetime.max.replace(tzinfo=UTC)
    revoked = {keyid: since for keyid in trusted if (since := store.revoked_at(keyid, at))}
    if len(revoked) == len(trusted):
        since = ", ".join(f"{_short(keyid)} from {day}" for keyid, day in revoked.items())
        return VerificationCheck(SIGNATURE, "failed", f"the key is revoked: {since}")
    valid = next(keyid for keyid in trusted if keyid not in revoked)
    name = store.name_of(valid)
    text = f"the bytes are those that {name or 'the given key'} signed (key {_short(valid)})"
    return VerificationCheck(SIGNATURE, "ok", text)


def dates(statement: CertificateStatement, now: datetime, *, allow_expired: bool) -> VerificationCheck:
    """Check that the dates of a certificate follow each other, and that it has not expired."""
    predicate = statement.predicate
    texts = (predicate.observed.since, predicate.observed.until, predicate.signed_at, predicate.valid_until)
    times = [_time(text) for text in texts]
    if None in times:
        bad = texts[times.index(None)]
        return VerificationCheck(DATES, "failed", f"{bad[:40]!r} is not a time")
    begun, ended, signed, until = (time for time in times if time is not None)
    if not begun <= ended <= signed:
        text = f"observed from {texts[0]} to {texts[1]} and signed {texts[2]}: these are not in order"
        return VerificationCheck(DATES, "failed", text)
    if until < now:
        return VerificationCheck(DATES, "ok" if allow_expired else "failed", f"it expired {texts[3]}")
    return VerificationCheck(DATES, "ok", f"observed until {texts[1]}, signed {texts[2]}, valid until {texts[3]}")


def digests(statement: CertificateStatement, rating: bytes | None, root: str | None) -> Iterator[VerificationCheck]:
    """Check that a rating and a journal are those that were signed.

    Args:
        statement: what was signed.
        rating: the bytes of `rating.json`; None where it is not at hand.
        root: the digest over all conversations; None where the journal is not at hand or not as it was written.
    """
    if rating is None:
        yield VerificationCheck(SIGNED_RATING, "not checked", f"{RATING} is not at hand")
    elif sha256(rating).hexdigest() == statement.digest_of(RATING):
        yield VerificationCheck(SIGNED_RATING, "ok", f"{RATING} is the one that was signed")
    else:
        yield VerificationCheck(SIGNED_RATING, "failed", f"{RATING} is not the one that was signed")
    if root is None:
        yield VerificationCheck(SIGNED_JOURNAL, "not checked", "no journal with an unbroken chain is at hand")
    elif root.removeprefix("sha256:") == statement.digest_of(JOURNAL):
        yield VerificationCheck(SIGNED_JOURNAL, "ok", "the journal ends in the digest that was signed")
    else:
        yield VerificationCheck(SIGNED_JOURNAL, "failed", "the journal ends in another digest than was signed")


def drawn(envelope: Envelope, statement: CertificateStatement, held: bytes | None, here: str) -> VerificationCheck:
    """Check that a page is what this version draws from the statement.

    Args:
        envelope: the certificate.
        statement: what it says.
        held: the bytes of the page; None where there is none.
        here: the version of botassay.
    """
    if held is None:
        return VerificationCheck(PAGE, "not checked", "the page is not at hand")
    if held == page.draw(envelope, PAGE):
        return VerificationCheck(PAGE, "ok", "the page is what follows from the statement")
    made_by = statement.predicate.method.version
    if made_by != here:
        return VerificationCheck(PAGE, "not checked", f"drawn by botassay {made_by[:40]}; this is {here}")
    return VerificationCheck(PAGE, "failed", "the page is not what follows from the statement")


def printed(payload: bytes, typed: str) -> VerificationCheck:
    """Check the code that is printed on a certificate."""
    code = code_of(payload)
    if same_code(typed, code):
        return VerificationCheck(CODE, "ok", f"it is {code}")
    return VerificationCheck(CODE, "failed", f"it is {code}, and not {typed[:40]}")


def summary(envelope: Envelope, opened_as: Opened) -> VerifiedCertificate | None:
    """Return what a certificate says of itself; None where no signature vouches for it."""
    if opened_as.statement is None:
        return None
    predicate = opened_as.statement.predicate
    return VerifiedCertificate(
        code=code_of(opened_as.payload),
        bot=predicate.bot.name,
        signer=predicate.signer.name,
        role=predicate.signer.role,
        keyids=tuple(signature.keyid for signature in envelope.signatures),
        signed_at=predicate.signed_at,
        valid_until=predicate.valid_until,
    )


def _time(text: str) -> datetime | None:
    """Return a time in RFC 3339; None for anything else."""
    try:
        return moment(text)
    except UsageError:
        return None


def moment(text: str) -> datetime:
    """Return a time as people type it: RFC 3339, in UTC unless it names another offset.

    Raises: UsageError.
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"{text[:40]!r} is not a time", hint="write it like 2026-11-23T09:00:00Z") from error
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)


def _short(keyid: str) -> str:
    return f"{keyid[:16]}…" if len(keyid) > 16 else keyid  # noqa: PLR2004 - enough to tell keys apart
