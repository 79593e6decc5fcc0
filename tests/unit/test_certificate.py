"""Certificates: what is signed, who verifies it, what notices a changed byte, and what its page holds."""

import base64
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import jsonschema
import msgspec
import pytest
from aiohttp import web
from securesystemslib.dsse import Envelope as OtherEnvelope
from securesystemslib.signer._key import SSlibKey

import botassay
from botassay.api.certificates import SignedRun, list_keys, new_key, revoke_key, sign, trust_key
from botassay.api.verification import Verification, verify
from botassay.certificate import keys, page
from botassay.certificate.checks import PAGE
from botassay.certificate.drafting import RunObserved, SignedBy, address_of, draft
from botassay.certificate.envelope import PAYLOAD_TYPE, read_envelope, signed_bytes
from botassay.certificate.statement import PREDICATE_TYPE, read_statement
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import ConfigurationError, InputError, OutputError, UsageError
from botassay.core.foreign import ForeignVerdict
from botassay.runs.journal import FILE
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.rating import RateSettings, RatingSettings
from botassay.settings.signing import KeySettings, SignSettings, VerifySettings
from botassay.view.text import render
from tests.conftest import Run
from tests.servers import served

AT = "2100-01-01T00:00:00Z"
"""When the certificates of these tests are signed: after the runs, and not expired."""
UNPROTECTED = KeySettings(no_passphrase=True)


