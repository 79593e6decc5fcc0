"""The sentiment use cases in Python, and each command once."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import botassay.sentiment
from botassay.api.sentiment import dialogs, generate, order, rate, read_scores
from botassay.core.errors import BotassayError, ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.core.progress import Progress
from botassay.plugins.protocols import SentimentText
from botassay.settings.sentiment import (
    GenerateSettings,
    RoundTripSettings,
    SentenceSettings,
    SentimentDialogsSettings,
    SentimentSettings,
    SentimentTestSettings,
)
from tests.conftest import Run
from tests.docs.schema import FOLDER
from tests.outline import Outline

ROWS = [("a", "male", -0.5), ("b", "male", -0.4), ("c", "female", 0.5), ("d", "female", 0.6)]
SENTENCES = [
    {"group": "1", "dataset": "E1", "id": name, "text": "They are fine.", "emotion": "pos", "gender": gender}
    for name, gender, _ in ROWS
]
SCORED = [{**row, "score:mine": score} for row, (_, _, score) in zip(SENTENCES, ROWS, strict=True)]
DATA = ",".join(SCORED[0]) + "\n" + "".join(",".join(map(str, row.values())) + "\n" for row in SCORED)
VIA_SPANISH = RoundTripSettings(translator="python:a:b", via=("es",))
FIRST = SentimentSettings(groups=("1",))


def settings(*groups: str, **tests: object) -> SentimentSettings:
    return SentimentSettings(groups=groups, tests=SentimentTestSettings(**tests))  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_default_rates_all_groups_of_the_bundled_sentences() -> None:
    document = rate()
    assert list(document.groups) == ["1", "2", "3_R", "3_G", "3_RG", "4"]
    for name, group in document.groups.items():
        assert group.measure == ("DIE" if name in "24" else "WRS")
        assert set(group.raw) == set(group.rating) == {"vader", "biased", "random"}
        assert group.order[-1][0] == "biased"
    assert document.groups["1"].raw["biased"] == 24
    assert (document.overall["biased"].worst, document.overall["biased"].mean) == (3, 3.0)
    text = json.loads(document.json())
    infinite = next(row for row in text["groups"]["1"]["detail"]["biased"] if row["p"] == 0)
    assert infinite["t"] is None
    assert text["groups"]["2"]["detail"]["vader"][0].keys() >= {"dataset", "neg", "pos", "difference", "gaps"}


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second, other = (rate(["random"], settings=settings("1", "2", seed=seed)).json() for seed in (7, 7, 8))
    assert first == second != other


def test_the_reference_mode_gives_the_raw_score_of_the_paper() -> None:
    document = rate(settings=settings("1", mode="reference"))
    assert (document.mode.alphas, document.mode.weights, document.mode.df) == (
        (0.025, 0.15, 0.2), (1.0, 0.7, 0.6), "n-2",
    )  # fmt: skip
    assert document.groups["1"].raw["biased"] == 23
    assert document.groups["1"].rating == {"vader": 1, "random": 2, "biased": 3}


def test_systems_are_names_functions_and_objects() -> None:
    class Shouting:
        name = "shouting"

        def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
            return [0.0 for _ in rows]

    def happy(text: str) -> float:
        return 0.5 if "happy" in text else -0.5

    document = rate(["vader", Shouting(), happy], settings=FIRST)
    assert [name.rpartition(".")[2] for name in document.overall] == ["vader", "shouting", "happy"]
    assert list(rate(happy, settings=FIRST).overall) == list(rate([happy], settings=FIRST).overall)
    with pytest.raises(TypeError, match="not a sentiment system"):
        rate([3], settings=FIRST)  # type: ignore[list-item]


def test_rows_and_files_with_scores_are_rated_by_them(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(DATA)
    document = rate(data=tmp_path / "d.csv")
    assert document.groups["1"].raw == {"mine": 2.4}
    assert rate(data=SCORED).groups == rate(data=str(tmp_path / "d.csv")).groups == document.groups
    (row,) = document.groups["1"].detail["mine"]
    assert (row.pair, row.df) == (("male", "female"), pytest.approx(2))  # type: ignore[union-attr]
    assert row.t == pytest.approx(-14.142135623730951)  # type: ignore[union-attr]
    assert row.difference == pytest.approx(-1.0)
    assert list(rate("biased", SCORED).groups["1"].raw) == ["mine", "biased"]
    (row,) = rate(data=SCORED, settings=settings(degrees="n-1")).groups["1"].detail["mine"]
    assert row.df == 3  # type: ignore[union-attr]


def test_an_expectation_of_0_is_the_worst() -> None:
    rows = [("pos", "male", 1), ("pos", "male", 1), ("pos", "female", -2), ("neg", "male", -1), ("neg", "female", -1)]
    data = [
        {
            "group": "2", "dataset": "E3", "id": at, "text": "text", "emotion": emotion, "gender": gender,
            "score:flat": score / 2, "score:even": 1 if emotion == "pos" else -1,
        }
        for at, (emotion, gender, score) in enumerate(rows)
    ]  # fmt: skip
    document = rate(data=data)
    group = document.groups["2"]
    assert (group.raw, group.rating) == ({"flat": None, "even": 0.0}, {"flat": 3, "even": 1})
    (row,) = group.detail["flat"]
    assert (row.pos, row.undefined) == (None, ("pos",))  # type: ignore[union-attr]
    assert row.difference == pytest.approx(0.1)
    assert "flat X" in document.markdown()


def test_people_are_rated_with_their_agreement(tmp_path: Path) -> None:
    sentences = generate(groups=["1"])
    names = [sample.row.id for sample in sentences.samples]
    lines = "".join(f"{name},1,1\n" for name in names[:-1]) + f"{names[-1]},1,0\n"
    (tmp_path / "h.csv").write_text("id,ann,ben\n" + lines)
    document = rate(f"human:{tmp_path}/h.csv", sentences)
    (agreement,) = document.agreement.values()
    assert (agreement.annotators, agreement.sentences, agreement.conflicts) == (2, 240, 1)
    assert agreement.percent == pytest.approx(100 * 239 / 240)
    assert "99.6 %" in document.text()


@pytest.mark.slow
def test_textblob_is_rated_beside_vader_over_all_groups() -> None:
    pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    document = rate(["textblob", "vader", "biased"])
    for group in document.groups.values():
        assert (group.rating["textblob"], group.rating["biased"]) != (3, 1)
    assert all(document.groups[name].raw["textblob"] == 0 for name in ("1", "3_R", "3_G", "3_RG"))


def test_the_biased_system_favours_a_class_that_occurs() -> None:
    ages = [{**row, "age": "old" if row["gender"] == "male" else "young"} for row in SENTENCES]
    data = [{name: cell for name, cell in row.items() if name != "gender"} for row in ages]
    assert set(rate(data=data).groups["1"].raw) == {"vader", "biased:age=old", "random"}


def test_pairs_that_could_not_be_tested_are_named() -> None:
    more = {**SCORED[0], "id": "e", "gender": "NA", "score:mine": 0.1}
    assert (
        "fewer than two sentences there: E1, male / NA; E1, female / NA."
        in Outline(rate(data=[*SCORED, more]).html()).text
    )


def test_progress_is_reported_by_system() -> None:
    seen: list[Progress] = []
    rate(["vader", "biased"], settings=FIRST, on_progress=seen.append)
    assert [(progress.phase, progress.done, progress.total) for progress in seen] == [
        ("asking vader", 1, 1), ("asking biased", 1, 1),
    ]  # fmt: skip


def test_documents_are_saved_in_every_format(tmp_path: Path) -> None:
    document = rate(settings=FIRST)
    for ending in ("html", "md", "csv", "json", "txt"):
        document.save(tmp_path / f"r.{ending}")
    assert (tmp_path / "r.json").read_text() == document.json()
    assert (tmp_path / "r.csv").read_text() == document.csv()
    assert "Least biased of 3 systems: vader. Most: biased." in (tmp_path / "r.html").read_text()
    assert "srcdoc" in document._repr_html_()
    with pytest.raises(UsageError, match=r"r\.pdf"):
        document.save(tmp_path / "r.pdf")


def test_generated_sentences_have_all_columns() -> None:
    sentences = generate(GenerateSettings(groups=("1",)))
    lines = sentences.csv().splitlines()
    assert (lines[0], len(lines)) == ("group,dataset,id,text,emotion,gender,race", 241)
    assert list(rate("vader", sentences).groups) == ["1"]
    assert generate(groups=["2"], seed=1) != generate(groups=["2"], seed=2)


def test_an_order_out_of_raw_scores() -> None:
    document = order({"a": 0, "b": None, "c": 3.5, "d": 0})
    assert document.order == (("a", 0.0), ("d", 0.0), ("c", 3.5), ("b", None))
    assert (document.levels, document.rating) == (3, {"a": 1, "d": 1, "c": 2, "b": 3})
    assert document.ties == (("a", "d"),)
    assert "b       X" in document.text()


@pytest.mark.parametrize("content", ["{}", '{"a": -1}', '{"a": "x"}', "[1]", "", '{"a": 1e999}', '{"a": 1, "a": 2}'])
def test_what_are_no_raw_scores(content: str) -> None:
    with pytest.raises(InputError):
        order(read_scores(content.encode(), "-"))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: rate("vadr"), UnknownNameError, "did you mean 'vader'"),
        (lambda: rate(settings=settings("5")), UsageError, "no group '5'"),
        (lambda: rate(settings=settings(mode="reference", degrees="n-1")), UsageError, "--df"),
        (lambda: settings(levels=1), UsageError, "--levels"),
        (lambda: settings(mode="magic"), UsageError, "--mode"),
        (lambda: rate(data="missing.csv"), InputError, "E174"),
        (lambda: rate(data=SENTENCES[:2]), InputError, "E151 .* found only: gender male"),
        (lambda: rate("vader", SENTENCES[::2]), InputError, "E151 nothing can be tested"),
        (lambda: rate(data=[]), InputError, "E100"),
        (lambda: rate(data=[{"group": "1"}]), InputError, "row 1: E142"),
        (lambda: rate(data=[{**SCORED[0], "score:mine": "warm"}]), InputError, "row 1: score:mine: E136 'warm'"),
        (lambda: rate(data=SCORED, settings=settings("3")), UsageError, "available: 1"),
        (lambda: rate("human:nothing.csv"), InputError, "E174"),
        (lambda: rate("biased:age=old"), ConfigurationError, "needs the attribute 'age'"),
        (lambda: rate("biased:gender=Female"), UsageError, "name one of NA, female, male"),
        (lambda: rate(["vader"], [{**row, "score:vader": 0} for row in SENTENCES]), UsageError, "column of scores"),
        (
            lambda: rate(data=SCORED, settings=SentimentSettings(sentences=SentenceSettings(eec=Path("e.csv")))),
            UsageError, "--data cannot be combined",
        ),
        (
            lambda: rate(data=SCORED, settings=SentimentSettings(round_trip=VIA_SPANISH)),
            UsageError, "cannot be translated",
        ),
        (lambda: RoundTripSettings(translator="apertium"), UsageError, "--translator and --via need each other"),
        (lambda: generate(groups=["7"]), UsageError, "--group"),
        (lambda: SentenceSettings(recipe=Path("a"), eec=Path("b")), UsageError, "cannot be combined"),
        (lambda: order({"a": 1}, levels=1), UsageError, "at least 2"),
        (lambda: dialogs("missing.csv"), InputError, "E174"),
        (lambda: dialogs("talk.csv", "nobody"), UnknownNameError, "nobody"),
        (lambda: SentimentDialogsSettings(proxies="yes"), UsageError, "--proxies"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_bad_input_has_the_error_of_the_command_line(call: object, kind: type[BotassayError], message: str) -> None:
    with pytest.raises(kind, match=message):
        call()  # type: ignore[operator]


def test_the_package_offers_the_use_cases() -> None:
    assert (botassay.sentiment.rate, botassay.sentiment.order) == (rate, order)
    assert (botassay.sentiment.generate, botassay.sentiment.dialogs) == (generate, dialogs)
    with pytest.raises(AttributeError, match="nothing"):
        _ = botassay.sentiment.nothing


# ── whole commands ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_command_rate(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(DATA.replace("score:mine", "score:<b>x</b>\x1b[31m"))
    ended = botassay("sentiment", "rate", "--data", "d.csv", "--tables", "-o", "r.html", "-o", "r.json")
    assert (ended.code, ended.err) == (0, "botassay: wrote r.html\nbotassay: wrote r.json\n")
    assert "-14.142" in ended.out
    page = (tmp_path / "r.html").read_text()
    assert "\x1b" not in ended.out + page
    assert "<b>x" not in page
    again = botassay("sentiment", "rate", "--data", "d.csv", "--json")
    assert (tmp_path / "r.json").read_text() == again.out
    assert botassay("sentiment", "rate", "-o", "r.pdf").code == 2


def test_the_command_generate(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("sentiment", "generate", "--group", "1")
    assert ended.out == generate(groups=["1"]).csv()
    assert botassay("sentiment", "generate", "--group", "1", "-o", "s.csv").out == ""
    assert (tmp_path / "s.csv").read_text() == ended.out
    assert botassay("sentiment", "generate", "-o", "s.csv/x").code == 73
    (tmp_path / "flat.toml").write_text("templates = [")
    assert botassay("sentiment", "generate", "--recipe", "flat.toml").code == 65


def test_the_command_order(botassay: Run) -> None:
    ended = botassay("sentiment", "order", "-", "--levels", "3", stdin='{"a": 0, "b": null}')
    assert json.loads(ended.out) == json.loads(order({"a": 0, "b": None}).json())
    assert botassay("sentiment", "order", "-", stdin="[1]").code == 65


def test_documents_keep_their_schemas() -> None:
    import jsonschema

    documents = {"rate": rate(settings=FIRST), "order": order({"a": 0.0})}
    for name, document in documents.items():
        schema = json.loads((FOLDER / f"sentiment-{name}-1.json").read_text("utf-8"))
        errors = jsonschema.Draft202012Validator(schema).iter_errors(json.loads(document.json()))
        assert not list(errors), name
