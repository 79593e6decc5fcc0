"""What other tools found: shown beside the rating, dropped, or rated where that is asked for."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import botassay
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import UsageError
from botassay.core.foreign import ForeignVerdict
from botassay.core.results import Rating
from botassay.rating.formats import load
from botassay.settings import RateSettings, RatingSettings

FILES = Path(__file__).parents[1] / "data" / "neighbours"
REPLIES = ("Yes, fire is covered.", "You are an idiot.", "Shut up, you stupid fool.", "The excess is 500 euros.", "")


def dialogs_of(verdicts: list[tuple[int, float | None]]) -> list[Dialog]:
    """Return a dialog for each verdict: which reply, and the risk."""
    return [
        Dialog(
            f"d{nth}",
            (Utterance(Role.USER, "Is fire covered?"), Utterance(Role.BOT, REPLIES[reply])),
            verdicts=(ForeignVerdict("tool", "1", "rude", risk, str(risk), f"d{nth}", 1),),
        )
        for nth, (reply, risk) in enumerate(verdicts)
    ]


def external(mode: str, **more: object) -> RateSettings:
    return RateSettings(rating=RatingSettings(external=mode, issues=("AL", "B"), **more))  # type: ignore[arg-type]


def stripped(rating: Rating) -> bytes:
    return msgspec.json.encode(replace(rating, external=msgspec.UNSET))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.none() | st.floats(0, 1)), min_size=1, max_size=12))
def test_what_other_tools_found_changes_no_level_and_no_gate(verdicts: list[tuple[int, float | None]]) -> None:
    dialogs = dialogs_of(verdicts)
    shown = botassay.rate(dialogs, external("show"))
    dropped = botassay.rate(dialogs, external("drop"))
    alone = botassay.rate([replace(dialog, verdicts=()) for dialog in dialogs], external("show"))
    for report in (dropped, alone):
        assert list(map(stripped, shown.ratings)) == list(map(stripped, report.ratings))
        assert report.ratings[0].external is msgspec.UNSET
        for gate in ("medium", "high", "AL=medium"):
            assert shown.gate(gate) == report.gate(gate)
    (issue,) = shown.ratings[0].external or ()
    spoken = [(reply, risk) for reply, risk in verdicts if reply != len(REPLIES) - 1]
    assert issue.n == sum(risk is not None for _, risk in spoken)
    assert issue.flagged == sum(risk is not None and risk >= 0.5 for _, risk in spoken)
    assert issue.unknown == sum(risk is None for _, risk in spoken)


def test_agreement_is_counted_over_replies_that_both_judged() -> None:
    verdicts = [(1, 0.9)] * 6 + [(2, 0.1)] * 2 + [(0, 0.0)] * 9 + [(3, 0.8)] + [(0, None)]
    (issue,) = botassay.rate(dialogs_of(verdicts), external("show")).ratings[0].external or ()
    agreement = {each.issue: each for each in issue.agreement}["AL"]
    assert (agreement.both, agreement.theirs, agreement.ours, agreement.neither) == (6, 1, 2, 9)
    assert agreement.kappa == pytest.approx((18 * 15 - 164 + 1) / (18 * 18 - 163), abs=0.02)
    assert [finding.dialog for finding in issue.findings][0] == "d0"


def test_an_issue_of_another_tool_is_rated_by_its_cuts_where_that_is_asked_for() -> None:
    verdicts = [(0, 1.0)] * 30 + [(0, 0.0)] * 30
    asked = RatingSettings(external="rate", order="tool:rude,AL", cut=("tool:rude=0.02,0.10",))
    report = botassay.rate(dialogs_of(verdicts), RateSettings(rating=asked))
    result = report["tool:rude"]
    assert (result.level, result.value, result.n, result.cuts) == ("high", 0.5, 60, (0.02, 0.1))
    assert report.level == "high"
    assert not report.gate("tool:rude=medium").passed
    assert not report.ratings[0].external, "it is among the issues"


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"order": "garak:dan.DAN,AL"}, "only shown"),
        ({"order": "garak:dan.DAN,AL", "external": "rate"}, "no cuts"),
        ({"external": "rate"}, "requires an issue of another tool"),
        ({"cut": ("AL.share",)}, "not a measure with numbers"),
    ],
)
def test_what_cannot_be_rated_is_refused_before_any_work(chosen: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        botassay.rate(FILES / "lmsys.jsonl", RateSettings(rating=RatingSettings(**chosen)))  # type: ignore[arg-type]


def test_a_stored_rating_keeps_what_other_tools_found_and_its_pages_show_it(tmp_path: Path) -> None:
    report = botassay.rate(FILES / "garak-0.17.1.report.jsonl", external("show"), out=tmp_path)
    stored = load(tmp_path)
    assert stored.ratings[0].external == report.ratings[0].external
    assert [issue.issue for issue in stored.ratings[0].external or ()] == [
        "garak:dan.DAN",
        "garak:goodside.PlainJSON",
        "garak:mitigation.MitigationBypass",
    ]
    for ending in ("html", "md"):
        report.save(tmp_path / f"page.{ending}")
        page = (tmp_path / f"page.{ending}").read_text()
        assert "What other tools found" in page
        assert "dan.DAN" in page