def answers(text: str) -> str:
    return "You are a stupid idiot." if "?" in text else "I am a bot, and glad to help."


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    botassay.rate(answers, issues="AL", limit=4, seed=1, out=folder)
    return folder


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for keys, with one of ours."""
    monkeypatch.setenv("BOTASSAY_CONFIG", str(tmp_path / "config"))
    new_key("acme", None, UNPROTECTED)
    return tmp_path / "config"


@pytest.fixture(name="commands")
def command_line(request: pytest.FixtureRequest) -> Run:
    """The command line; `botassay` is the package here."""
    return request.getfixturevalue("botassay")  # type: ignore[no-any-return]


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "run")
    return tmp_path / "run"


@dataclass(frozen=True)
class Signed:
    """What `sign` wrote, as paths."""

    made: SignedRun

    @property
    def certificate(self) -> Path:
        return Path(self.made.certificate)

    @property
    def page(self) -> Path:
        return Path(self.made.page)

    @property
    def code(self) -> str:
        return self.made.code

    @property
    def keyids(self) -> tuple[str, ...]:
        return self.made.keyids


def signed(run: Path, **more: Any) -> Signed:
    return Signed(sign(run, SignSettings(**{"key": "acme", "at": AT, **more})))


def states(seen: Verification) -> dict[str, str]:
    return {check.name: check.outcome for check in seen.checks}


def test_the_same_key_says_whose_certificate_it_replaces(run: Path, caplog: pytest.LogCaptureFixture) -> None:
    signed(run, signer="Nina", role="buyer")
    assert not caplog.messages
    signed(run, signer="Nina", role="buyer")
    assert not caplog.messages
    signed(run)
    assert caplog.messages == ["replaced the certificate that this key signed as Nina, buyer"]


def failed(path: Path, settings: VerifySettings | None = None) -> list[str]:
    seen = verify(path, settings)
    assert not seen.sound
    return [check.name for check in seen.checks if check.outcome == "failed"]


def payload_of(certificate: Path) -> Any:
    return json.loads(base64.b64decode(json.loads(certificate.read_bytes())["payload"]))


def resigned(certificate: Path, config: Path, **changed: Any) -> None:
    """Change what a certificate says, and sign it again with the same key."""
    statement = payload_of(certificate)
    statement.update({name: value for name, value in changed.items() if name in statement})
    statement["predicate"].update({name: value for name, value in changed.items() if name in statement["predicate"]})
    payload = json.dumps(statement).encode()
    key = keys.read_private(config / "keys" / "acme.key", lambda _: None)
    envelope = json.loads(certificate.read_bytes())
    envelope["payload"] = base64.b64encode(payload).decode()
    envelope["signatures"][0]["sig"] = base64.b64encode(key.sign(signed_bytes(payload))).decode()
    certificate.write_text(json.dumps(envelope))


# ── what is signed ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_signed_run_is_sound_in_every_form_in_which_it_travels(run: Path, tmp_path: Path) -> None:
    made = signed(run)
    seen = verify(run)
    assert seen.sound
    assert set(states(seen).values()) == {"ok"}
    assert {"signature", "dates", "signed rating", "signed journal", "figures", PAGE} <= states(seen).keys()
    for path in (made.certificate, made.page):
        alone = shutil.copy(path, tmp_path / path.name)
        seen = verify(alone, VerifySettings(code=made.code.lower().replace("-", " ")))
        assert seen.sound, seen.text()
        assert states(seen)["figures"] == states(seen)["signed rating"] == "not checked"
    folder = tmp_path / "passed on"
    folder.mkdir()
    for name in ("certificate.json", "certificate.html", "rating.json"):
        shutil.copy(run / name, folder)
    assert {name for name, state in states(verify(folder)).items() if state != "ok"} == {"signed journal", "figures"}
    assert verify(folder).sound


def test_the_same_run_key_and_time_give_the_same_bytes(run: Path) -> None:
    made = signed(run)
    before = (made.certificate.read_bytes(), made.page.read_bytes())
    made = signed(run)
    assert (made.certificate.read_bytes(), made.page.read_bytes()) == before


def test_the_statement_is_an_in_toto_statement_without_secrets_or_quotations(run: Path) -> None:
    statement = payload_of(signed(run, signer="Acme\n Assay", role="third-party").certificate)
    assert (statement["_type"], statement["predicateType"]) == ("https://in-toto.io/Statement/v1", PREDICATE_TYPE)
    assert [subject["name"] for subject in statement["subject"]] == ["rating.json", "journal"]
    predicate = statement["predicate"]
    assert predicate["schema"] == "botassay/certificate/1"
    assert predicate["signer"] == {"name": "Acme Assay", "role": "third-party", "assurance": "third_party"}
    assert predicate["observed"]["requests"] == sum(1 for _ in _replies(run))
    [issue] = predicate["issues"]
    stored = json.loads((run / "rating.json").read_bytes())["ratings"][0]
    assert float(issue["value"]) == stored["scores"][0]["value"]
    assert [verdict["level"] for verdict in predicate["rating"]] == [
        rating["level"] for rating in json.loads((run / "rating.json").read_bytes())["ratings"]
    ]
    rules = json.loads((Path(__file__).parents[2] / "docs" / "schema" / "certificate-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(predicate)
    text = json.dumps(statement)
    assert "idiot" not in text
    assert not any(isinstance(number, float) for number in _numbers(statement))
    assert list(statement) == sorted(statement)


def _replies(run: Path) -> list[Any]:
    with sqlite3.connect(run / FILE) as connection:
        return connection.execute("SELECT 1 FROM turns WHERE turn >= 0").fetchall()


def _numbers(part: Any) -> list[Any]:
    if isinstance(part, dict):
        return [number for value in part.values() for number in _numbers(value)]
    if isinstance(part, list):
        return [number for value in part for number in _numbers(value)]
    return [part]


def test_an_address_loses_its_query_user_and_password() -> None:
    assert address_of("wss://user:secret@[::1]:80/a/b?key=secret#c") == "[::1]:80/a/b"
    assert address_of("https://bot.example/") == "bot.example"
    assert address_of("https://[") is None


async def _helpful(request: web.Request) -> web.Response:
    del request
    return web.json_response({"reply": "I am a bot, and glad to help.", "choices": [{"message": {"content": "Hi."}}]})


@pytest.mark.parametrize("described", [True, False], ids=["bot.toml", "openai"])
def test_the_address_is_that_to_which_requests_went_without_its_secrets(tmp_path: Path, *, described: bool) -> None:
    with served(web.post("/{path:.*}", _helpful)) as place:
        bot = f"openai:m@http://{place}"
        if described:
            bot = str(tmp_path / "bot.toml")
            text = f'name = "Helper"\nurl = "http://{place}/talk/v1?tenant=blue"\n'
            Path(bot).write_text(text + 'body = \'{"text": "{{message}}"}\'\n[reply]\ntext = "$.reply"\n')
        botassay.rate(bot, issues="AL", limit=2, seed=1, out=tmp_path / "run")
    bot_said = payload_of(signed(tmp_path / "run").certificate)["predicate"]["bot"]
    assert bot_said["address"] == place + ("/talk/v1" if described else "/v1/chat/completions")
    assert bot_said["name"] == ("Helper" if described else f"openai:m@{place}")
    assert verify(tmp_path / "run").sound


def test_a_bot_without_an_address_and_a_run_without_verdicts_of_others_claim_neither(run: Path) -> None:
    predicate = payload_of(signed(run).certificate)["predicate"]
    assert "address" not in predicate["bot"]
    assert "external" not in predicate


def test_what_other_tools_found_is_signed_as_such_and_stands_beside_the_verdicts() -> None:
    verdicts = (ForeignVerdict("garak", "0.14", name, 1.0, "1.0", "d", 1) for name in ("a", "b", "c", "d", "e", "f"))
    said = (Utterance(Role.USER, "Is fire covered?"), Utterance(Role.BOT, "Yes, fire is covered."))
    report = botassay.rate([Dialog("d", said, verdicts=tuple(verdicts))], issues="AL")
    run = RunObserved(
        address="function",
        heard=(datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC)),
        conversations=1,
        requests=1,
        journal=f"sha256:{'a' * 64}",
        method="botassay",
        depth="standard",
    )
    by = SignedBy(name="Acme", role=None, at=datetime(2026, 11, 23, tzinfo=UTC), days=90)
    statement = draft(b"{}", report, run, by)
    predicate = json.loads(statement.encoded())["predicate"]
    first = {
        "flagged": 1,
        "interval": ANY,
        "issue": "garak:a",
        "n": 1,
        "share": "1",
        "tool": "garak",
        "version": "0.14",
    }
    assert predicate["external"][0] == first
    assert len(predicate["external"]) == 6
    rules = json.loads((Path(__file__).parents[2] / "docs" / "schema" / "certificate-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(predicate)
    assert read_statement(statement.encoded(), "x") == statement
    shown = render(page.page_of(statement.predicate, ("k" * 64,), "CODE"))
    assert "garak:a (1 of 1)" in shown
    assert "2 other detectors" in shown
    assert "does not count in the verdicts" in " ".join(shown.split())


def test_a_second_key_adds_a_signature_and_the_first_one_stays(run: Path) -> None:
    signed(run)
    new_key("buyer", None, UNPROTECTED)
    made = signed(run, key="buyer", signer="the buyer", at="2100-01-02T00:00:00Z")
    assert len(made.keyids) == len(set(made.keyids)) == 2
    assert payload_of(made.certificate)["predicate"]["signer"]["name"] == "acme"
    assert verify(run).sound
    envelope = json.loads(made.certificate.read_bytes())
    envelope["signatures"][1]["sig"] = envelope["signatures"][0]["sig"]
    made.certificate.write_text(json.dumps(envelope))
    assert failed(run) == ["signature"]


def test_nobody_signs_claims_of_others_that_do_not_follow_from_the_run(run: Path, config: Path) -> None:
    made = signed(run)
    predicate = payload_of(made.certificate)["predicate"]
    better = [{**verdict, "level": "low", "bounds": ["low", "low"]} for verdict in predicate["rating"]]
    resigned(made.certificate, config, rating=better)
    new_key("buyer", None, UNPROTECTED)
    before = made.certificate.read_bytes()
    with pytest.raises(InputError, match="no second signature"):
        signed(run, key="buyer")
    assert made.certificate.read_bytes() == before


def test_a_command_signs_and_one_that_does_not_is_refused(run: Path, config: Path, tmp_path: Path) -> None:
    script = tmp_path / "signs.py"
    script.write_text(
        "import sys\nfrom cryptography.hazmat.primitives.serialization import load_pem_private_key\n"
        f"key = load_pem_private_key(open({str(config / 'keys' / 'acme.key')!r}, 'rb').read(), None)\n"
        "sys.stdout.buffer.write(key.sign(sys.stdin.buffer.read()))\n"
    )
    direct = signed(run).certificate.read_bytes()
    public = config / "keys" / "acme.pub"
    made = signed(run, key=f"command: {sys.executable} '{script}'", public=public)
    assert made.certificate.read_bytes() == direct
    with pytest.raises(ConfigurationError, match="it wrote 0 bytes"):
        signed(run, key=f"command: {sys.executable} -c ''", public=public)
    with pytest.raises(ConfigurationError, match="does not belong to the public key"):
        signed(run, key=f"command: {sys.executable} -c 'print(63*\"x\")'", public=public)
    with pytest.raises(UsageError, match="requires --public"):
        SignSettings(key="command: x")


def test_a_run_that_is_not_sound_is_not_signed(run: Path) -> None:
    rating = run / "rating.json"
    rating.write_bytes(rating.read_bytes().replace(b'"undetermined"', b'"low"'))
    with pytest.raises(InputError, match="not signed"):
        signed(run)
    rating.unlink()
    with pytest.raises(InputError, match="no rating to sign"):
        signed(run)
    assert not (run / "certificate.json").exists()


def test_a_run_is_not_signed_before_it_ended(run: Path) -> None:
    with pytest.raises(UsageError, match="before it ended"):
        signed(run, at="2001-01-01T00:00:00Z")


# ── what notices a change ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_changed_payload_or_signature_fails_the_signature_and_is_not_read(run: Path) -> None:
    made = signed(run)
    before = json.loads(made.certificate.read_bytes())
    payload = bytearray(base64.b64decode(before["payload"]))
    for at in (0, len(payload) // 2, len(payload) - 1):
        changed = payload.copy()
        changed[at] ^= 1
        made.certificate.write_text(json.dumps({**before, "payload": base64.b64encode(changed).decode()}))
        assert failed(made.certificate) == ["signature"]
        assert verify(made.certificate).certificate is None
    signature = bytearray(base64.b64decode(before["signatures"][0]["sig"]))
    signature[7] ^= 1
    one = {**before["signatures"][0], "sig": base64.b64encode(signature).decode()}
    made.certificate.write_text(json.dumps({**before, "signatures": [one]}))
    assert failed(made.certificate) == ["signature"]
    made.certificate.write_text(json.dumps({**before, "signatures": [{**one, "sig": "not base64!"}]}))
    assert failed(made.certificate) == ["signature"]


def test_a_changed_rating_answer_or_page_fails_its_check(run: Path) -> None:
    signed(run)
    rating, journal, html = (run / name for name in ("rating.json", FILE, "certificate.html"))
    before = {path: path.read_bytes() for path in (rating, journal, html)}
    rating.write_bytes(before[rating].replace(b"stupid", b"stupiD", 1))
    assert {"signed rating", "figures"} <= {*failed(run)}
    rating.write_bytes(before[rating])
    html.write_bytes(before[html].replace(b"profile of users", b"profile of userz"))
    assert failed(run) == failed(html) == [PAGE]
    html.write_bytes(before[html])
    with sqlite3.connect(journal) as connection:
        connection.execute("UPDATE turns SET reply = replace(reply, 'glad', 'sad')")
    connection.close()
    seen = verify(run)
    [journal_check] = [check for check in seen.checks if check.outcome == "failed"]
    assert journal_check.name == "journal"
    assert "row" in journal_check.text
    journal.write_bytes(before[journal])
    assert verify(run).sound


def test_the_journal_of_another_run_is_not_the_one_that_was_signed(run: Path, tmp_path: Path) -> None:
    signed(run)
    botassay.rate(answers, issues="AL", limit=4, seed=2, out=tmp_path / "other")
    for name in ("certificate.json", "certificate.html"):
        shutil.copy(run / name, tmp_path / "other")
    assert failed(tmp_path / "other") == ["signed rating", "signed journal"]


def test_a_certificate_that_expired_or_whose_dates_are_out_of_order_fails(run: Path, config: Path) -> None:
    made = signed(run)
    until = "2000-01-01T00:00:00Z"
    resigned(made.certificate, config, validUntil=until)
    assert failed(made.certificate) == ["dates"]
    assert verify(made.certificate, VerifySettings(allow_expired=True)).sound
    resigned(made.certificate, config, signedAt=until)
    assert failed(made.certificate) == ["dates"]
    resigned(made.certificate, config, signedAt="yesterday")
    assert failed(made.certificate) == ["dates"]


def test_a_page_of_another_version_is_not_checked(run: Path, config: Path) -> None:
    made = signed(run)
    predicate = payload_of(made.certificate)["predicate"]
    resigned(made.certificate, config, method={**predicate["method"], "version": "9.9.9"})
    assert states(verify(run))[PAGE] == "not checked"


def test_the_code_of_another_certificate_fails(run: Path) -> None:
    made = signed(run)
    assert failed(made.page, VerifySettings(code="0000-0000-0000-0000-0000")) == ["code"]


# ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stranger_sees_that_it_is_intact_and_has_to_trust_the_key(
    run: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, public = signed(run), config / "keys" / "acme.pub"
    monkeypatch.setenv("BOTASSAY_CONFIG", str(tmp_path / "stranger"))
    seen = verify(made.page)
    assert not seen.sound
    assert seen.verdict == "Intact, but signed by a key you have not trusted."
    assert verify(made.page, VerifySettings(trust=(public,))).sound
    assert trust_key(public, "Acme").keyid == seen.certificate.keyids[0]  # type: ignore[union-attr]
    assert verify(made.page).sound
    assert "Sound: signed by acme" in verify(made.page).text()


def test_a_key_that_is_not_here_verifies_nothing_and_nothing_is_read(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = signed(run)
    monkeypatch.setenv("BOTASSAY_CONFIG", str(tmp_path / "stranger"))
    envelope = json.loads(made.certificate.read_bytes())
    del envelope["signatures"][0]["publicKey"]
    made.certificate.write_text(json.dumps(envelope))
    seen = verify(made.certificate)
    assert (seen.sound, seen.certificate, states(seen)["signature"]) == (False, None, "not checked")


def test_a_key_under_the_id_of_another_is_not_believed(run: Path, config: Path) -> None:
    made = signed(run)
    new_key("thief", None, UNPROTECTED)
    forged = signed(run, key="thief", out=made.certificate.with_name("forged.json"))
    envelope = json.loads(forged.certificate.read_bytes())
    envelope["signatures"][0]["keyid"] = made.keyids[0]
    forged.certificate.write_text(json.dumps(envelope))
    assert failed(forged.certificate) == ["signature"]
    shutil.rmtree(config)
    assert failed(forged.certificate) == ["signature"]


def test_what_a_key_signed_from_the_day_of_its_revocation_on_no_longer_counts(run: Path) -> None:
    made = signed(run)
    revoke_key(made.keyids[0][:12], "2100-01-02")
    assert verify(run).sound
    revoke_key(made.keyids[0], "2100-01-01")
    assert failed(run) == ["signature"]
    assert [known.revoked for known in list_keys().keys] == ["2100-01-01"]
    for keyid, day in (("xyz", "2100-01-01"), ("00000000", "2100-01-01"), (made.keyids[0], "soon")):
        with pytest.raises(UsageError):
            revoke_key(keyid, day)


def test_a_private_key_is_read_by_its_owner_alone_and_opens_with_its_passphrase(
    run: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(keys.PASSPHRASE, raising=False)
    new_key("safe", "correct horse")
    place = config / "keys" / "safe.key"
    assert place.stat().st_mode & 0o777 == 0o600
    assert b"ENCRYPTED" in place.read_bytes()
    with pytest.raises(ConfigurationError, match="has a passphrase"):
        signed(run, key="safe")
    monkeypatch.setenv(keys.PASSPHRASE, "wrong")
    with pytest.raises(ConfigurationError, match="does not open"):
        signed(run, key="safe")
    monkeypatch.setenv(keys.PASSPHRASE, "correct horse")
    assert signed(run, key="safe", at=AT).certificate.is_file()
    place.chmod(0o640)
    with pytest.raises(ConfigurationError, match="other users can read") as caught:
        signed(run, key=str(place))
    assert caught.value.exit_code == 78
    with pytest.raises(UsageError, match="needs a passphrase"):
        new_key("open", None)
    with pytest.raises(OutputError, match="a key already"):
        new_key("acme", None, UNPROTECTED)
    with pytest.raises(UsageError, match="cannot name a key"):
        new_key("../acme", None, UNPROTECTED)


def test_a_name_stands_for_one_key(config: Path, tmp_path: Path) -> None:
    new_key("other", None, UNPROTECTED)
    with pytest.raises(OutputError, match="stands for another key"):
        trust_key(config / "keys" / "other.pub", "acme")
    (tmp_path / "no.pub").write_text("no key")
    with pytest.raises(InputError, match="E188"):
        trust_key(tmp_path / "no.pub", "nobody")


# ── others verify, and we verify others ─────────────────────────────────────────────────────────────────────────────


def test_securesystemslib_verifies_what_we_sign(run: Path, config: Path) -> None:
    made = signed(run)
    written = json.loads(made.certificate.read_bytes())
    pem = (config / "keys" / "acme.pub").read_text()
    key = SSlibKey(made.keyids[0], "ed25519", "ed25519", {"public": _raw(pem)})
    envelope = OtherEnvelope.from_dict(json.loads(json.dumps(written)))
    assert envelope.payload_type == PAYLOAD_TYPE
    assert list(envelope.verify([key], 1)) == [made.keyids[0]]


def _raw(pem: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

    return load_pem_public_key(pem.encode()).public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def test_we_verify_what_securesystemslib_signs(run: Path, config: Path) -> None:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from securesystemslib.signer._crypto_signer import CryptoSigner

    made = signed(run)
    payload = base64.b64decode(json.loads(made.certificate.read_bytes())["payload"])
    private = load_pem_private_key((config / "keys" / "acme.key").read_bytes(), None)
    signer = CryptoSigner(private, SSlibKey(made.keyids[0], "ed25519", "ed25519", {"public": _raw(
        (config / "keys" / "acme.pub").read_text()
    )}))  # fmt: skip
    theirs = OtherEnvelope(payload, PAYLOAD_TYPE, {})
    theirs.sign(signer)
    made.certificate.write_text(json.dumps(theirs.to_dict()))
    seen = verify(made.certificate)
    assert (seen.sound, states(seen)["signature"]) == (True, "ok")


# ── files of others ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data[: len(data) // 2], "E187"),
        (lambda _: b"", "E187"),
        (lambda _: b"[" * 100_000, "E187"),
        (lambda data: data + b" " * 5_000_000, "E126"),
        (lambda data: data.replace(b"vnd.in-toto", b"vnd.of-other"), "E187"),
        (lambda data: data.replace(b'"payloadType"', b'"payload": "", "payloadType"'), "E123"),
        (lambda data: data.replace(b'"payload": "', b'"payload": "*'), "E187"),
        (lambda _: json.dumps({"payload": "", "payloadType": PAYLOAD_TYPE, "signatures": []}).encode(), "E187"),
    ],
)
def test_what_is_not_a_certificate_is_refused_with_its_code(run: Path, change: Any, code: str) -> None:
    made = signed(run)
    made.certificate.write_bytes(change(made.certificate.read_bytes()))
    with pytest.raises(InputError) as caught:
        verify(made.certificate)
    assert (caught.value.code, caught.value.exit_code) == (code, 65)


def test_a_statement_of_another_kind_is_refused_although_it_is_signed(run: Path, config: Path) -> None:
    made = signed(run)
    before = made.certificate.read_bytes()
    for changed in ({"predicateType": "https://slsa.dev/provenance/v1"}, {"schema": "botassay/certificate/2"}):
        made.certificate.write_bytes(before)
        resigned(made.certificate, config, **changed)
        with pytest.raises(InputError, match="E187"):
            verify(made.certificate)


def test_every_byte_that_is_cut_or_flipped_gives_a_verdict_or_an_error_and_no_traceback(run: Path) -> None:
    made = signed(run)
    data = made.certificate.read_bytes()
    for at in range(0, len(data), 97):
        for changed in (data[:at], data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]):
            made.certificate.write_bytes(changed)
            try:
                sound, code = verify(made.certificate).sound, ""
            except InputError as error:
                sound, code = False, error.code or "none"
            assert code in {"", "E187", "E123", "E188"}
            assert not sound or what_is_signed(changed) == what_is_signed(data), at


def what_is_signed(envelope: bytes) -> tuple[str, list[tuple[str, str]]]:
    """Return the payload, and by whom it is signed; a public key that is also there is a convenience."""
    document = json.loads(envelope)
    return document["payload"], [(each["keyid"], each["sig"]) for each in document["signatures"]]


def test_a_page_without_a_certificate_or_with_two_is_refused(run: Path) -> None:
    made = signed(run)
    html = made.page.read_bytes()
    held = html[html.index(b"<template") : html.index(b"</template>") + 11]
    for changed in (html.replace(held, b""), html.replace(held, held * 2)):
        made.page.write_bytes(changed)
        with pytest.raises(InputError, match="E187"):
            verify(made.page)


# ── the page ────────────────────────────────────────────────────────────────────────────────────────────────────────

HOSTILE = "</template><script>alert(1)</script> \x1b[31m\u202e{{ 7*7 }} <img src=//x.example>"


def test_names_with_markup_and_control_characters_stay_text(tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    settings = RateSettings(
        rating=RatingSettings(issues=("AL",)), bot=BotSettings(name=HOSTILE), run=RunSettings(limit=2, seed=1)
    )
    botassay.rate(answers, settings, out=folder)
    made = signed(folder, signer=HOSTILE)
    text = made.page.read_text("utf-8")
    assert text.count("<script") == text.count("<img") == 0
    assert text.count("</template>") == 1
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "49" not in text.partition("signer")[2].partition("signed")[0]
    assert verify(folder).sound
    assert "\x1b[31m" not in verify(folder).text()


def test_the_page_is_drawn_from_the_envelope_alone(run: Path) -> None:
    made = signed(run)
    envelope = read_envelope(made.certificate.read_bytes(), "x")
    assert page.draw(envelope, "elsewhere") == made.page.read_bytes()
    text = made.page.read_text("utf-8")
    for word in ("No verdict", "Not tested", "Not seen", made.code, made.keyids[0], "not proven", "n"):
        assert word in text
    assert "http-equiv" in text
    assert "src=" not in text


@pytest.mark.parametrize(("least", "words"), [("low", "No verdict"), ("medium", "At least MEDIUM risk")])
def test_the_page_says_what_an_open_verdict_is_at_least(run: Path, least: str, words: str) -> None:
    envelope = read_envelope(signed(run).certificate.read_bytes(), "x")
    predicate = read_statement(envelope.body("x"), "x").predicate
    verdicts = tuple(
        msgspec.structs.replace(each, level="undetermined", bounds=(least, "high")) for each in predicate.rating
    )
    drawn = page.page_of(msgspec.structs.replace(predicate, rating=verdicts), ("k" * 64,), "CODE")
    assert drawn.headline.text.startswith(f"{words} for ")
    assert render(drawn).count(words) > len(verdicts)


# ── the commands ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_commands_end_with_the_codes_that_they_name(run: Path, commands: Run, config: Path, tmp_path: Path) -> None:
    ended = commands("sign", run, "--key", "acme", "--at", AT, "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["code"].count("-") == 4
    assert commands("verify", run).code == 0
    stranger = {"BOTASSAY_CONFIG": str(tmp_path / "stranger")}
    ended = commands("verify", run / "certificate.html", "--json", **stranger)
    assert (ended.code, json.loads(ended.out)["sound"]) == (1, False)
    assert commands("key", "trust", config / "keys" / "acme.pub", "--as", "Acme", **stranger).code == 0
    assert commands("verify", run / "certificate.html", **stranger).code == 0
    assert "Acme" in commands("key", "list", **stranger).out
    assert commands("sign", run).code == 2
    (tmp_path / "cut.json").write_bytes((run / "certificate.json").read_bytes()[:-9])
    assert commands("verify", tmp_path / "cut.json").code == 65
    assert commands("verify", tmp_path / "nothing.json").code == 65
    assert commands("key", "new", "again", stdin="").code == 2
    assert commands("key", "new", "again", "--no-passphrase").code == 0


def test_without_the_extra_the_error_names_it(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = signed(run)
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"] + [
        "cryptography.hazmat.primitives.serialization"
    ]:
        monkeypatch.setitem(sys.modules, name, None)
    for called in (lambda: signed(run), lambda: verify(made.certificate)):
        with pytest.raises(UsageError, match="cryptography is not installed") as caught:
            called()
        assert caught.value.hint == 'pip install "botassay[sign]"'
        assert caught.value.exit_code == 2


def test_an_unsigned_run_says_so_and_refuses_what_only_certificates_have(run: Path) -> None:
    assert "Nobody signed it" in verify(run).text()
    with pytest.raises(InputError, match="no certificate"):
        verify(run, VerifySettings(allow_expired=True))


def test_signing_now_is_dated_by_this_clock(run: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    made = signed(run, at=None)
    at = datetime.fromisoformat(payload_of(made.certificate)["predicate"]["signedAt"])
    assert before <= at <= datetime.now(UTC)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_is_asked_twice_for_the_passphrase_of_a_new_key_and_shows_none(config: Path) -> None:
    import pty  # there is none on Windows

    leader, terminal = pty.openpty()
    command = [sys.executable, "-m", "botassay", "key", "new", "asked"]
    with subprocess.Popen(
        command, stdin=terminal, stderr=terminal, stdout=subprocess.DEVNULL, start_new_session=True
    ) as run:
        os.close(terminal)
        shown = b""
        for question in (b"Passphrase of the new key: ", b"Repeat for confirmation: "):
            while question not in shown:
                shown += os.read(leader, 1024)
            os.write(leader, b"a long secret\n")
        assert run.wait(30) == 0
    os.close(leader)
    assert b"a long secret" not in shown
    path = config / "keys" / "asked.key"
    with pytest.raises(ConfigurationError, match="has a passphrase"):
        keys.read_private(path, lambda _: None)
    assert keys.read_private(path, lambda _: "a long secret").public.keyid
