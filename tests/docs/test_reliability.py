"""The page of what a bot or a file may do says what the tests show."""

from tests.docs.cases import BOTS, FILES
from tests.docs.promises import PROMISES
from tests.docs.reliability import PAGE, UNSHOWN, page, shown


def test_every_case_is_shown_by_a_test_or_says_why_not() -> None:
    found = shown()
    cases = {**PROMISES, **BOTS, **FILES}
    promises = [f"P{n}" for n in range(1, 31)]
    assert list(cases) == promises + [f"H{n:02}" for n in range(1, 67)] + [f"M{n:02}" for n in range(1, 45)]
    assert sorted(set(cases) - set(found) - set(UNSHOWN)) == []
    assert sorted(set(found) - set(cases)) == []
    assert sorted(set(found) & set(UNSHOWN)) == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make reliability`"
