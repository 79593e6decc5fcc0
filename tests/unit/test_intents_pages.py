"""The pages of the intents room: the problems first, in plain words, with the figures of the document."""

import pytest

from botassay.intents.view.comparison import ranges
from botassay.intents.view.evaluation import HOT, heat, people
from botassay.intents.view.figures import curves
from botassay.view import Action, Details, Heatmap, Intervals, Lines, Quotes, Table
from tests.intents_pages import compares, evaluated, intents_pages, passed, renamed, sampled


def test_the_worst_pairs_come_first_each_with_its_phrases_in_both_directions() -> None:
    document = evaluated(sampled())
    page = document.view()
    first = page.sections[0]
    assert first.title == "What to change first"
    cards = [block for block in first.blocks if isinstance(block, Action)]
    assert [card.about for card in cards] == [(one.a, one.b) for one in document.problems[:3]]
    pay = cards[0]
    assert pay.about == ("pay", "salary")
    assert (pay.label, pay.advice) == ("Merge", document.pairs[0].advice)
    shown = {passage.text for group in pay.evidence for passage in group.items}
    assert shown == {one.text for one in document.pairs[0].examples}
    assert {group.title for group in pay.evidence} == {
        "Phrases of “pay” that were taken for “salary”", "Phrases of “salary” that were taken for “pay”",
    }  # fmt: skip
    assert all("line " in passage.note for group in pay.evidence for passage in group.items)


@pytest.mark.slow
def test_when_nothing_is_above_what_is_acceptable_the_page_says_done() -> None:
    done = intents_pages()["done"]
    assert (done.headline.tone, done.headline.text) == (
        "first",
        "Done: of the 14 that could be judged, no two topics are mixed up in more than 100% of their tests.",
    )


def test_the_map_says_of_each_topic_for_which_it_is_taken() -> None:
    document = evaluated(sampled())
    drawn = heat(document.pairs)
    assert isinstance(drawn, Heatmap)
    pair = document.pairs[0]
    rows = dict(zip(drawn.names, drawn.shares, strict=True))
    there = sum(one.times for one in pair.examples if one.truth == pair.a)
    back = sum(one.times for one in pair.examples if one.truth == pair.b)
    assert rows[pair.a][drawn.names.index(pair.b)] == there / pair.tested[0]
    assert rows[pair.b][drawn.names.index(pair.a)] == back / pair.tested[1]
    assert there + back == pair.count
    assert pair.score == pytest.approx(pair.count / sum(pair.tested))
    assert len(drawn.names) <= HOT
    assert heat([]).names == ()


def test_the_curves_are_those_of_the_document_with_both_thresholds_marked() -> None:
    figures = evaluated(sampled()).settings[1]
    right, kept = curves(figures)
    for drawn in (right, kept):
        assert [mark.text for mark in drawn.marks] == ["in use: 0.5", f"best: {figures.best_threshold:.2f}"]
        assert drawn.marks[1].at == figures.best_threshold
    fields = ("accuracy", "f1_weighted", "f1_macro", "automation_rate", "carefulness", "over_caution")
    for series, field in zip((*right.series, *kept.series), fields, strict=True):
        assert series.points == tuple((point.threshold, getattr(point, field)) for point in figures.curve)


def test_what_people_say_stands_beside_the_three_settings() -> None:
    document = evaluated(sampled())
    assert document.human is not None
    drawn = people(document.human, document.settings)
    assert isinstance(drawn, Intervals)
    ranges = drawn.panels[0].intervals
    assert [one.name for one in ranges] == [
        "people who rated answers",
        "the bot knows all topics (0,0)",
        "some of the rarest topics kept from the bot (0,0.15)",
        "some topics with fewer than 5 phrases kept from the bot (5,0)",
    ]
    assert document.human.accuracy is not None
    assert ranges[0].ends == document.human.accuracy.interval
    assert "50 ratings of 50 answers: 40 yes, 9 no, 1 can't tell" in drawn.caption


def test_the_comparison_draws_the_range_over_the_settings_accuracy_beside_carefulness() -> None:
    document = compares(sampled())
    drawn = ranges(document)
    accuracy, carefulness = drawn.panels
    assert (accuracy.title, carefulness.title) == ("accuracy", "carefulness")
    for one, ranged in zip(document.classifiers, accuracy.intervals, strict=True):
        assert ranged.ends == one.accuracy_range
        assert len(ranged.values) == 3
        assert (min(ranged.values), max(ranged.values)) == one.accuracy_range
    page = document.view()
    assert page.headline.text.startswith("tfidf-lr is right most often: ")
    assert "Against the others that is significant in " in page.headline.text


def test_a_history_says_whether_it_went_up_and_what_changed() -> None:
    document = passed([sampled(), renamed(sampled()), renamed(sampled())])
    assert document.days[1].settings == document.days[2].settings
    page = intents_pages()["history"]
    assert page.headline.text.startswith("No significant change: from ")
    assert "the phrases changed 1 time." in page.lead
    table = next(block for block in page.sections[1].blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["2026-03-03", "2026-03-01", "2026-02-27"]
    assert str(table.rows[1][-1]).startswith("1 phrase more; 10 phrases less; 1 phrase moved; ")
    assert "'salary' is now called 'pay ='" in str(table.rows[1][-1])
    (fold,) = page.sections[2].blocks
    assert isinstance(fold, Details)
    titles = [block.title for block in fold.blocks if isinstance(block, Table | Quotes)]
    assert titles[-3:] == ["Added phrases", "Removed phrases", "Moved phrases"]
    plots = [block for block in page.sections[0].blocks if isinstance(block, Lines)]
    assert [mark.text for mark in plots[0].marks] == ["1 more, 10 less, 1 moved"]
    assert [mark.at for mark in plots[0].marks] == [0.5]
    assert [len(series.points) for series in plots[0].series] == [3] * 4
    assert intents_pages()["one day"].headline.text == "One day: there is nothing to compare it with yet."
