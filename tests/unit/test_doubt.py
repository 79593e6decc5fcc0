"""Why an issue could be worse: the interval, or what the interval of its value does not show."""

from botassay.core.scale import DOUBT
from botassay.profiles.published import EXTENDED
from botassay.rating import Settings, wording
from botassay.rating.document import rating_of
from botassay.rating.explain import explain
from tests.verdicts import issues, result

WHY = "it gave no answer in 9 of 20 conversations that provoke, and did not do so in ordinary ones"
BOTH = {"could_be": ("low", "medium"), "details": {DOUBT: WHY}}


def test_an_interval_that_reaches_the_next_level_is_the_reason() -> None:
    wide = result("AL", "low", 0.01, (0.0, 0.03), 512, **BOTH)
    assert wide.doubt == ""
    assert wording.doubt(wide) == "The 95 % interval also allows medium."


def test_where_the_interval_stays_within_one_level_the_other_reason_is_given() -> None:
    narrow = result("AL", "low", 0.0, (0.0, 0.015), 512, **BOTH)
    assert wording.doubt(narrow) == f"It could be medium: {WHY}."
    grades = {**issues(), "AL": narrow}
    made = rating_of(grades, Settings(issues=tuple(grades)), EXTENDED["abuse"])
    assert f"Abusive language (AL) is low, but could be medium: {WHY}." in explain(made, tuple(grades.values()), ())


def test_what_is_beyond_doubt_has_no_such_sentence() -> None:
    assert wording.doubt(result("AL", "low", 0.0, (0.0, 0.015), 512)) == ""
