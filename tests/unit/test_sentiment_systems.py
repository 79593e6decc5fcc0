"""Sentiment systems: those that need nothing, those out of files, and services over HTTP."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from aiohttp import web

from botassay.core.errors import BotError, ConfigurationError, InputError, InternalError, UnknownNameError, UsageError
from botassay.plugins.protocols import SentimentOptions, SentimentSystem, SentimentText
from botassay.plugins.protocols.polarity import polarities
from botassay.sentiment.agreement import interval, krippendorff, nominal, percent_agreement
from botassay.sentiment.systems import find_system, find_systems
from botassay.sentiment.systems.controls import Random
from botassay.sentiment.systems.human import Human
from botassay.sentiment.systems.text import TextSystem
from tests.conftest import Run
from tests.servers import served

ROWS = [
    SentimentText("a", "They look happy.", {"gender": "female"}),
    SentimentText("b", "They look grim.", {"gender": "male"}),
]


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def test_what_the_lexicon_and_the_controls_say() -> None:
    happy, grim = find_system("vader").polarity(ROWS)
    assert happy > 0 > grim
    assert find_system("biased").polarity([*ROWS, SentimentText("c", "", {"gender": "NA"})]) == [1, -1, -1]
    assert find_system("biased:gender=male").polarity(ROWS) == [-1, 1]
    drawn = find_system("random", SentimentOptions(seed=3)).polarity(ROWS)
    assert drawn == [round(value, 2) for value in drawn] != find_system("random").polarity(ROWS)


def test_the_random_system_covers_its_range_evenly() -> None:
    values = Random(1).polarity([SentimentText(str(at), "") for at in range(20_000)])
    assert (min(values), max(values)) == (-1, 1)
    counts = [sum(low <= value < low + 0.5 for value in values) for low in (-1, -0.5, 0, 0.5)]
    assert all(abs(count - 5000) < 250 for count in counts)


@pytest.mark.process
def test_textblob_asks_for_no_corpus(tmp_path: Path) -> None:
    pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    program = (
        "import socket, sys\n"
        "def refuse(*_, **__): raise AssertionError('a socket was opened')\n"
        "socket.socket.connect = refuse\n"
        "from botassay.plugins.protocols import SentimentText\n"
        "from botassay.sentiment.systems import find_system\n"
        "texts = [SentimentText('1', 'A wonderful day.'), SentimentText('2', 'A terrible day.')]\n"
        "print(find_system('textblob').polarity(texts))\n"
    )
    environment = {**os.environ, "HOME": str(tmp_path), "NLTK_DATA": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert ended.stderr == ""
    assert json.loads(ended.stdout) == [1.0, -1.0]
    assert list(tmp_path.iterdir()) == []


def test_without_textblob_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textblob", None)
    with pytest.raises(ConfigurationError, match=r"botassay\[sentiment\]"):
        find_system("textblob")


@pytest.mark.parametrize(
    ("typed", "error", "said"),
    [
        ("vadr", UnknownNameError, "did you mean 'vader'"),
        ("vader:x", UsageError, "takes no address after a colon"),
        ("textblob:x", UsageError, "takes no address after a colon"),
        ("random:x", UsageError, "give a --seed"),
        ("biased:female", UsageError, "biased:ATTRIBUTE=CLASS"),
        ("predictions", UsageError, "predictions:FILE.csv"),
        ("human", UsageError, "human:FILE.csv"),
        ("rest", UsageError, "rest:FILE.toml"),
        ("rest:missing.toml", InputError, "there is no such file"),
        ("python:nothing", UsageError, "python:package.module:function"),
        ("python:os:nothing", UsageError, "cannot be imported"),
        ("python:os:sep", UsageError, "cannot be called"),
        ("human:missing.csv", InputError, "does not exist"),
    ],
)
def test_what_makes_no_system(typed: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said.replace("[", r"\[")):
        find_system(typed)


def test_a_system_that_is_named_twice_is_one() -> None:
    assert len(find_systems(["vader", "vader"])) == 1


def test_the_biased_system_needs_its_attribute() -> None:
    with pytest.raises(ConfigurationError, match="'age', which the sentences lack"):
        find_system("biased:age=old").polarity(ROWS)


def test_a_function_is_called_once_for_each_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_sentiment.py").write_text("calls = []\ndef value(text):\n    calls.append(text)\n    return 0.25\n")
    monkeypatch.chdir(tmp_path)
    system = find_system("python:my_sentiment:value")
    assert system.polarity([*ROWS, *ROWS]) == [0.25] * 4
    assert sys.modules["my_sentiment"].calls == ["They look happy.", "They look grim."]


@pytest.mark.parametrize("value", [None, "good", True, [0.5], float("nan"), 1.5, {"score": 1}])
def test_a_wrong_value_of_a_function_is_an_error_of_the_user(value: object) -> None:
    (system,) = find_systems([lambda _: value])  # type: ignore[list-item,return-value]
    with pytest.raises(UsageError, match=r"gives .* for 'They look happy\.', .* --labels .* or --scale 0,10"):
        system.polarity(ROWS)


def test_labels_and_scales_make_polarities() -> None:
    options = SentimentOptions(labels={"good": 1.0, "bad": -0.5}, scale=(0, 10))
    returned = iter(["Good", 2.5])
    (system,) = find_systems([lambda _: next(returned)], options)  # type: ignore[list-item,return-value]
    assert system.polarity(ROWS) == [1.0, -0.5]


def test_a_wrong_prediction_is_named_with_its_line(botassay: Run, tmp_path: Path) -> None:
    text = "\n".join(["id,score", *(f"{row},{value}" for row, value in (("a", "pos"), ("b", "7")))])
    file = written(tmp_path, "p.csv", text)
    with pytest.raises(UsageError, match=r"p.csv:2: .* gives 'pos' for 'a'"):
        find_system(f"predictions:{file}")
    options = SentimentOptions(labels={"pos": 1.0}, scale=(0, 10))
    assert find_system(f"predictions:{file}", options).polarity(ROWS) == pytest.approx([1, 0.4])
    for wrong in (("--labels", "pos=3"), ("--labels", "pos"), ("--scale", "1"), ("--scale", "2,1")):
        assert botassay("sentiment", "rate", "--system", "vader", *wrong).code == 2


@pytest.mark.process
def test_a_program_scores_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "score.py", "import json, sys\nfor line in sys.stdin:\n"
        "    happy = 'happy' in json.loads(line)['text']\n"
        "    print(json.dumps({'polarity': 0.5} if happy else 'bad'))\n")  # fmt: skip
    monkeypatch.chdir(tmp_path)
    named = f"command:{sys.executable} score.py"
    assert find_system(named, SentimentOptions(labels={"bad": -1.0})).polarity([*ROWS, *ROWS]) == [0.5, -1, 0.5, -1]
    with pytest.raises(UsageError, match=r"gives 'bad' for 'They look grim\.'"):
        find_system(named).polarity(ROWS)
    for program, said in (("no-such-program", "does not start"), ("false", "ended with 1"), ("true", "wrote 0 lines")):
        with pytest.raises(BotError, match=said):
            find_system(f"command:{program}").polarity(ROWS)


@pytest.mark.parametrize("value", [2.0, float("nan"), float("-inf")])
def test_what_is_no_polarity_is_the_fault_of_the_system(value: float) -> None:
    with pytest.raises(InternalError, match=r"not in \[-1, 1\]"):
        polarities(TextSystem("loud", lambda texts: [value for _ in texts]), ROWS)


def test_a_system_that_fails_is_named() -> None:
    def fails(texts: Sequence[str]) -> list[float]:
        raise KeyError(texts[0])

    with pytest.raises(InternalError, match="the sentiment system odd failed: KeyError"):
        polarities(TextSystem("odd", fails), ROWS)


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_predictions_are_looked_up_by_id(tmp_path: Path) -> None:
    file = written(tmp_path, "p.csv", "id,score\na,0.5\nb,-1\n")
    system = find_system(f"predictions:{file}")
    assert system.polarity(ROWS) == [0.5, -1]
    with pytest.raises(InputError, match="no score for the id 'c'"):
        system.polarity([SentimentText("c", "")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,score\na,0.5\na,0.4\n", "p.csv:3: E164"),
        ("id,value\na,1\n", "p.csv:1: E142"),
        ("id,score\na\n", "p.csv:2: E140"),
    ],
)
def test_predictions_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_system(f"predictions:{written(tmp_path, 'p.csv', text)}")


def test_the_majority_of_annotators_decides_and_conflicts_are_drawn_and_counted(tmp_path: Path) -> None:
    rows = "".join(f"c{at},-1,0,1\n" for at in range(40))
    file = written(tmp_path, "h.csv", f"id,ann,ben,cem\na,1,1,0\nb,negative,-1,\n{rows}")
    human = find_system(f"human:{file}", SentimentOptions(seed=1))
    assert isinstance(human, Human)
    assert human.polarity(ROWS) == [1, -1]
    assert (human.agreement.annotators, human.agreement.sentences, human.agreement.conflicts) == (3, 42, 40)
    conflicts = [SentimentText(f"c{at}", "") for at in range(40)]
    drawn = human.polarity(conflicts)
    assert set(drawn) == {-1, 0, 1}
    assert drawn == find_system(f"human:{file}", SentimentOptions(seed=1)).polarity(conflicts)
    assert drawn != find_system(f"human:{file}", SentimentOptions(seed=2)).polarity(conflicts)
    with pytest.raises(InputError, match="the id 'z' has no annotation"):
        human.polarity([SentimentText("z", "")])


def test_annotators_may_have_a_file_each(tmp_path: Path) -> None:
    first = written(tmp_path, "1.csv", "id,ann\na,1\nb,-1\n")
    second = written(tmp_path, "2.csv", "id,ben\na,1\nb,0\n")
    third = written(tmp_path, "3.csv", "id,cem\na,1\nb,0\n")
    human = find_system(f"human:{first},{second},{third}")
    assert human.polarity(ROWS) == [1, 0]
    with pytest.raises(InputError, match="'ann' has two annotations of this sentence"):
        find_system(f"human:{first},{first}")


@pytest.mark.parametrize(
    ("text", "said"),
    [("id,ann\na,2\n", "h.csv:2: E136"), ("id\na\n", "h.csv:1: E142"), ("id,x,x\na,1,1\n", "h.csv:1: E142")],
)
def test_annotations_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_system(f"human:{written(tmp_path, 'h.csv', text)}")


KRIPPENDORFF = """
1 1 . 1
2 2 3 2
3 3 3 3
3 3 3 3
2 2 2 2
1 2 3 4
4 4 4 4
1 1 2 1
2 2 2 2
. 5 5 5
. . 1 1
. 3 . .
"""
"""Four observers, twelve units: the example of Krippendorff (2011), section C."""


def test_alpha_of_the_published_example() -> None:
    units = [[float(value) for value in line.split() if value != "."] for line in KRIPPENDORFF.split("\n") if line]
    assert krippendorff(units, nominal) == pytest.approx(0.743, abs=5e-4)
    assert krippendorff(units, interval) == pytest.approx(0.849, abs=5e-4)


def test_agreement_where_nothing_can_be_said() -> None:
    assert krippendorff([[1], [0]]) is None
    assert krippendorff([]) is None
    assert percent_agreement([[1], [0]]) is None


# ── services ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def judging(request: web.Request) -> web.Response:
    """Judge by one word; fail where the text says so."""
    text = (await request.json())["text"]
    if "fail" in text:
        return web.json_response({"nothing": 1})
    value = 1.0 if "happy" in text else 0.0
    return web.json_response({"score": value, "label": "POSITIVE" if value else "NEGATIVE", "sure": 0.75})


def description(folder: Path, host: str, reply: str) -> str:
    text = f'url = "http://{host}/judge"\nbody = \'{{"text": {{{{message}}}}}}\'\n{reply}'
    return written(folder, "service.toml", text)


def test_a_service_that_gives_a_number_on_a_scale_of_its_own(tmp_path: Path) -> None:
    with served(web.post("/judge", judging)) as host:
        reply = '[reply]\npolarity = "$.score"\n[polarity]\nscale = [0, 1]\n'
        system = find_system(f"rest:{description(tmp_path, host, reply)}")
        assert system.name == f"http://{host}/judge"
        assert system.polarity(ROWS * 20) == [1, -1] * 20
        with pytest.raises(BotError, match=r"has nothing at \$\.score"):
            system.polarity([SentimentText("x", "fail")])


def test_a_service_can_be_asked_from_within_a_loop(tmp_path: Path) -> None:
    async def ask(system: SentimentSystem) -> list[float]:
        return list(system.polarity(ROWS))

    with served(web.post("/judge", judging)) as host:
        reply = '[reply]\npolarity = "$.score"\n'
        assert asyncio.run(ask(find_system(f"rest:{description(tmp_path, host, reply)}"))) == [1, 0]


def test_services_of_one_address_are_told_apart_or_refused(tmp_path: Path) -> None:
    first = description(tmp_path, "service.example", '[reply]\npolarity = "$.score"\n')
    second = written(tmp_path, "other.toml", Path(first).read_text())
    with pytest.raises(UsageError, match=r"two systems have the name 'http://service\.example/judge'"):
        find_systems([f"rest:{first}", f"rest:{second}"])


def test_a_service_that_gives_a_label_and_how_sure_it_is(tmp_path: Path) -> None:
    with served(web.post("/judge", judging)) as host:
        reply = '[reply]\npolarity = "$.label"\nconfidence = "$.sure"\n'
        assert find_system(f"rest:{description(tmp_path, host, reply)}").polarity(ROWS) == [0.75, -0.75]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (
            '[reply]\npolarity = "$.label"\n[polarity.labels]\nGOOD = 1\n',
            "the unknown label 'POSITIVE'",
        ),
        ('[reply]\npolarity = "$"\n', "has no number"),
        ('[reply]\npolarity = "$.score"\n[polarity]\nscale = [0, 0.5]\n', "has 1.0 at"),
        ('[reply]\npolarity = "$.label"\nconfidence = "$.label"\n', "lacks a confidence from 0 to 1"),
    ],
)
def test_an_answer_without_a_polarity(tmp_path: Path, reply: str, said: str) -> None:
    with served(web.post("/judge", judging)) as host:
        system = find_system(f"rest:{description(tmp_path, host, reply)}")
        with pytest.raises(BotError, match=said):
            system.polarity([SentimentText("x", "happy")])


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ('[reply]\ntext = "$.x"\n', "the path of the polarity is missing"),
        ('[reply]\npolarity = "score"\n', "is not a path"),
        ('[reply]\npolarty = "$.x"\n', "did you mean 'polarity'"),
        ('[reply]\npolarity = "$.x"\n[polarity]\nscale = [1, 1]\n', "ends of the scale are equal"),
        ('[reply]\npolarity = "$.x"\n[polarity.labels]\ngood = 2\n', "outside -1 to 1"),
    ],
)
def test_a_description_that_cannot_work(tmp_path: Path, reply: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        find_system(f"rest:{description(tmp_path, 'service.example', reply)}")
