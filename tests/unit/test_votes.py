"""`botassay profiles vote`: ballots go in, an order comes out, and what is no ballot is told with its line."""

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from botassay.core.errors import InputError, InternalError, OutputError, UsageError
from botassay.core.results import Profile
from botassay.plugins.optional import counted
from botassay.plugins.protocols import Ballot, VotingRule
from botassay.plugins.registry import VOTING
from botassay.profiles import save_vote, show, vote
from botassay.profiles.documents import Vote, Votes
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting import Approval, Borda, Kemeny, Plurality
from botassay.profiles.voting.ballot_files import read_ballots
from botassay.profiles.voting.election import agreement, hold_vote
from botassay.profiles.voting.groups import group
from botassay.settings.profiles import VoteSettings
from botassay.testing import by_mean_rank
from tests.conftest import Ended, Run
from tests.docs.schema import FOLDER

MIXED = "voter,order,count\na,CC>AL>B>IL,7\nb,B>CC>AL>IL,5\nc,IL>AL>B>CC,6\nd,AL>CC>B,3\n"
"""The 21 voters of the oracle file; the last three leave IL out."""


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    file = tmp_path / "mixed.csv"
    file.write_text(MIXED)
    return file


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """Twenty people are asked about each published profile, as in the paper; some make a counter-proposal."""
    file = tmp_path / "survey.csv"
    rows = ["voter,order,group"]
    for name, profile in PUBLISHED.items():
        first, second, *rest = profile.codes
        counter = ">".join([second, first, *rest])
        agreeing = {"conversation": 13, "fairness": 14, "privacy": 18, "abuse": 11}[name]
        rows += [f"p{n},{'>'.join(profile.codes) if n < agreeing else counter},{name}" for n in range(20)]
    file.write_text("\n".join(rows) + "\n")
    return file


def one(*orders: str) -> list[Ballot]:
    return [Ballot(tuple(tuple(place.split("=")) for place in order.split(">"))) for order in orders]


# ── rules, where ballots are tied or incomplete ─────────────────────────────────────────────────────────────────────


def test_points_of_a_tied_and_incomplete_ballot() -> None:
    """Ranks 1, 1, 3, 3: what is left out shares the last place."""
    ballots = [*one("AL=B"), *one("CC>IL>AL>B")]
    assert scores(Borda(), ballots) == {"AL": 3 + 1, "B": 3 + 0, "CC": 1 + 3, "IL": 1 + 2}
    assert scores(Plurality(), ballots) == {"AL": Fraction(1, 2), "B": Fraction(1, 2), "CC": 1, "IL": 0}
    assert scores(Approval(), ballots) == {"AL": 1, "B": 1, "CC": 1, "IL": 1}


def scores(rule: VotingRule, ballots: list[Ballot]) -> dict[str, Fraction]:
    return dict(counted(rule, ballots).scores or {})


def test_only_strict_preferences_count_in_duels() -> None:
    found = hold_vote(VOTING.get("copeland"), one("AL=B>CC"))
    assert found.pairwise == {"AL": {"B": 0, "CC": 1}, "B": {"AL": 0, "CC": 1}, "CC": {"AL": 0, "B": 0}}
    assert found.scores == {"AL": 1.5, "B": 1.5, "CC": 0}
    assert (found.order, found.ties) == (("AL", "B", "CC"), (("AL", "B"),))


