"""Personal data: found by rules, marked, in no byte of what is shared, and put back by whoever has the mapping."""

import json
import os
import shutil
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given
from hypothesis import strategies as st

import botassay
from botassay.api.redaction import redact, restore
from botassay.api.verification import verify
from botassay.cli.main import botassay as cli
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.redaction import KINDS, Redactor, kinds_of, raw, restored, spans
from botassay.runs.journal import Record
from tests.unit.redaction_sentences import harmless, with_data

PLANTED: Mapping[str, tuple[str, str]] = {
    "email": ("write to {}", "jane.roe+shop@mail.example.org"),
    "phone": ("call me at {}", "+49 30 90182034"),
    "card": ("my card is {}", "4012 8888 8888 1881"),
    "iban": ("pay to {}", "GB82 WEST 1234 5698 7654 32"),
    "address": ("I live at {}", "48 Larkspur Avenue, Dover"),
    "name": ("my name is {}", "Ingrid Haddad"),
    "secret": ("my password is {}", "Tr4vel-Gnu!77"),
    "url": ("see {}", "https://intranet.example.net/people/4711"),
    "token_link": ("open {}", "https://shop.example.net/reset?token=Zx81kQpp"),
    "ssn": ("my social security number is {}", "219-09-9998"),
    "passport": ("my passport number is {}", "K9081726"),
    "national_id": ("my national insurance number is {}", "QQ123456C"),
    "date_of_birth": ("I was born on {}", "17 March 1983"),
    "username": ("my username is {}", "gnu_traveller83"),
    "handle": ("find me as {}", "@gnu.travels"),
    "ip": ("my address is {}", "203.0.113.77"),
    "licence_plate": ("my licence plate is {}", "KX61 GNU"),
    "account_number": ("my account number is {}", "70872490"),
    "postcode": ("my postcode is {}", "CT16 1QJ"),
    "geo": ("I am at {}", "51.12790, 1.31340"),
    "tax_id": ("my UTR is {}", "7301984652"),
    "health_id": ("my NHS number is {}", "943 476 5919"),
    "vehicle_id": ("the VIN is {}", "1HGCM82633A004352"),
    "device_id": ("my laptop has the MAC {}", "3c:5a:b4:1f:09:e2"),
    "customer_id": ("my customer number is {}", "KD-7720418"),
}
"""A sentence and a value, by kind."""
BAD = "You are a stupid idiot, {}"
FORMATS = ("html", "md", "json", "csv", "issues.csv", "sarif", "xml", "otlp.json", "txt")
MORE = {"email", "card", "phone", "iban"}
"""Kinds whose values are planted in ids and file names as well."""


