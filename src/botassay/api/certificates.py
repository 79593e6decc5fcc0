"""The use cases of certificates: signing a run, and the keys that do it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from logging import getLogger
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import replace

from botassay.api.run_settings import settings_of_run
from botassay.api.subjects import place_of
from botassay.api.verification import CERTIFICATE, run_checks
from botassay.certificate import page
from botassay.certificate.checks import moment, opened
from botassay.certificate.drafting import RunObserved, SignedBy, draft
from botassay.certificate.envelope import (
    PAYLOAD_TYPE,
    Envelope,
    EnvelopeSignature,
    code_of,
    encoded,
    read_envelope,
    signed_bytes,
)
from botassay.certificate.key_store import KeyStore, KnownKey
from botassay.certificate.keys import COMMAND, Ask, SigningKey, read_private, signing_command
from botassay.certificate.statement import CertificateStatement, read_statement
from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.io.files import save
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.runs.journal import Record
from botassay.settings.signing import KeySettings, SignSettings

LOG = getLogger("botassay")
_LONGEST: Final = 200
"""Characters of the name of a signer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedRun:
    """What `sign --json` prints, `botassay/signed/1`."""

    schema: Literal["botassay/signed/1"] = "botassay/signed/1"
    certificate: str
    """The file that was written."""
    page: str
    """The page that was written."""
    code: str
    """As printed on the page."""
    keyids: tuple[str, ...]
    valid_until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyList:
    """What `key list --json` prints, `botassay/keys/1`."""

    schema: Literal["botassay/keys/1"] = "botassay/keys/1"
    folder: str
    keys: tuple[KnownKey, ...]


def new_key(name: str, passphrase: str | None, settings: KeySettings | None = None) -> KnownKey:
    """Make an Ed25519 key in the user's configuration, and trust it.

    Args:
        name: of its files, `NAME.key` and `NAME.pub`.
        passphrase: protects the private key.
        settings: whether the key may do without one.

    Raises: UsageError without a passphrase; OutputError where there is such a key already.
    """
    chosen = settings or KeySettings()
    if not passphrase and not chosen.no_passphrase:
        hint = "set BOTASSAY_KEY_PASSPHRASE, or use --no-passphrase"
        raise UsageError("the private key needs a passphrase", hint=hint)
    return KeyStore().new(name, None if chosen.no_passphrase else passphrase)


def trust_key(path: Path, name: str) -> KnownKey:
    """Trust the public key in a file from now on, under a name."""
    return KeyStore().trust(path, name)


def revoke_key(keyid: str, since: str) -> str:
    """No longer count what a key signed from a day on; return its whole id."""
    return KeyStore().revoke(keyid, since)


def list_keys() -> KeyList:
    """Return the keys that this user made or trusts."""
    store = KeyStore()
    return KeyList(folder=str(store.folder), keys=store.all())


def sign(
    run: str | Path, settings: SignSettings, *, ask: Ask = lambda _: None, on_progress: OnProgress | None = None
) -> SignedRun:
    """Sign a run: write its certificate, and the page of it. Nothing is sent.

    The same run, key and time give the same bytes. Where another key signed this run before, a signature is added to
    its statement.

    Args:
        run: its folder.
        settings: the key, who signs, and until when.
        ask: asks for the passphrase of a key file.
        on_progress: is told how far the work is.

    Raises: InputError for a run that is not sound, has no rating or no answers; ConfigurationError for a key that
        others can read or that does not open; UsageError without the extra `sign`.
    """
    store = KeyStore()
    folder = place_of(str(run))
    key = _key(settings, store, ask)
    rating, record = _sound(folder, on_progress)
    name = " ".join((settings.signer or key.name).split())[:_LONGEST]
    at = moment(settings.at) if settings.at else datetime.now(UTC).replace(microsecond=0)
    by = SignedBy(name=name, role=settings.role, at=at, days=settings.valid_days)
    observed = _observed(folder, record)
    if at < observed.heard[1].replace(microsecond=0):
        hint = f"the last answer came {observed.heard[1]:%Y-%m-%dT%H:%M:%SZ}; check --at and the clock"
        raise UsageError("a run cannot be signed before it ended", hint=hint)
    place = settings.out or folder / CERTIFICATE
    statement = draft(rating, load_stored(folder), observed, by)
    payload, before = _cosigned(place, statement, key, store)
    signature = EnvelopeSignature(
        keyid=key.public.keyid, sig=encoded(_made(key, payload)), public_key=encoded(key.public.der)
    )
    envelope = Envelope(payload=encoded(payload), payload_type=PAYLOAD_TYPE, signatures=(*before, signature))
    save(place, envelope.encoded())
    save(place.with_suffix(page.ENDING), page.draw(envelope, str(place)))
    keyids = tuple(each.keyid for each in envelope.signatures)
    until = read_statement(payload, str(place)).predicate.valid_until
    return SignedRun(
        certificate=str(place),
        page=str(place.with_suffix(page.ENDING)),
        code=code_of(payload),
        keyids=keyids,
        valid_until=until,
    )


