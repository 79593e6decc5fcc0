"""Whatever stands in a file, no sink takes it for more than text: terminal, HTML, Markdown, CSV, JSON, XML, names."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.hostile.payloads import FORMULAS, PAYLOADS
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

BARE = [text for text in PAYLOADS if "\0" not in text]
"""Those that a reader lets in."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
FORMULA = re.compile("[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]")
NUMBER = re.compile(r"-?(\d+(\.\d*)?(e[+-]?\d+)?|inf)%?")


def test_there_are_enough() -> None:
    assert len(PAYLOADS) >= 200


def row(*cells: object) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(cells)
    return out.getvalue()


def table(header: str, rows: Iterator[tuple[object, ...]]) -> str:
    return header + "\n" + "".join(row(*cells) for cells in rows)


def lines(rows: Iterator[object]) -> str:
    return "".join(json.dumps(one) + "\n" for one in rows)


def dialogs() -> Iterator[object]:
    for n, text in enumerate(BARE):
        said = [{"role": "user", "text": text, "speaker": text}, {"role": "bot", "text": f"{text} fucking idiot"}]
        menu = {"role": "bot", "text": text, "options": [text, "b"], "intent": text}
        yield {"id": f"{text} {n}", "utterances": [*said, {"role": "user", "text": "b"}, menu], "tags": {text: text}}


