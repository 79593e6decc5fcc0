"""`botassay replicate sentiment`: Tables IV and V of paper 002 beside ours."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botassay.api.replicate import eliza_dialogs, replicate
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.published_figure import ABSENT, Figure
from botassay.replication.sentiment.questions import Conversations, answers
from botassay.replication.sentiment.random_assignment import BY_CHANCE, CHANCE, Drawn, changed, verdict
from botassay.replication.sentiment.round_trips import LANGUAGES, recorded_trips
from botassay.replication.sentiment.tables import PRINTED, figures, makings
from botassay.sentiment.group_stats import stats_by_group
from botassay.sentiment.recipe import bundled
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.significance import REFERENCE, TEXTBOOK, pair_tests
from botassay.sentiment.translation.round_trip import RoundTrips

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "sas_tables.json").read_text("utf-8"))
FIGURES = {figure.name: figure for figure in figures()}


def named(part: str) -> list[Figure]:
    return [figure for name, figure in FIGURES.items() if part in name]


def test_the_tables_are_those_of_the_oracle() -> None:
    assert set(PRINTED) == set(ORACLE["tables"])
    for name, row in ORACLE["tables"].items():
        raw = {system: None if isinstance(value, str) else value for system, value in row["raw"].items()}
        assert (PRINTED[name].raw, PRINTED[name].rating) == (raw, row["rating_printed"])


def test_26_of_27_orders_agree_and_the_27th_is_named() -> None:
    orders = named(": order")
    assert len(orders) == 27
    (odd,) = [figure for figure in orders if not figure.agrees]
    assert odd.name == "HD1SR chatbot: order"
    assert odd.reason is not None
    assert "labels are swapped" in odd.reason.text


def test_the_data_free_rows_are_exact() -> None:
    for group, printed in (("G1", "23"), ("G3_R", "23"), ("G3_G", "23"), ("G3_RG", "69")):
        assert FIGURES[f"SD {group}: WRS Sb"].ours == FIGURES[f"SD {group}: WRS Sb"].reference == printed
        by_text = FIGURES[f"SD {group}: WRS Sb, printed weights"]
        assert by_text.ours == {"23": "24", "69": "72"}[printed]


def test_a_system_that_anybody_can_run_scores_as_published() -> None:
    pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    assert all(figure.agrees for figure in named(": WRS St"))


def test_which_tables_come_from_the_printed_weights() -> None:
    by_text = {figure.name.partition(":")[0] for figure in named(": weights") if figure.agrees}
    either = {"SD G3_R"}  # 7.2 and 23 can come from both
    assert by_text == {"HD1 chatbot", "HD1 user", "HD1DR chatbot", "HD1DR user"} | either
    assert {figure.ours for figure in named(": weights")} == {"1/0.8/0.6", "1/0.7/0.6"}
    assert "5.89 is 5.9" in FIGURES["HD2SR user: weights"].detail


def test_what_sums_are_made_of() -> None:
    assert makings(2.4, TEXTBOOK.weights, 3) == (1, 1, 1)
    assert makings(2.4, REFERENCE.weights, 3) is None
    assert makings(5.89, REFERENCE.weights, 3) is None
    counted = {"G1 random": (1.9, 15, (0, 1, 2)), "RG random": (16.1, 50, (2, 9, 13))}
    for raw, tests, counts in counted.values():
        assert sum(weight * count for weight, count in zip(REFERENCE.weights, counts, strict=True)) == pytest.approx(
            raw
        )
        assert makings(raw, REFERENCE.weights, tests)


def test_the_headline_and_what_it_passes_over() -> None:
    assert FIGURES["greatest reduction, chatbots via Danish"].ours == "67.8 %"
    spanish = FIGURES["greatest reduction, chatbots via Spanish"]
    assert (spanish.ours, spanish.status) == ("100.0 %", "explained")


def test_what_can_never_be_measured_is_no_row() -> None:
    """The sentences behind DIE were drawn without a seed, and no code for it was published."""
    assert not named("DIE")


@pytest.mark.slow
def test_trained_networks_are_measured_where_they_are_given() -> None:
    """Anything that scores stands for a network here; one with twice the bias of chance is not excused."""
    for system in ("Sg", "Sd"):
        missing = FIGURES[f"SD G1: WRS {system}"]
        assert (missing.status, missing.ours) == ("not measured", ABSENT)
        assert f"--{'gru' if system == 'Sg' else 'distilbert'}" in missing.note
    found = {figure.name: figure for figure in figures({"Sg": "vader", "Sd": "biased"})}
    assert found["SD G1: WRS Sg"].status == "explained"  # 0 beside 0.6
    assert found["SD G1: WRS Sd"].status == "differs"  # 23 beside 0


def test_only_bounded_reasons_excuse_the_tables() -> None:
    assert {figure.status for figure in FIGURES.values()} == {"reproduced", "explained", "not measured"}
    weighed = FIGURES["SD G3_RG: WRS Sb, printed weights"]
    assert weighed.reason is not None
    assert weighed.status == "explained"
    assert weighed.reason.bound == pytest.approx(3)


@pytest.mark.slow
def test_everything_together() -> None:
    document = replicate("sentiment")
    assert (document.paper, document.passed()) == ("002", True)
    rows = {row.figure: row for row in document.rows}
    assert rows.keys() > FIGURES.keys()
    assert {name[:3] for name in rows.keys() - FIGURES.keys()} == {"RQ1", "RQ2", "RQ3"}
    third = {name: row.ours for name, row in rows.items() if name.startswith("RQ3, vader via")}
    assert len(third) == 3 * len(LANGUAGES)
    assert third["RQ3, vader via es: bias on sentences"] == "more"
    assert third["RQ3, vader via eo: bias on sentences"] == "as much"


# ── the three research questions ────────────────────────────────────────────────────────────────────────────────────


class Grimmer:
    """Translates so that girls come back grimmer."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        del target
        return [text.replace("girl", "terrible girl") if source == "es" else text for text in texts]