def _key(settings: SignSettings, store: KeyStore, ask: Ask) -> SigningKey:
    typed = settings.key or ""
    if typed.startswith(COMMAND) and settings.public is not None:
        return signing_command(typed, settings.public)
    return read_private(store.private(typed), ask)


def _made(key: SigningKey, payload: bytes) -> bytes:
    """Sign, and see that the signature belongs to the public key: a command may use another one."""
    message = signed_bytes(payload)
    signature = key.sign(message)
    if not key.public.verifies(signature, message):
        hint = "check --public, and which key the command uses"
        raise ConfigurationError("the signature does not belong to the public key", key.name, hint)
    return signature


def _sound(folder: Path, on_progress: OnProgress | None) -> tuple[bytes, Record]:
    """Return the bytes of the rating of a run, and its journal, if nothing about them is wrong."""
    record = Record.of(folder)
    if record.root is None:
        hint = "hold a new run: its answers get digests"
        raise InputError(
            "E175 an earlier version wrote this run without digests; it cannot be signed", str(folder), hint
        )
    _, checks = run_checks(folder, on_progress)
    for check in checks:
        if check.outcome == "failed":
            raise InputError(f"E176 not sound, and not signed: {check.text}", str(folder), "see botassay verify")
    place = folder / STORED
    if not place.is_file():
        raise InputError("E174 there is no rating to sign", str(place), f"make it with: botassay rate {folder}")
    return place.read_bytes(), record


def _observed(folder: Path, record: Record) -> RunObserved:
    heard = record.heard()
    if heard is None:
        raise InputError("E138 the bot answered nothing; there is nothing to sign", str(folder), "hold a new run")
    settings, _ = settings_of_run(folder)
    held = [each for each in record.progress().values() if each.state == "held"]
    return RunObserved(
        address=str(record.facts["bot"].get("address") or record.facts["subject"]),
        heard=heard,
        conversations=len(held),
        requests=record.latency().sent,
        journal=str(record.root),
        method=settings.rating.method,
        depth=settings.run.depth,
    )


def _cosigned(
    place: Path, drafted: CertificateStatement, key: SigningKey, store: KeyStore
) -> tuple[bytes, Sequence[EnvelopeSignature]]:
    """Return what is to be signed, and the signatures that it has: of others, who signed the same before.

    Raises: InputError where the certificate that is there says something else of this run.
    """
    if not place.is_file():
        return drafted.encoded(), ()
    where = str(place)
    before = read_envelope(place.read_bytes(), where)
    others = tuple(each for each in before.signatures if each.keyid != key.public.keyid)
    held = opened(before, store, (), where).statement
    if not others:
        _say_replaced(held, drafted)
        return drafted.encoded(), ()
    if held is None or _claims(held, drafted) != drafted:
        what = "E187 the certificate that is there is not what follows from this run; it gets no second signature"
        raise InputError(what, where, "move it away, or write another one with --out")
    LOG.info("added a signature to the certificate that is there; its signer, role and dates stay as they are")
    return before.body(where), others


def _say_replaced(held: CertificateStatement | None, drafted: CertificateStatement) -> None:
    """Say whose certificate is replaced where the same key signs again under another name, or in another role."""
    was, now = held.predicate.signer if held else None, drafted.predicate.signer
    if was is not None and (was.name, was.role) != (now.name, now.role):
        whose = ", ".join(filter(None, (was.name, was.role)))
        LOG.warning("replaced the certificate that this key signed as %s", whose)


def _claims(held: CertificateStatement, drafted: CertificateStatement) -> CertificateStatement:
    """Return a statement with the signer and the dates of another: all else is about the run."""
    own = drafted.predicate
    predicate = replace(held.predicate, signer=own.signer, signed_at=own.signed_at, valid_until=own.valid_until)
    return replace(held, predicate=predicate)