def test_kemeny_takes_eight_issues_and_refuses_nine() -> None:
    eight = "ABCDEFGH"
    assert Kemeny()(one(">".join(eight), ">".join(reversed(eight)), ">".join(eight))) == tuple(eight)
    with pytest.raises(UsageError, match=r"at most 8 issues, not 9 \(use the rule schulze"):
        Kemeny()(one(">".join("ABCDEFGHI")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("approval(k=0)", "approves no issue"),
        ("approval(j=2)", "no setting 'j' (it takes k)"),
        ("borda(k=2)", "it has no settings; write its name alone"),
        ("approval(k=two)", "like approval(k=2)"),
        ("approval(k=2", "like approval(k=2)"),
        ("approval(k=2,k=3)", "like approval(k=2)"),
        ("bordar", "did you mean 'borda'"),
    ],
)
def test_what_is_no_rule_is_told(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        VOTING.make(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", [*VOTING.names(), "approval(k=3)"])
def test_a_rule_prints_as_the_text_that_makes_it(name: str) -> None:
    made = VOTING.make(name)
    assert VOTING.make(str(made)) == made


@pytest.mark.parametrize(
    "ballots", [[], [Ballot(())], [Ballot((("AL", "AL"),))], [Ballot(((),))], [Ballot((("AL",),), 0)]]
)
def test_ballots_that_make_no_sense_are_refused(ballots: list[Ballot]) -> None:
    with pytest.raises(UsageError):
        Borda()(ballots)


def test_a_rule_of_a_stranger_needs_no_count() -> None:
    found = hold_vote(by_mean_rank, one("IL>AL", "IL>B"), name="mean_rank")
    assert (found.rule, found.order, found.ties) == ("mean_rank", ("IL", "AL", "B"), ())
    with pytest.raises(InternalError, match="gives no order of the issues"):
        hold_vote(lambda _: ("AL",), one("IL>AL"), name="short")


# ── agreement ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("order", "agrees"),
    [
        ("IL>AL>B>CC", True),
        ("IL>AL>B", True),  # CC alone in the last place
        ("IL>AL", False),  # B and CC share the last place
        ("IL>AL>B=CC", False),
        ("AL>IL>B>CC", False),
        ("ID>IL>AL>SG>B>CC", True),  # what the profile does not name does not count
        ("ID", False),
    ],
)
def test_who_agrees_with_a_profile(order: str, *, agrees: bool) -> None:
    assert agreement(one(order), PUBLISHED["privacy"]) == int(agrees)


# ── groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_groups_of_people_who_think_alike_are_found() -> None:
    camps = [
        ("AL>B>CC>IL", "B>AL>CC>IL", "AL>B>IL>CC"),
        ("IL>CC>B>AL", "IL>CC>AL>B", "CC>IL>B>AL"),
        ("B>IL>AL>CC",) * 3,
    ]
    cast = [ballot for middle, *others in camps for ballot in one(middle) * 8 + one(*others) * 2]
    made = group(cast)
    assert [sum(ballot.count for ballot in members) for members in made.groups] == [12, 12, 12]
    assert made.chance is not None
    assert made.silhouettes[3] > made.chance
    assert "3 groups" in made.reason


def test_no_groups_are_seen_where_there_are_none() -> None:
    cast = [Ballot(tuple((code,) for code in order), 5) for order in permutations(("AL", "B", "CC", "IL"))]
    made = group(cast)
    assert len(made.groups) == 1
    assert "shuffled" in made.reason
    assert group(one("AL>B") * 9).reason.startswith("one group")


def test_an_outlier_is_no_group_of_its_own_unless_asked_for() -> None:
    cast = one("AL>B>CC>IL") * 30 + one("IL>CC>B>AL")
    assert len(group(cast).groups) == 1
    assert [len(members) for members in group(cast, 2).groups] == [1, 1]


# ── from Python, and as a command ───────────────────────────────────────────────────────────────────────────────────


def test_a_vote(mixed: Path) -> None:
    held = vote(mixed, rule="approval(k=2)")
    assert json.loads(held.json()) == {
        "schema": "botassay/vote/1",
        "rule": "approval(k=2)",
        "voters": 21,
        "winner": "AL",
        "winners": ["AL"],
        "order": ["AL", "CC", "IL", "B"],
        "scores": {"AL": 16, "B": 5, "CC": 15, "IL": 6},
        "ties": [],
        "ties_broken": "alphabetically",
        "agreement": {"conversation": 7 / 21, "fairness": 5 / 21, "privacy": 6 / 21, "abuse": 3 / 21},
    }


def test_ballots_from_python_are_those_of_a_file(mixed: Path) -> None:
    rows = [row.split(",") for row in MIXED.splitlines()[1:]]
    mappings = [{"voter": voter, "order": order, "count": int(count)} for voter, order, count in rows]
    ballots = [Ballot(tuple((code,) for code in order.split(">")), int(count)) for _, order, count in rows]
    orders = [order for _, order, count in rows for _ in range(int(count))]
    assert vote(mixed) == vote(str(mixed)) == vote(mappings) == vote(ballots) == vote(orders)
    assert vote(mixed, rule=Borda()) == vote(mixed, VoteSettings(rule="borda"))


@pytest.mark.parametrize("rule", ["plurality", "borda", "approval", "copeland", "kemeny", "schulze", "irv"])
def test_every_rule_gives_a_valid_document_and_a_page(mixed: Path, rule: str) -> None:
    held = vote(mixed, rule=rule)
    document = json.loads(held.json())
    check(document, "vote-1")
    assert "scores" in document or "pairwise" in document
    assert None not in document.values()
    for drawn in (held.text(), held.markdown(), held.html()):
        for shown in (rule, "33 % ", "conversation"):
            assert shown in drawn


def check(document: object, name: str) -> None:
    rules = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(document)


def test_the_survey_of_the_paper(survey: Path) -> None:
    """The vote aligns with each proposed order, and the chart shows the share that agreed with it."""
    held = vote(survey, by="group")
    assert isinstance(held, Votes)
    check(json.loads(held.json()), "votes-1")
    assert {name: group.order for name, group in held.groups.items()} == {
        name: profile.codes for name, profile in PUBLISHED.items()
    }
    assert held.groups["privacy"].agreement == {"conversation": 0, "fairness": 0, "privacy": 0.9, "abuse": 0}
    text = held.text()
    assert len(re.findall(r"the\s+same\n", text)) == 4
    assert re.search(r"privacy\s+90 % \(18 of 20\)", text)
    picture = ET.fromstring(held.svg())  # noqa: S314 - we wrote it ourselves
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"65 % (13 of 20)", "70 % (14 of 20)", "90 % (18 of 20)", "55 % (11 of 20)"} <= set(texts)
    bars = [
        bar.get("width") for bar in picture.iter("{http://www.w3.org/2000/svg}rect") if bar.get("fill") == "#2f5f8f"
    ]
    assert bars == ["165.0", "195.0", "210.0", "270.0"]