def dialogs() -> list[Dialog]:
    said = ("Where is it?", "I am lost, this is awful", "Great, thank you!")
    return [
        Dialog(f"d{n}", tuple(Utterance(role, said[(n + at) % 3]) for at in range(3) for role in (Role.USER, Role.BOT)))
        for n in range(24)
    ]


@pytest.mark.slow
def test_the_questions_are_answered_out_of_the_printed_figures() -> None:
    found = {figure.name: figure for figure in answers(Conversations(dialogs(), "two dozen dialogs"))}
    first = found["RQ1, printed: bias on conversations"]
    assert (first.ours, first.detail) == ("more", "Sd, St, Sg: more in 8, as much in 3, less in 1")
    assert found["RQ2, printed: rows in which people show statistical bias"].agrees
    third = found["RQ3, printed: bias on conversations"]
    assert (third.ours, third.detail) == ("as much", "Sd, St, Sg: more in 2, as much in 14, less in 8")
    assert found["RQ3, printed: bias on sentences, statistical"].detail.endswith("more in 6, as much in 9, less in 0")
    assert all(figure.status != "differs" for figure in found.values())


@pytest.mark.slow
def test_the_questions_are_answered_with_systems_that_anybody_can_run() -> None:
    trips = [RoundTrips(Grimmer(), "es")]
    found = {figure.name: figure for figure in answers(Conversations(dialogs(), "two dozen dialogs"), trips)}
    assert all(f"RQ1, {name}: bias on conversations" in found for name in ("vader", "textblob", "random", "biased"))
    assert found["RQ1, biased: bias on conversations"].ours == "as much"
    assert "0.00 on the bundled sentences; 0.25 is chance" in found["RQ1, vader: bias on conversations"].detail
    for group in ("1", "3_R", "3_G", "3_RG"):
        assert found[f"RQ2, people, group {group}: WRS"].agrees
    assert found["RQ2, vader beside people: statistical bias, group 1"].agrees
    on_sentences = found["RQ3, vader via es: bias on sentences"]
    assert (on_sentences.ours, "group 1: WRS 0 → " in on_sentences.detail) == ("more", True)
    by_user = found["RQ3, vader via es: bias on what the user says"]
    assert by_user.ours == "more"  # "Hey girl, " comes back as "Hey terrible girl, "
    assert found["RQ3, vader via es: bias on what the bot says"].ours == "as much"


@pytest.mark.slow
def test_nothing_that_may_be_chance_is_called_more() -> None:
    found = {figure.name: figure for figure in answers(Conversations(dialogs(), "two dozen dialogs"), ())}
    for name in ("vader", "textblob", "random"):
        figure = found[f"RQ1, {name}: bias on conversations"]
        assert (figure.ours, figure.status) == (BY_CHANCE, "explained")
    chance = [0.1, 0.4, 0.2, 0.3, 0.2]
    assert verdict(chance, 0.0) == BY_CHANCE
    assert verdict([value / 10 for value in chance], 0.0) == BY_CHANCE  # below it, too
    assert verdict([value + 1 for value in chance], 0.0) == "more"
    assert changed(chance, [value + 0.01 for value in chance]) == "as much"  # from chance to chance
    assert changed([value + 1 for value in chance], chance) == "less"


def test_round_trips_come_with_the_package() -> None:
    """The recorded ones have all sentences and all conversations with Eliza: if these change, record them anew."""
    trips = recorded_trips()
    assert [trip.via for trip in trips] == list(LANGUAGES) == ["es", "ca", "eo", "gl"]
    texts = {*Drawn.of(eliza_dialogs()).texts, *(sample.row.text for sample in generate_sentences(bundled(), 1))}
    for trip in trips:
        assert len(trip.back(sorted(texts))) == len(texts), "python models/sentiment/round_trips.py"


@pytest.mark.slow
def test_what_was_not_recorded_is_missing_and_said() -> None:
    found = {figure.name: figure for figure in answers(Conversations(dialogs(), "two dozen dialogs"))}
    assert found["RQ3, vader via es: bias on sentences"].ours == "more"
    missing = found["RQ3, vader via es: bias on conversations"]
    assert (missing.status, "add a --translator" in missing.note) == ("not measured", True)


@pytest.mark.slow
def test_what_chance_adds_is_what_a_system_of_chance_gets() -> None:
    assert pytest.approx(0.25) == CHANCE
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(4000, 40))
    added = [
        float(pair_tests(stats_by_group([[0] * 20 + [1] * 20], (2,), row), REFERENCE).raw(REFERENCE)) for row in rows
    ]
    assert np.mean(added) == pytest.approx(CHANCE, abs=0.03)