def _planted_dialogs() -> Iterator[dict[str, Any]]:
    """Yield a dialog for each kind: in a text of the user, in a text and an option of the bot, and in its id."""
    for kind, (sentence, value) in PLANTED.items():
        said = sentence.format(value)
        utterances = [
            {"role": "user", "text": f"Hello, {said}."},
            {"role": "bot", "text": BAD.format(said), "options": [f"Yes, {said}", "No"]},
        ]
        compact = value.replace(" ", "")
        yield {"id": f"d-{compact}" if kind in MORE else f"d-{kind}", "utterances": utterances}


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A file of dialogs with personal data of all kinds, also in its name."""
    file = tmp_path / f"{PLANTED['email'][1]}.jsonl"
    file.write_text("".join(f"{json.dumps(dialog)}\n" for dialog in _planted_dialogs()))
    return file


def _run(*args: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, args)], catch_exceptions=False, standalone_mode=False)


def _values() -> Iterator[str]:
    for kind, (_, value) in PLANTED.items():
        yield value
        if kind in MORE:
            yield value.replace(" ", "")


def _assert_clean(data: bytes, where: object) -> None:
    text = data.decode("utf-8", "replace")
    left = [value for value in _values() if value in text or value.casefold() in text.casefold()]
    assert not left, f"{where}: {left}"


# ── rating with --redact ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_no_planted_value_is_in_any_report(planted: Path, tmp_path: Path) -> None:
    out = tmp_path / "shared"
    files = [out / ending if "." in ending and ending != "otlp.json" else out / f"r.{ending}" for ending in FORMATS]
    args = [part for file in files for part in ("-o", file)]
    result = _run("rate", planted, "--issues", "AL", "--redact", *args, "--verbose")
    _assert_clean(result.stdout.encode(), "stdout")
    assert sorted(out.iterdir()) == sorted(files)
    for file in files:
        data = file.read_bytes()
        _assert_clean(data, file.name)
        assert b"Redacted by rules; names in free text can remain." in data, file.name
        assert "jane" not in file.name
    listed = (out / "r.csv").read_text()
    assert all(f"[{kind}-" in listed for kind in PLANTED), "each kind has a mark"


@pytest.mark.slow
def test_levels_do_not_change(planted: Path, tmp_path: Path) -> None:
    plain, shared = tmp_path / "plain.json", tmp_path / "shared.json"
    _run("rate", planted, "--issues", "AL,CC", "--profile", "abuse", "-o", plain)
    _run("rate", planted, "--issues", "AL,CC", "--profile", "abuse", "--redact=email", "-o", shared)
    before, after = json.loads(plain.read_text()), json.loads(shared.read_text())
    assert before["level"] == after["level"]
    assert [(score["value"], score["level"], score["n"]) for score in before["scores"]] == [
        (score["value"], score["level"], score["n"]) for score in after["scores"]
    ]
    assert PLANTED["email"][1] not in shared.read_text()
    assert PLANTED["iban"][1] in shared.read_text(), "only e-mail addresses were asked for"


def test_what_was_not_asked_for_stays(tmp_path: Path) -> None:
    assert Redactor(kinds_of("card")).text("jane@example.com, 4111 1111 1111 1111") == "jane@example.com, [card-1]"
    with pytest.raises(UsageError, match="not a kind"):
        kinds_of("emails")
    with pytest.raises(UsageError, match="not a kind"):
        _run("rate", tmp_path, "--redact=emails")


def test_score_redacts_its_texts(tmp_path: Path) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("You idiot, write to jane@example.com\nGood morning.\n")
    plain, shared = _run("score", "AL", file), _run("score", "AL", "--redact", file)
    assert [json.loads(line)["value"] for line in shared.stdout.splitlines()] == [
        json.loads(line)["value"] for line in plain.stdout.splitlines()
    ]
    assert "jane@example.com" in plain.stdout
    assert "[email-1]" in shared.stdout
    assert "jane" not in shared.stdout
    assert "e-mail addresses 1" in shared.stderr


# ── runs ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bot(message: str) -> str:
    said = " ".join(sentence.format(value) for sentence, value in PLANTED.values())
    return f"{BAD.format(said)} You wrote: {message}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with a bot that says personal data of all kinds."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    botassay.rate(_bot, issues="AL,IL", limit=12, seed=1, out=folder)
    return folder


@pytest.fixture
def own_run(run: Path, tmp_path: Path) -> Path:
    """A copy of the run."""
    return Path(shutil.copytree(run, tmp_path / "run"))


@pytest.mark.slow
def test_a_report_of_a_run_keeps_the_mapping_beside_it(own_run: Path, tmp_path: Path) -> None:
    before = (own_run / "rating.json").read_bytes()
    dialogs, page = tmp_path / "dialogs.jsonl", tmp_path / "page.html"
    _run("report", own_run, "--redact", "-o", dialogs, "-o", page)
    for file in (dialogs, page):
        _assert_clean(file.read_bytes(), file.name)
    assert (own_run / "rating.json").read_bytes() == before
    mapping = own_run / "redaction.json"
    assert PLANTED["email"][1] in json.loads(mapping.read_text())["marks"].values()
    if os.name == "posix":
        assert stat.S_IMODE(mapping.stat().st_mode) == 0o600
    secrets = {script.tags["secret"] for script in Record.of(own_run).scripts() if "secret" in script.tags}
    assert secrets
    assert not [secret for secret in secrets if secret in dialogs.read_text()], "planted secrets"
    first = dialogs.read_bytes()
    _run("report", own_run, "--redact", "-o", dialogs)
    assert dialogs.read_bytes() == first, "values keep their marks"


@pytest.mark.slow
def test_a_redacted_run_verifies_and_is_restored(own_run: Path, tmp_path: Path) -> None:
    shared, back = tmp_path / "shared", tmp_path / "back"
    done = redact(own_run, shared)
    assert "names in free text can remain" in done.notice
    files = [file for file in shared.rglob("*") if file.is_file()]
    assert {file.name for file in files} == {"run.sqlite", "rating.json", "report.html"}
    for file in files:
        _assert_clean(file.read_bytes(), file.name)
    seen = verify(shared)
    assert seen.sound
    assert seen.journal == verify(own_run).journal, "the same chain"
    outcomes = {check.name: (check.outcome, check.text) for check in seen.checks}
    assert outcomes["rating"][0] == "ok"
    assert outcomes["figures"] == ("not checked", "redacted")
    assert "not compared" in outcomes["journal"][1]
    restore(shared, back, own_run / "redaction.json")
    assert (back / "rating.json").read_bytes() == (own_run / "rating.json").read_bytes()
    assert (back / "report.html").read_bytes() == (own_run / "report.html").read_bytes()
    assert list(Record.of(back).dialogs()) == list(Record.of(own_run).dialogs())
    assert Record.of(back).facts == Record.of(own_run).facts
    whole = verify(back)
    assert whole.sound
    assert {check.outcome for check in whole.checks} == {"ok"}


@pytest.mark.slow
def test_a_redacted_run_is_not_continued_nor_overwritten(own_run: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    redact(own_run, shared)
    with pytest.raises(UsageError, match="cannot be continued"):
        botassay.resume(shared, bot=_bot)
    with pytest.raises(UsageError, match="cannot be rated again"):
        botassay.rate(str(shared))
    with pytest.raises(OutputError, match="already holds a run"):
        redact(own_run, shared)
    with pytest.raises(UsageError, match="overwritten"):
        redact(own_run, own_run)


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "txt", "md", "html", "xml"])
def test_a_file_is_redacted_and_restored_byte_by_byte(ending: str, tmp_path: Path) -> None:
    said = [sentence.format(value) for sentence, value in PLANTED.values()]
    whole = {
        "jsonl": "".join(f"{json.dumps({'id': 4012888888881881, 'text': text, 'é': chr(233)})}\n" for text in said),
        "json": json.dumps({"texts": said, "escaped": "jane\\u0040"}, indent=2),
        "csv": "id,text\n" + "".join(f'{place},"{text}"\n' for place, text in enumerate(said)),
    }.get(ending, "\r\n".join(f"<p>{text}</p>" for text in said))
    file, shared, back = (tmp_path / f"{name}.{ending}" for name in ("own", "shared", "back"))
    file.write_bytes(whole.encode() + (b"\xff\xfe rest" if ending == "txt" else b""))
    result = _run("redact", file, "-o", shared)
    _assert_clean(shared.read_bytes(), shared.name)
    assert b"Redacted by rules" in shared.read_bytes()
    assert "do not share it" in result.stderr
    if ending in ("json", "jsonl"):
        for line in [shared.read_text()] if ending == "json" else shared.read_text().splitlines():
            json.loads(line)
    _run("redact", "--undo", shared, "-o", back, "--mapping", tmp_path / f"own.{ending}.redaction.json")
    assert back.read_bytes() == file.read_bytes()


def test_what_cannot_be_redacted_is_refused(tmp_path: Path) -> None:
    image = tmp_path / "image.png"
    image.write_bytes(b"\x89PNG\0\0")
    with pytest.raises(InputError, match="no file of text"):
        redact(image, tmp_path / "out.png")
    with pytest.raises(InputError, match="no journal"):
        redact(tmp_path, tmp_path.parent / "out")
    with pytest.raises(InputError, match="no such file"):
        restore(image, tmp_path / "out.png", tmp_path / "none.json")
    (tmp_path / "own.json").write_text("[]")
    with pytest.raises(InputError, match="no mapping"):
        restore(image, tmp_path / "out.png", tmp_path / "own.json")


# ── what is found ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", PLANTED)
def test_each_kind_is_found_whole(kind: str) -> None:
    sentence, value = PLANTED[kind]
    text = f"Hello, {sentence.format(value)}, thanks."
    assert [(span.kind, text[span.start : span.end]) for span in spans(text)] == [(kind, value)]


@pytest.mark.parametrize(
    "text",
    [
        r"jane\u0040example.com",
        "jane&#64;example.com",
        "jane%40example.com",
        "ｊａｎｅ＠example.com",
        "ja\u200bne@example.com",
        "4111\u00a01111\u00a01111\u00a01111",
        "4111\u20111111\u20111111\u20111111",
        "+49\u00a030\u202f90182034",
    ],
)
def test_other_spellings_are_found(text: str) -> None:
    redactor = Redactor()
    assert redactor.text(f"so: {text}") == f"so: {next(iter(redactor.marks))}"
    assert restored(redactor.text(text), redactor.marks) == text


def test_a_name_that_was_announced_is_found_elsewhere() -> None:
    redactor = Redactor()
    redactor.study("My name is Ximo Quarrel.")
    assert redactor.text("Quarrel, is that you? Ximo Quarrel!") == "[name-1], is that you? [name-2]!"


def test_marks_are_left_alone() -> None:
    redactor = Redactor()
    redactor.study("[email-1] wrote to jane@example.com")
    shared = redactor.text("[email-1] wrote to jane@example.com")
    assert shared == "[email-1] wrote to [email-2]"
    assert Redactor().text(shared) == shared


@given(st.text(max_size=120), st.sampled_from(sorted(PLANTED)), st.text(max_size=60))
@example("C:\\\\u", "email", "%%&")
def test_any_text_is_restored(before: str, kind: str, after: str) -> None:
    sentence, value = PLANTED[kind]
    text = f"{before} {sentence.format(value)} {after}"
    redactor = Redactor()
    redactor.study(text)
    shared = redactor.text(text)
    assert restored(shared, redactor.marks) == text
    again = Redactor()
    again.study(shared)
    for mark in redactor.marks:
        assert mark in shared or mark not in again.text(shared)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=30) | st.sampled_from([*_values()]),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    ),
    st.booleans(),
)
def test_json_stays_json_and_is_restored(document: object, ascii_only: bool) -> None:  # noqa: FBT001 - drawn
    text = json.dumps(document, ensure_ascii=ascii_only)
    redactor = Redactor()
    raw.study(text, ".json", redactor)
    shared = raw.redacted(text, ".json", redactor)
    json.loads(shared)
    assert raw.restored(shared, ".json", redactor.marks) == text


def test_every_kind_has_a_name_in_words() -> None:
    assert set(PLANTED) | {"canary"} == set(KINDS)


def test_own_sentences_are_redacted_and_harmless_ones_are_kept() -> None:
    missed: Counter[str] = Counter()
    for sentence in with_data():
        covered = [span for span in spans(sentence.text) if span.start <= sentence.start and sentence.end <= span.end]
        missed[sentence.kind] += not covered
    assert {kind: count for kind, count in missed.items() if count > 1} == {}
    changed = [text for text in harmless() if Redactor().text(text) != text]
    assert len(changed) <= 3, changed


def test_time_grows_as_the_text_does() -> None:
    """Texts that make a careless pattern go back and forth; each takes moments, and an hour where one does."""
    for part in ("a.", "A-", "a dot ", "http://", "my name is ", "1 Aa Aa ", "a@a.", "password ", "DE12 3456 "):
        assert isinstance(spans(part * (20_000 // len(part))), list)