def test_groups_are_found_and_it_is_said_why(survey: Path) -> None:
    orders = [row.split(",")[1] for row in survey.read_text().splitlines()[1:]]
    auto = vote(orders, groups="auto", rule="schulze")
    assert "4 groups: the greatest mean silhouette, above that of shuffled ballots" in " ".join(auto.text().split())
    held = vote(orders, groups=2)
    assert isinstance(held, Votes)
    assert held.found
    check(json.loads(held.json()), "votes-1")
    assert (held.found.k, held.found.chosen, len(held.groups)) == (2, "asked", 2)
    assert sum(group.voters for group in held.groups.values()) == held.voters == 80


def test_an_order_is_saved_and_rates(botassay: Run, mixed: Path, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    assert save_vote(vote(mixed), file, "mixed.csv") == (file,)
    assert show(file) == Profile("ours", (("AL",), ("CC",), ("B",), ("IL",)), source="voted")
    rated = botassay("aggregate", "B=low", "AL=high", "CC=low", "IL=low", "--profile", file, "--json")
    assert json.loads(rated.out)["weights"] == {"AL": 3, "CC": 2, "B": 1, "IL": 0}
    with pytest.raises(OutputError, match="already exists"):
        save_vote(vote(mixed), file, "mixed.csv")
    save_vote(vote(mixed, rule="irv"), file, "mixed.csv", force=True)
    with pytest.raises(UsageError, match=r"does not end in .toml"):
        save_vote(vote(mixed), "ours.json", "mixed.csv")


def test_each_group_is_saved_in_a_file_of_its_own_and_in_this_folder(tmp_path: Path) -> None:
    rows = [{"order": "AL>B", "team": "../../etc"}, {"order": "B>AL", "team": "Ö team"}]
    save_vote(vote(rows, by="team"), tmp_path / "x.toml", "b.csv")
    assert {path.name for path in tmp_path.glob("*.toml")} == {"x-etc.toml", "x-team.toml"}
    rows = [{"order": "AL>B", "team": "a/b"}, {"order": "B>AL", "team": "a.b"}]
    with pytest.raises(UsageError, match="two groups would be saved in the same file"):
        save_vote(vote(rows, by="team"), tmp_path / "y.toml", "b.csv")


def test_ties_are_shown_with_how_they_were_broken() -> None:
    assert "tied: abusive language, bias. the ballots do not decide" in vote(["AL>B", "B>AL"]).text().lower()


def test_a_file_of_a_spreadsheet(tmp_path: Path) -> None:
    """Semicolons, a byte order mark, columns in capitals and in another order, orders with commas in quotes."""
    (tmp_path / "b.csv").write_text('\ufeffGroup;Order;Voter\nx;AL > b;ann\n\nx;"B,AL";\nx;B;\n')
    held = vote(tmp_path / "b.csv")
    assert isinstance(held, Vote)
    assert (held.voters, held.winner) == (3, "B")


def test_an_unknown_issue_is_warned_about_with_its_row(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    assert vote(["AL>B", "AL>BB"]).voters == 2
    (tmp_path / "b.csv").write_text("voter,order\na,AL>B\nb,AL>BB\n")
    vote(tmp_path / "b.csv")
    row, line = caplog.messages
    assert row.startswith("BB (row 2) is not an issue that can be rated; known: AL, B,")
    assert line.startswith("BB (line 3)")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "E100 the file is empty"),
        ("voter,order\n", "E100 there are no ballots"),
        ("voter,ordre\na,AL\n", ":1: E142 the header lacks the column 'order'"),
        ("voter,order,order\na,AL,B\n", ":1: E143 the header names the column 'order' twice"),
        ("voter,order\na,AL>>B\n", ":2: E190 the order 'AL>>B' has an empty place"),
        ("voter,order\na,AL>B\nb,AL>B=AL\n", ":3: E192 the order 'AL>B=AL' names an issue twice"),
        ("voter,order\na,\n", ":2: E136 the order is empty"),
        ("voter,order\na,AL\n\na,B\n", ":4: E164 'a' already voted on line 2"),
        ("voter,order,count\na,AL,0\n", ":2: E136 the count '0' is invalid"),
        ("voter,order,count\na,AL,-3\n", ":2: E136 the count '-3' is invalid"),
        ("voter,order,count\na,AL,1.5\n", ":2: E136 the count '1.5' is invalid"),
        ("voter,order,count\na,AL,99999999999999\n", ":2: E136 the count '99999999999999' is invalid"),
        ("voter,order\na,AL,B\n", ":2: E140 the row has 3 fields, the header 2"),
        ('voter,order\na,"AL\n', ":2: E141 a quotation mark is opened here and not closed"),
        ("voter,order\na,\udcff\n", ":2: E111 the row is not UTF-8"),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=re.escape(what)):
        vote(file)


