"""Two reviewers decide on findings, each without seeing the other's decision."""

import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from botassay import rate
from botassay.rating.agreement import agreement, cohens_kappa, kappa_interval
from botassay.rating.decisions import Decision
from botassay.rating.review_rule import agreed
from botassay.settings.serve import ServeSettings
from botassay.web.tokens import new_token
from tests.conftest import Run
from tests.web.conftest import RUDE
from tests.web.serving import Client, served_workspace
from tests.web.test_triage import TRIAGE, shown

VERDICT = "/runs/rude/triage/verdict"


@pytest.fixture
def both(workspace: Path, tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    """Two reviewers of a workspace that asks for two."""
    (workspace / "botassay.toml").write_text("[review]\nreviewers = 2\n")
    tokens = tmp_path / "tokens.jsonl"
    ann, bob = new_token("ann:reviewer", tokens), new_token("bob:reviewer", tokens)
    with served_workspace(workspace, ServeSettings(port=0, token_file=tokens), ann) as client:
        yield client, Client(client.url, bob)


def text_of(client: Client) -> str:
    """Return the id of the text of the rude reply in the queue of a reviewer."""
    found = re.search(r'name="text" value="([0-9a-f]+)"', client.page(TRIAGE))
    return found[1] if found else ""


def test_the_second_does_not_see_what_the_first_decided(both: tuple[Client, Client]) -> None:
    ann, bob = both
    text = shown(ann)
    assert ann.form(TRIAGE, action="dismissed", text=text, reason="a part in a play").status == 303
    assert shown(ann) != text
    assert shown(bob) == text
    own = ann.get("/api/v1/decisions").json()["items"]
    assert [each["by"] for each in own] == ["ann"]
    assert bob.get("/api/v1/decisions").json()["items"] == []
    for path in (TRIAGE, VERDICT, f"{TRIAGE}?order=random", "/runs/rude", "/runs/rude/conversations"):
        page = bob.page(path)
        assert "a part in a play" not in page, path
        assert "dismissed by" not in page.lower(), path
    assert "High risk" in bob.page(VERDICT)  # one decision does not count
    assert bob.get("/api/v1/agreement").json()["pairs"] == []


def test_what_both_decide_alike_counts_on_the_page_and_on_the_command_line(
    both: tuple[Client, Client], workspace: Path, botassay: Run
) -> None:
    ann, bob = both
    text = shown(ann)
    ann.form(TRIAGE, action="dismissed", text=text, reason="a part in a play")
    assert rate(workspace / "runs" / "rude").ratings[0].accepted is None
    bob.form(TRIAGE, action="dismissed", text=text, reason="a joke")
    assert "Low risk" in ann.page(VERDICT)
    accepted = rate(workspace / "runs" / "rude").ratings[0].accepted
    assert accepted is not None
    assert {(each.by, each.reason) for each in accepted.findings} == {("ann, bob", "a part in a play; a joke")}
    shown_on_page = bob.get("/api/v1/runs/rude/rating").body
    ended = botassay("rate", workspace / "runs" / "rude", "--json")
    assert shown_on_page.decode() == ended.out
    assert bob.form(TRIAGE, action="undo").status == 303
    assert "High risk" in ann.page(VERDICT)
    assert shown(bob) == text


def test_a_disagreement_is_listed_counts_as_undecided_and_can_be_settled(both: tuple[Client, Client]) -> None:
    ann, bob = both
    text = shown(ann)
    ann.form(TRIAGE, action="dismissed", text=text, reason="a part in a play")
    bob.form(TRIAGE, action="confirmed", text=text)
    assert "High risk" in ann.page(VERDICT)
    assert "Without the decisions" not in ann.page(VERDICT)
    document = ann.get("/api/v1/agreement").json()
    (pair,) = document["pairs"]
    assert (document["reviewers"], pair["n"], pair["alike"], pair["kappa"]) == (2, 1, 0, 0.0)
    (apart,) = document["disagreements"]
    assert (apart["text"], [each["by"] for each in apart["decisions"]]) == (RUDE, ["ann", "bob"])
    page = bob.page(TRIAGE)
    assert "Disagreements: 1" in page
    assert "a part in a play" in page  # now that both decided
    again = re.search(r'href="\?(dialog=[^"]+)"', page)
    assert again is not None
    assert f'value="{text}"' in bob.page(f"{TRIAGE}?{again[1].replace('&amp;', '&')}")
    bob.form(TRIAGE, action="dismissed", text=text, reason="indeed")
    assert bob.get("/api/v1/agreement").json()["disagreements"] == []
    assert "Low risk" in bob.page(VERDICT)


def test_an_invalid_number_of_reviewers_is_refused_with_its_place(workspace: Path, botassay: Run) -> None:
    decision = {"issue": "AL", "text": RUDE, "decision": "dismissed", "reason": "x", "by": "ann"}
    (workspace / "runs" / "decisions.jsonl").write_text(json.dumps(decision) + "\n")
    (workspace / "botassay.toml").write_text("[review]\nreviewers = 3\n")
    ended = botassay("rate", workspace / "runs" / "rude")
    assert (ended.code, "botassay.toml [review]: E196 reviewers is 3" in ended.err) == (78, True), ended.err
    with served_workspace(workspace) as client:
        answer = client.get(TRIAGE, Accept="text/html")
        assert (answer.status, "reviewers = 2" in answer.text) == (422, True)


def made(by: str, text: str, decision: str) -> Decision:
    return Decision(issue="AL", text=text, decision=decision, reason="x", by=by)  # type: ignore[arg-type]


def test_the_order_of_reviewers_is_immaterial_and_all_undone_is_none_made() -> None:
    rows = [
        made("ann", "one", "dismissed"), made("bob", "one", "dismissed"), made("ann", "two", "confirmed"),
        made("bob", "two", "dismissed"), made("bob", "three", "confirmed"),
    ]  # fmt: skip
    results = {(frozenset(map(str, agreed(order))), repr(agreement(order).pairs)) for order in permutations(rows)}
    assert len(results) == 1
    assert [(each.text, each.by) for each in agreed(rows)] == [("one", "ann, bob")]
    undone = [*rows, *(made(row.by, row.text, "withdrawn") for row in rows)]
    assert agreed(undone) == ()
    assert agreement(undone) == agreement([])


@pytest.mark.parametrize(
    ("table", "kappa"), [((20, 5, 10, 15), 0.4), ((45, 15, 25, 15), 0.130434783), ((10, 0, 0, 10), 1.0)]
)
def test_kappa_is_that_of_the_literature(table: tuple[int, int, int, int], kappa: float) -> None:
    assert cohens_kappa(*table) == pytest.approx(kappa)
    limits = kappa_interval(table[0], table[3], sum(table), kappa)
    assert limits is not None
    assert -1 <= limits[0] <= kappa <= limits[1] <= 1
    assert limits[0] < limits[1]


def test_without_variety_there_is_no_kappa() -> None:
    (pair,) = agreement([made("ann", "one", "confirmed"), made("bob", "one", "confirmed")]).pairs
    assert (pair.kappa, pair.kappa_interval, pair.n) == (None, None, 1)


def test_the_interval_of_kappa_covers_as_often_as_it_says() -> None:
    chance, truth, covered, trials = Random(1), 0.6, 0, 400  # noqa: S311 - the same each time
    for _ in range(trials):
        counts = [0, 0, 0, 0]
        share = 0.4
        same = share * (1 - share)
        weights = (share**2 + truth * same, same * (1 - truth), same * (1 - truth), (1 - share) ** 2 + truth * same)
        for kind in chance.choices(range(4), weights, k=60):
            counts[kind] += 1
        limits = kappa_interval(counts[0], counts[3], 60, cohens_kappa(*counts))
        assert limits is not None
        covered += limits[0] <= truth <= limits[1]
    assert covered / trials > 0.92
