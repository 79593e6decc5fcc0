"""Somebody's own table: its columns and roles are mapped by hand, or by what they are called."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from botassay.api.rating import rate
from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError, UsageError
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.intents.reading import read_phrases
from botassay.settings.rating import RateSettings
from botassay.settings.reading import ReadSettings
from tests.conftest import Run

HELD = [
    ("c1", "customer", "hi", "09:00"),
    ("c1", "assistant", "Hello, how can I help?", "09:01"),
    ("c2", "customer", "bye", "09:05"),
    ("c2", "assistant", "Goodbye.", "09:06"),
]


def table(folder: Path, header: str, rows: Sequence[tuple[str, ...]] = HELD) -> Path:
    file = folder / "own.csv"
    file.write_text("\n".join([header, *(",".join(f'"{cell}"' for cell in row) for row in rows)]) + "\n")
    return file


def read(file: Path, **mapped: dict[str, str]) -> list[Dialog]:
    return list(open_corpus(file, **mapped))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "header",
    [
        "conversation_id,sender,message,timestamp",
        "Session,Author,Content,created_at",
        "thread,speaker,utterance,time",
        "dialog,from,body,date_time",
    ],
)
def test_usual_names_are_known(header: str, tmp_path: Path) -> None:
    corpus = open_corpus(table(tmp_path, header))
    dialogs = list(corpus)
    assert [(one.id, [said.role for said in one.utterances]) for one in dialogs] == [
        ("c1", [Role.USER, Role.BOT]),
        ("c2", [Role.USER, Role.BOT]),
    ]
    assert dialogs[0].utterances[1].text == "Hello, how can I help?"
    assert dialogs[0].utterances[1].at == "09:01"
    assert Checking(corpus).run().utterances == 4
    (said,) = corpus.assumptions()
    *columns, customer, assistant = said.removeprefix("own.csv: read ").split(", ")
    own = {theirs.lower(): ours for theirs, ours in (column.split(" as ") for column in columns)}
    named = dict(zip(header.lower().split(","), ("dialog", "role", "text", "at"), strict=True))
    assert own == {theirs: ours for theirs, ours in named.items() if theirs != ours}
    assert (customer, assistant) == ("customer as user", "assistant as bot")


def test_a_table_of_ours_is_read_as_it_is_called(tmp_path: Path) -> None:
    """Whatever else stands in it: a column `timestamp` is no time, since the table is known to have no `at`."""
    file = table(tmp_path, "dialog,role,text,timestamp", [("d", "user", "hi", "1"), ("d", "bot", "ho", "2")])
    corpus = open_corpus(file)
    assert [one.at for dialog in corpus for one in dialog.utterances] == [None, None]
    assert corpus.assumptions() == []


def test_columns_and_roles_are_mapped_by_hand(tmp_path: Path) -> None:
    file = table(tmp_path, "case,who,what,text", [("7", "Ann", "hi", "x"), ("7", "Bob 2", "Hello!", "y")])
    columns = {"dialog": "Case", "role": "who", "text": "what"}
    (dialog,) = read(file, columns=columns, roles={"ann": "user", "Bob 2": "bot"})
    assert [(one.role, one.text) for one in dialog.utterances] == [(Role.USER, "hi"), (Role.BOT, "Hello!")]
    (dialog,) = read(file, columns=columns, roles={"ann": "user", "Bob 2": "system"})
    assert (len(dialog.utterances), dialog.ignored) == (1, 1)


@pytest.mark.parametrize(
    ("header", "columns", "lacking", "advice"),
    [
        (
            "session,thread,sender,body",
            {},
            "dialog; it has session, thread, sender, body",
            "--column dialog=session|thread",
        ),
        ("case,who,body,x", {}, "dialog, role; it has case, who, body, x", "--column dialog=NAME --column role=NAME"),
        ("dialog,role,words,x", {}, "text; it has dialog, role, words, x", "--column text=NAME"),
        (
            "dialog,role,text,x",
            {"text": "body"},
            "body (text=body); it has dialog, role, text, x",
            "correct the mapping: --column text=NAME",
        ),
        (
            "a,who,b,x",
            {"dialog": "a", "text": "c"},
            "c (text=c); it has a, who, b, x",
            "correct the mapping: --column text=NAME --column role=NAME",
        ),
        ("dialog,role,text,x", {"role": "text"}, "text; it has dialog, role, text, x", "--column text=NAME"),
    ],
)
def test_what_is_not_clear_is_asked_for(
    header: str, columns: dict[str, str], lacking: str, advice: str, tmp_path: Path
) -> None:
    corpus = open_corpus(table(tmp_path, header), columns=columns)
    for run in (lambda: list(corpus), Checking(corpus).run):
        with pytest.raises(InputError) as caught:
            run()
        error = caught.value
        assert (error.code, error.where) == ("E142", f"{tmp_path / 'own.csv'}:1")
        assert re.sub("(mapped )?columns?", "columns", error.said) == f"the header lacks the columns {lacking}"
        assert advice in (error.hint or "")


def test_a_role_that_means_nothing_is_named_with_its_line(tmp_path: Path) -> None:
    rows = [*HELD, ("c3", "agent smith", "Now it is me.", "09:07")]
    file = table(tmp_path, "conversation_id,sender,message,timestamp", rows)
    (problem,) = Checking(open_corpus(file)).run().problems
    assert (problem.line, problem.code) == (6, "E132")
    assert "'agent smith'" in problem.text
    assert "--role 'agent smith=bot'" in str(problem.hint)
    with pytest.raises(InputError, match=r"own\.csv:6: E132"):
        read(file)
    assert len(read(file, roles={"agent smith": "bot"})) == 3


@pytest.mark.parametrize("service", ["agent", "Jane"])
def test_of_two_roles_one_that_is_known_tells_the_other(service: str, tmp_path: Path) -> None:
    rows = [(name, who if who == "customer" else service, text, at) for name, who, text, at in HELD]
    corpus = open_corpus(table(tmp_path, "dialog,role,text,at", rows))
    assert [one.role for dialog in corpus for one in dialog.utterances] == [Role.USER, Role.BOT] * 2
    assert Checking(corpus).run().rejected == 0
    assert corpus.assumptions() == [f"own.csv: read customer as user, {service} as bot"]


def test_an_agent_beside_a_bot_may_be_a_person(tmp_path: Path) -> None:
    file = table(tmp_path, "dialog,role,text,at", [*HELD, ("c2", "agent", "I take over.", "09:07")])
    (problem,) = Checking(open_corpus(file)).run().problems
    assert (problem.line, problem.code) == (6, "E132")


def test_only_the_service_is_known_among_persons(tmp_path: Path) -> None:
    rows = [("c1", "Ann", "hi", ""), ("c1", "agent", "Hello.", ""), ("c2", "Bob", "bye", "")]
    problems = Checking(open_corpus(table(tmp_path, "dialog,role,text,at", rows))).run().problems
    assert [problem.line for problem in problems] == [2, 4]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (ReadSettings(columns=("dialog",)), "--column 'dialog' is not a pair"),
        (ReadSettings(columns=("talk=x",)), "'talk' is not a column"),
        (ReadSettings(roles=("agent=robot",)), "unknown role 'robot'"),
        (ReadSettings(roles=("=bot",)), "--role '=bot' is not a pair"),
    ],
)
def test_a_mapping_to_nothing_is_refused(settings: ReadSettings, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        rate(table(tmp_path, "dialog,role,text,at"), RateSettings(read=settings), issues="AL")


def test_a_rating_is_the_same_whatever_the_columns_are_called(tmp_path: Path) -> None:
    usual = rate(table(tmp_path, "session,sender,message,time"), issues="AL,CC")
    rows = [(name, "user" if who == "customer" else "bot", text, at) for name, who, text, at in HELD]
    ours = rate(table(tmp_path, "dialog,role,text,at", rows), issues="AL,CC")
    settings = RateSettings(read=ReadSettings(columns=("dialog=a", "role=b", "text=c", "at=d")))
    mapped = rate(table(tmp_path, "a,b,c,d"), settings, issues="AL,CC")
    assert usual["AL"] == ours["AL"] == mapped["AL"]
    assert usual["CC"] == ours["CC"] == mapped["CC"]


def test_the_command_says_what_it_took_for_what(botassay: Run, tmp_path: Path) -> None:
    table(tmp_path, "session,sender,message,time")
    (tmp_path / "botassay.toml").write_text('[rate]\nrole = ["customer=user", "assistant=bot"]\n')
    for command in (("check",), ("rate", "--issues", "AL")):
        ended = botassay(command[0], "own.csv", *command[1:])
        assert ended.code == 0
        known = "" if command[0] == "rate" else ", customer as user, assistant as bot"
        assert f"own.csv: read session as dialog, sender as role, message as text, time as at{known}\n" in ended.err


def test_phrases_have_usual_names_too(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    for header in ("text,intent", "Utterance,Label", "question,category"):
        file.write_text(f"{header}\nhi,greet\nbye,leave\n")
        assert [(one.text, one.intent) for one in read_phrases(file)] == [("hi", "greet"), ("bye", "leave")]
    file.write_text("utterance,label,category\nhi,greet,x\n")
    with pytest.raises(InputError, match=r"E142 the header lacks the column 'intent'.*--intent-column"):
        read_phrases(file)