DIALOGS = lines(dialogs())
PHRASES = table("text,intent", ((f"{text} {n} {k}", f"{text} {n}") for n, text in enumerate(BARE) for k in "ab"))
SIMPLE = table("text,intent", ((f"{text} {n}", "ab"[n % 2]) for n, text in enumerate(BARE)))
BAD_ROWS = "dialog,role,text\n" + "".join(row("d", text, text) for text in BARE)
TALK = table(
    "Text,Original,Enhancement,UB,C_num,User_gender",
    ((text, text, "", n % 2, f"{text} {n}", ("male", "female", "NA")[n % 3]) for n, text in enumerate(BARE)),
)
STRANGE_GROUPS = TALK.replace("male", "\x1b[31mother")
SENTENCES = table(
    "group,dataset,id,text,emotion,gender,score:=mine\x1b[31m",
    ((1, BARE[n % 3], n, text, "pos", f"{BARE[n % 2]}", n % 3 / 2) for n, text in enumerate(BARE) if text.strip()),
)
RATED = table(
    "rater,item,configuration,appropriate,trustworthy,friendly,reason",
    ((f"{text} {n}", 1, f"{text} {n % 5}", 7, 6, 5, text) for n, text in enumerate(BARE)),
)
FILES = {
    "d.jsonl": DIALOGS,
    "p.csv": PHRASES,
    "s.csv": SIMPLE,
    "days/2026-01-02.csv": SIMPLE,
    "days/2026-01-03.csv": PHRASES,
    "log.jsonl": lines(iter({"text": f"{t} {n}", "intent": t, "confidence": 0.3} for n, t in enumerate(BARE))),
    "bad.csv": BAD_ROWS,
    "lists.jsonl": lines(iter({"options": [t, "b"], "correct": t} for t in BARE)),
    "scored.jsonl": lines(iter({"candidates": {t: 0.7, "b": 0.2}, "correct": t} for t in BARE)),
    "labelled.csv": table("text,label", ((t or "x", "pan"[n % 3]) for n, t in enumerate(BARE) if t.strip())),
    "replies.csv": table("question,response", ((t, t) for t in BARE)),
    "responses.csv": table("configuration,response", ((f"{t} {n}", f"{t}.") for n, t in enumerate(BARE[:40]))),
    "rated.csv": RATED,
    "talk.csv": TALK,
    "strange.csv": STRANGE_GROUPS,
    "sentences.csv": SENTENCES,
    "scores.json": json.dumps(dict.fromkeys(BARE, 0.5)),
    "ballots.csv": table("voter,order,team", ((f"{t} {n}", "AL>B", f"{n} {t}") for n, t in enumerate(BARE))),
    "texts.txt": "".join(" ".join(t.split()) + "\n" for t in BARE),
    "mine.toml": f'name = {json.dumps(FORMULAS[1] + "<b>" + chr(0x202E))}\norder = "AL > B > CC > IL"\n',
}
QUICK = ("--repeats", 1, "--setting", "0,0", "--seed", 1)
COMMANDS: dict[str, tuple[object, ...]] = {
    "rate": (
        "rate",
        "d.jsonl",
        "--profile",
        "mine.toml",
        *(w for e in ("html", "md", "csv", "json", "txt", "xml", "sarif") for w in ("-o", f"r.{e}")),
    ),
    "rate --json": ("rate", "d.jsonl", "--json"),
    "check": ("check", "bad.csv"),
    "check --json": ("check", "bad.csv", "--json"),
    "rate of a bad file": ("rate", "bad.csv"),
    "score": ("score", "AL", "texts.txt"),
    "options score": ("options", "score", "lists.jsonl", "--bootstrap", 10),
    "options score --json": ("options", "score", "lists.jsonl", "--bootstrap", 10, "--json"),
    "options tune": ("options", "tune", "scored.jsonl", "--folds", 2, "-o", "t.svg"),
    "intents evaluate": (
        "intents",
        "evaluate",
        "p.csv",
        "--classifier",
        "majority",
        *QUICK,
        *(w for e in ("html", "md", "csv", "json") for w in ("-o", f"e.{e}")),
    ),
    "intents compare": (
        "intents",
        "compare",
        "s.csv",
        "--classifier",
        "majority",
        "--classifier",
        "random",
        *QUICK,
        *(w for e in ("html", "md", "csv", "json") for w in ("-o", f"c.{e}")),
    ),
    "intents history": (
        "intents",
        "history",
        "days",
        "--classifier",
        "majority",
        *QUICK,
        *(w for e in ("html", "md", "csv", "json") for w in ("-o", f"h.{e}")),
    ),
    "intents merge": ("intents", "merge", "p.csv", "s.csv", "-o", "m.csv"),
    "intents review": (
        "intents",
        "review",
        "log.jsonl",
        "--data",
        "s.csv",
        "--classifier",
        "majority",
        "--below",
        1,
        "--yes",
        "-o",
        "v.csv",
    ),
    "intents traffic": ("intents", "traffic", "log.jsonl"),
    "identity detect": ("identity", "detect", "texts.txt"),
    "identity detect --json": ("identity", "detect", "texts.txt", "--json"),
    "identity evaluate": ("identity", "evaluate", "labelled.csv", "--recogniser", "grammar"),
    "identity categorise": ("identity", "categorise", "replies.csv"),
    "identity uncovered": ("identity", "uncovered", "labelled.csv"),
    "identity generate": ("identity", "generate", "--size", 100, "--dialogs", "d.jsonl", "--out", "g"),
    "identity survey": ("identity", "survey", "rated.csv", "-o", "y.html"),
    "identity survey --make": (
        "identity",
        "survey",
        "--make",
        "--responses",
        "responses.csv",
        "--dialogs",
        "d.jsonl",
        "--out",
        "q",
    ),
    "sentiment dialogs": ("sentiment", "dialogs", "talk.csv", "--system", "vader", "-o", "w.csv"),
    "sentiment dialogs of strange groups": ("sentiment", "dialogs", "strange.csv", "--system", "vader"),
    "sentiment order": ("sentiment", "order", "scores.json"),
    "sentiment rate": ("sentiment", "rate", "--data", "sentences.csv", "-o", "z.html", "--tables"),
    "profiles vote": (
        "profiles",
        "vote",
        "ballots.csv",
        "--by",
        "team",
        "-o",
        "b.html",
        "-o",
        "b.svg",
        "--save",
        "o.toml",
    ),
    "profiles show": ("profiles", "show", "mine.toml"),
}
REFUSED = ("check", "check --json", "rate of a bad file", "sentiment dialogs of strange groups")
WRITTEN = [".html", ".md", ".csv", ".json", ".txt", ".xml", ".sarif", ".svg"]