@pytest.mark.parametrize(
    ("ballots", "kind", "what"),
    [
        (3, TypeError, "ballots must be a file or an iterable"),
        ([3], TypeError, "a ballot must be an order, a Ballot or a row, not int"),
        ([], InputError, "ballots: E100"),
        (["AL>B", "AL>>B"], InputError, "ballots:2: E190"),
        ([{"ordre": "AL"}], InputError, "ballots:1: E136"),
        ([{"order": "AL", "count": 0}], InputError, "ballots:1: E136"),
        ([{"voter": "a", "order": "AL"}, {"voter": "a", "order": "B"}], InputError, "ballots:2: E164"),
        ("nothing.csv", InputError, "E174 nothing.csv"),
    ],
)
def test_bad_ballots_from_python_have_the_same_codes(ballots: Any, kind: type[Exception], what: str) -> None:
    with pytest.raises(kind, match=what):
        vote(ballots)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"by": "voter", "groups": "2"}, "cannot be combined"),
        ({"groups": "0"}, "--groups 0 is invalid"),
        ({"groups": "many"}, "write a whole number, 1 or more, or auto"),
        ({"groups": 5}, "5 groups need at least 5 different orders"),
        ({"rule": "majority"}, "there is no voting rule 'majority'"),
        ({"rule": "approval(k=9)"}, "the ballots only name AL, B, CC, IL"),
    ],
)
def test_what_makes_no_sense_is_an_error(mixed: Path, options: Any, what: str) -> None:
    with pytest.raises(UsageError, match=re.escape(what)):
        vote(mixed, **options)


def test_hostile_names_are_inert() -> None:
    held = vote([{"order": "\x1b[31mAL>B", "who": "<script>\x1b[2J"}, {"order": "B", "who": "b"}], by="who")
    assert "\x1b" not in held.text() + held.markdown() + held.html() + held.svg()
    for drawn in (held.html(), held.svg()):
        assert "<script>" not in drawn


def test_reading_gives_voters_with_their_lines(mixed: Path) -> None:
    first, *_ = read_ballots(mixed)
    assert (first.voter, first.ballot.count, first.line, first.group) == ("a", 7, 2, None)


def test_vote_as_a_command(botassay: Run, mixed: Path, tmp_path: Path) -> None:
    ended: Ended = botassay("profiles", "vote", mixed, "--json", "-o", "c.svg", "-o", "c.html", "--save", "ours.toml")
    assert ended.out == vote(mixed).json()
    assert ended.err.splitlines() == [
        "botassay: wrote ours.toml; use it with --profile ours.toml",
        "botassay: wrote c.svg",
        "botassay: wrote c.html",
    ]
    assert (tmp_path / "c.svg").read_text() == vote(mixed).svg()
    again = botassay("profiles", "vote", mixed, "--save", "ours.toml")
    assert (again.code, again.out) == (73, "")
    piped = botassay("profiles", "vote", "-", stdin="voter,order\na,AL>B\nb,AL>BB\n")
    assert "Abusive language > Bias" in piped.out
    assert "BB (line 3) is not an issue that can be rated; known: AL, B," in piped.err
    for options, code in (
        (("--by", "team"), 65),
        (("--groups", "0"), 2),
        (("-o", "chart.png"), 2),
        (("--save", "ours.json"), 2),
        (("-o", "/dev/null/x.svg"), 73),
    ):
        assert botassay("profiles", "vote", mixed, *options).code == code
    assert botassay("profiles", "vote", "nothing.csv").code == 65