@pytest.fixture
def plate(tmp_path: Path) -> Path:
    """A folder with all files."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


@pytest.mark.case("P25", "H53", "H54", "H55", "H56")
@pytest.mark.parametrize("name", COMMANDS)
def test_no_sink_is_harmed(name: str, cli: Cli, plate: Path) -> None:
    before = set(plate.rglob("*"))
    ended = cli(*COMMANDS[name])
    assert ended.code == (65 if name in REFUSED else 0), (ended.err or ended.out)[:900]
    assert "Traceback" not in ended.err
    as_json = "--json" in COMMANDS[name] or name in ("score", "sentiment order")
    check_terminal(ended.err)
    if as_json:
        check_json(ended.out)
    else:
        check_terminal(ended.out)
    made = sorted(set(plate.rglob("*")) - before)
    assert all((plate / word).exists() for word in words_after_o(COMMANDS[name]))
    for file in made:
        if file.is_file():
            CHECKS[file.suffix](file.read_bytes().decode())


def words_after_o(words: tuple[object, ...]) -> list[str]:
    return [str(after) for word, after in pairwise(words) if word == "-o"]


def check_terminal(text: str) -> None:
    found = CONTROLS.search(text)
    assert found is None, (found, text[max(0, found.start() - 80) : found.end() + 20])


def check_csv(text: str) -> None:
    for cells in csv.reader(io.StringIO(text, newline="")):
        for cell in cells:
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), cell


class Page(HTMLParser):
    """Sees to it that nothing out of the data became an element or an attribute."""

    ELEMENTS = frozenset(
        "script iframe img object embed base form link marquee video frameset template foreignobject math".split()
    )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in self.ELEMENTS, (tag, attrs)
        for key, value in attrs:
            assert re.fullmatch("[a-zA-Z0-9:-]+", key), (tag, key)
            assert not key.startswith("on"), (tag, key)
            if key in ("href", "src", "action", "xlink:href"):
                assert re.match(r"(#|https://|data:image/svg)", value or ""), (tag, key, value)
                assert "x.example" not in (value or ""), (tag, key, value)
            if key == "style":
                assert "url(" not in (value or ""), value
            if key == "http-equiv":
                assert value == "Content-Security-Policy"


def check_html(text: str) -> None:
    assert CONTROLS.search(text) is None, CONTROLS.search(text)
    assert "Content-Security-Policy" in text
    Page(convert_charrefs=False).feed(text)
    assert "default-src 'none'" in text


def check_svg(text: str) -> None:
    assert CONTROLS.search(text) is None
    ET.fromstring(text)  # noqa: S314 - our own
    Page(convert_charrefs=False).feed(text)


def check_markdown(text: str) -> None:
    assert CONTROLS.search(text) is None, CONTROLS.search(text)
    for mark in ("x.example/", "](", "<"):
        for found in re.finditer(re.escape(mark), text):
            before = text[: found.start()]
            line = text[before.rfind("\n") + 1 : text.find("\n", found.end())]
            if mark == "<":
                assert before.endswith("\\") or (before + "\n").endswith("\n") or "\\<" in line or "`" in line, line
            elif mark == "](":
                assert before.endswith("\\") or "botassay" in line or "doi.org" in line, line
    assert not re.search(r"(?<!\\)!\[", text)
    assert not re.search(r"https?://x\.example|www\.x\.example", text)


def check_json(text: str) -> None:
    """A document, or one a line."""
    try:
        json.loads(text)
    except json.JSONDecodeError:
        for line in text.strip("\n").split("\n"):
            json.loads(line)
    assert not re.search("[\x00-\x08\x0b-\x1f]", text)


def check_xml(text: str) -> None:
    ET.fromstring(text)  # noqa: S314 - our own
    assert CONTROLS.search(text) is None, CONTROLS.search(text)


CHECKS: dict[str, Callable[[str], None]] = {
    ".html": check_html,
    ".svg": check_svg,
    ".md": check_markdown,
    ".csv": check_csv,
    ".jsonl": check_json,
    ".json": check_json,
    ".sarif": check_json,
    ".xml": check_xml,
    ".txt": check_terminal,
    ".toml": check_terminal,
}
