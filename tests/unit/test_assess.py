"""The hall: coverage, floors, cuts, missing evidence, and what a rating says about itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import ConfigurationError, InternalError, UnknownNameError, UsageError
from botassay.core.evidence import GRAINS, PLACES, Evidence, Sums
from botassay.core.results import UNDETERMINED, IssueResult, Profile, Rating
from botassay.core.scale import TRUST_RISK, Issue, Measure, Scale, Score
from botassay.core.stats import ratio_interval
from botassay.corpora import Tally
from botassay.grading.corpus_stats import Census, spoken
from botassay.grading.grade import Judge, for_rules, shared_out
from botassay.plugins.protocols import Checker, Prober
from botassay.plugins.registry import Shelf
from botassay.rating import Settings, rate
from botassay.rating.aggregation import Terms, aggregate
from botassay.settings.aggregation import Method
from botassay.testing import WordChecker
from botassay.trust.bias.checker import Bias
from botassay.trust.complexity.checker import Complexity
from botassay.trust.leakage.checker import WITHOUT_CANARIES
from botassay.trust.leakage.prober import Canaries
from tests.strategies import corpora
from tests.talk import Answer, discreet, hold, leaky, parrot

DEFAULT = Settings()


@dataclass(frozen=True)
class Given:
    """A checker that has seen so many dialogs of ten utterances, some of them bad throughout."""

    code: str = "AL"
    floor: str | None = None
    cuts: tuple[float, ...] = (0.02, 0.10)
    highest: str | None = None

    @property
    def issue(self) -> Issue:
        return Issue(
            self.code,
            "Abusive language",
            "Does it insult?",
            (Measure("AL.flagged", "", self.cuts),),
            {"low": "fine", "high": "mend it"},
        )

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        return Evidence(self.code) if not dialogs else evidence(len(dialogs), 0)

    def score(self, evidence: Evidence) -> Score:
        sums = evidence.measured("AL.flagged")
        value = round(sums.s / sums.n / GRAINS, 9)
        reason = "because" if self.floor else None
        interval = ratio_interval(*sums.ratio)
        score = Score("AL", "AL.flagged", value, sums.n, sums.dialogs, interval, floor=self.floor, reason=reason)
        return replace(score, highest_floor=self.highest)


def census(dialogs: int, skipped: int = 0) -> Census:
    counted = Census(Tally(bad_dialogs=skipped), ["AL"])
    said = (Utterance(Role.BOT, "x"),)
    assert len(list(counted.passing(Dialog(str(n), said) for n in range(dialogs)))) == dialogs
    return counted


def grade(dialogs: int, bad: int, planned: int, chosen: Settings = DEFAULT, floor: str | None = None) -> IssueResult:
    """IssueResult a run in which so many dialogs were scored, so many of them bad, out of so many planned."""
    judge = Judge(chosen, census(dialogs, planned - dialogs))
    return judge.grade(Given(floor=floor), evidence(dialogs, bad))


def evidence(dialogs: int, bad: int) -> Evidence:
    sums = Sums.of(10, 0) * (dialogs - bad) + Sums.of(10, 10 * GRAINS) * bad
    return Evidence("AL", {"AL.flagged": sums})


def test_a_value_is_cut_and_its_interval_says_what_else_it_could_be() -> None:
    found = grade(100, 5, planned=100)
    assert (found.value, found.level, found.advice) == (0.05, "medium", "")
    assert found.interval is not None
    assert found.interval[0] < 0.02 < found.interval[1] < 0.10
    assert found.could_be == ("low", "medium")


def test_a_floor_lifts_the_level_and_what_it_could_be() -> None:
    found = grade(400, 0, planned=400, floor="medium")
    assert (found.value, found.level, found.could_be) == (0.0, "medium", ("medium",))
    assert (found.floor, found.reason) == ("medium", "because")
    seen = for_rules(found, TRUST_RISK)
    assert seen is not None
    assert seen.risk == pytest.approx(1 / 3)


def test_the_published_method_has_thirds_and_no_floors() -> None:
    found = grade(100, 30, planned=100, chosen=Settings(method="paper"), floor="high")
    assert (found.level, found.floor, found.cuts) == ("low", None, (1 / 3, 2 / 3))


def test_cuts_can_be_set_also_for_the_published_method() -> None:
    chosen = Settings(method="paper", cuts={"AL.flagged": (0.1, 0.2)})
    assert grade(100, 30, planned=100, chosen=chosen).level == "high"
    with pytest.raises(UnknownNameError, match=r"did you mean 'AL\.flagged'"):
        rate("nowhere", Settings(cuts={"AL.flaged": (0.1, 0.2)}))


def shared(chosen: Settings, *names: str) -> dict[str, float]:
    """Share out four values, 0.1, 0.2, 0.4 and 0.9, that a checker had counted by other names."""
    histogram = tuple((low, low + 0.001, 1) for low in (0.1, 0.2, 0.4, 0.9))
    score = Score("AL", "AL.flagged", 0.4, histogram=histogram, details={"shares": dict.fromkeys(names, 0.5), "max": 1})
    details = shared_out(score, chosen.scale, chosen.cuts_of(Given().issue, "AL.flagged"))
    assert details["max"] == 1
    return dict(details["shares"])


def test_shares_are_by_the_levels_and_cuts_of_the_rating() -> None:
    usual = ("low", "medium", "high")
    own = Settings(cuts={"AL.flagged": (0.15, 0.4)})
    assert shared(own, *usual) == {"low": 0.25, "medium": 0.25, "high": 0.5}
    assert shared(own, "low") == {"low": 0.25, "medium": 0.25, "high": 0.5}
    five = Settings(method="paper", scale=Scale.parse("5"))
    assert shared(five, *usual) == {"very low": 0.25, "low": 0.25, "medium": 0.25, "high": 0.0, "very high": 0.25}
    assert shared(Settings(method="paper"), *usual) == dict.fromkeys(usual, 0.5)
    assert shared(own, "hate", "offensive", "neither") == {"hate": 0.5, "offensive": 0.5, "neither": 0.5}


@pytest.mark.parametrize("checker", [Bias("B.mean"), Complexity("CC.mean")], ids=["B", "CC"])
def test_a_level_beside_its_shares_is_one_of_them(checker: Checker, tmp_path: Path) -> None:
    code = checker.issue.code
    file = tmp_path / "talk.csv"
    rows = (f"d{n},user,hi\nd{n},bot,The kitchen opens at noon on weekdays.\n" for n in range(20))
    file.write_text(f"dialog,role,text\n{''.join(rows)}", "utf-8")

    def score(settings: Settings) -> IssueResult:
        return rate(file, replace(settings, issues=(code,)), checkers={code: checker}).ratings[0].scores[0]

    plain = score(Settings())
    assert plain.level == "low"
    assert plain.details["shares"]["low"] == 1.0
    strict = score(Settings(cuts={f"{code}.mean": (0.001, 0.002)}))
    assert strict.level == "high"
    assert strict.details["shares"] == {"low": 0.0, "medium": 0.0, "high": 1.0}
    two = score(Settings(scale=Scale.parse("calm,alarmed")))
    assert two.details["shares"] == {"calm": 1.0, "alarmed": 0.0}


def test_too_little_coverage_leaves_an_issue_unmeasured() -> None:
    found = grade(62, 0, planned=100)
    assert (found.value, found.level, found.interval, found.reason) == (None, None, None, "coverage 62 %")
    assert found.could_be == ("low", "medium", "high")
    assert (found.n, found.coverage) == (620, 0.62)


def test_missing_conversations_widen_the_interval_and_nothing_else() -> None:
    whole = grade(200, 1, planned=200)
    partly = grade(200, 1, planned=210)
    assert (partly.value, partly.level, partly.n) == (whole.value, whole.level, whole.n)
    assert whole.interval is not None
    assert partly.interval is not None
    assert partly.interval[0] <= whole.interval[0]
    assert partly.interval[1] > whole.interval[1]
    assert whole.could_be == ("low",)
    assert partly.could_be == ("low", "medium")


def test_too_many_missing_conversations_leave_the_level_open() -> None:
    partly = grade(100, 1, planned=110)
    assert (partly.value, partly.level, partly.could_be) == (0.01, UNDETERMINED, ("low", "medium", "high"))
    assert partly.reason is not None
    assert partly.reason.startswith("too little evidence: 10 of 110 conversations are missing, so the risk could be")


@given(st.integers(20, 60), st.integers(0, 20), st.data())
def test_losing_conversations_never_hides_the_level_that_they_would_have_shown(
    dialogs: int, bad: int, data: st.DataObject
) -> None:
    """Whatever goes missing, the level of the undisturbed run stays among those that it could be."""
    undisturbed = grade(dialogs, bad, planned=dialogs)
    assert undisturbed.value is not None
    level = TRUST_RISK.level(undisturbed.value, undisturbed.cuts).name
    lost_bad = data.draw(st.integers(0, min(bad, dialogs // 10)))
    lost_good = data.draw(st.integers(0, min(dialogs - bad, dialogs // 10 - lost_bad)))
    found = grade(dialogs - lost_bad - lost_good, bad - lost_bad, planned=dialogs)
    assert level in found.could_be
    assert undisturbed.level in (level, UNDETERMINED)


def test_pessimism_takes_the_middle_of_what_is_missing() -> None:
    chosen = Settings(missing="pessimistic")
    nothing = Score("AL", "AL.flagged", None, reason="none")
    found = Judge(chosen, census(10)).unmeasured(Given().issue, nothing, 0.0)
    assert (found.value, found.level, found.assumed, found.n, found.interval) == (0.06, "medium", True, 0, None)
    assert found.could_be == ("low", "medium", "high")
    seen = for_rules(found, TRUST_RISK)
    assert seen is not None
    assert seen.risk == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("typed", "rated"),
    [
        ({}, ("AL", "B", "CC", "ID", "CR")),
        ({"trained_leakage": True}, ("AL", "B", "IL", "CC", "ID", "CR")),
        ({"kind": "bot"}, ("AL", "B", "IL", "CC", "ID", "SG")),
        ({"kind": "bot", "method": "paper"}, ("AL", "B", "IL", "CC")),
        ({"profiles": (Profile.parse("IL,AL"),)}, ("IL", "AL")),
        ({"profiles": (Profile.weighted("CC=2,AL=1"),)}, ("CC", "AL")),
        ({"profiles": (Profile.parse("IL,AL"),), "issues": ("CC", "CC", "AL")}, ("CC", "AL")),
    ],
)
def test_which_issues_are_rated(typed: Mapping[str, object], rated: tuple[str, ...]) -> None:
    assert Settings(**typed).rated == rated  # type: ignore[arg-type]


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no issue 'XX'"):
        rate("nowhere", Settings(issues=("XX",)))
    for chosen, said in (
        ({"issues": ()}, "no issue"),
        ({"profiles": ()}, "no profile"),
        ({"method": "papper"}, "did you mean 'paper'"),
        ({"missing": "bound"}, "did you mean 'bounds'"),
        ({"ties": "best"}, "there is no tie-break"),
        ({"rule": "mode"}, "there is no rule"),
        ({"min_coverage": float("nan")}, "minimum coverage"),
        ({"min_coverage": 7}, "minimum coverage"),
        ({"cuts": {"AL.flagged": (0.5, 0.1)}}, "are invalid"),
        ({"cuts": {"AL.flagged": (0.5,)}}, "are invalid"),
        ({"veto": ("OP",)}, "cannot cap"),
        ({"profiles": (Profile.weighted("AL=1"),), "issues": ("CC",)}, "add up to 0"),
    ):
        with pytest.raises(UsageError, match=said):
            Settings(**chosen)


def corpus_file(folder: Path, dialogs: Sequence[Sequence[str]]) -> Path:
    rows = [
        {"id": f"d{n}", "utterances": [{"role": "bot", "text": t} for t in texts]} for n, texts in enumerate(dialogs)
    ]
    file = folder / "talk.jsonl"
    file.write_bytes(b"\n".join(msgspec.json.encode(row) for row in rows) + b"\n")
    return file


def rated(folder: Path, dialogs: Sequence[Sequence[str]], chosen: Settings, **checkers: Checker) -> tuple[Rating, ...]:
    return rate(corpus_file(folder, dialogs), chosen, checkers=checkers).ratings


DUCK = WordChecker("AL", ("duck",))
GOOSE = WordChecker("CC", ("goose",))
TWO = Settings(issues=("AL", "CC"))


def test_the_worst_profile_comes_first(tmp_path: Path) -> None:
    ratings = rated(tmp_path, [["duck"]] * 40, TWO, AL=DUCK, CC=GOOSE)
    levels = {"privacy": "high", "abuse": "high", "conversation": "medium", "fairness": "medium"}
    assert {a.profile.name: a.level for a in ratings} == levels
    assert [a.level for a in ratings] == ["high", "high", "medium", "medium"]
    assert ratings[0].other_profiles == levels
    assert ratings[0].other_bounds == {a.profile.name: a.bounds for a in ratings}
    (one,) = rated(tmp_path, [["duck"]] * 40, replace(TWO, profiles=(ratings[0].profile,)), AL=DUCK, CC=GOOSE)
    assert one.other_bounds == ratings[0].other_bounds, "whoever asks for one kind of user hears no less of the others"


def test_an_issue_without_a_checker_is_unmeasured_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Shelf[Checker] = Shelf("botassay.nothing", "checker", (Checker,))
    monkeypatch.setattr("botassay.grading.checkers.CHECKERS", nothing)
    chosen = Settings(profiles=(Profile.parse("SG,AL,CC"),))
    (assessment,) = rated(tmp_path, [["hi"]] * 40, chosen, AL=DUCK, CC=GOOSE)
    assert (assessment.level, assessment.bounds) == ("undetermined", ("low", "high"))
    unmeasured = assessment.scores[0]
    assert (unmeasured.issue, unmeasured.value, unmeasured.reason) == ("SG", None, "no checker for SG is installed")
    assert assessment.rule.tally == {"low": 1, "medium": 0, "high": 0}
    assert assessment.rule.unmeasured == {"SG": 2}
    assert (assessment.rule.tied, assessment.rule.disagrees_with) == (None, None)
    assert "was not measured: no checker for SG is installed." in assessment.explanation


def test_leakage_is_not_measured_in_a_file_and_the_reason_says_what_would(tmp_path: Path) -> None:
    (assessment,) = rated(tmp_path, [["hi"]] * 40, Settings(profiles=(Profile.parse("IL,AL"),)), AL=DUCK)
    leakage = assessment.scores[0]
    assert (leakage.issue, leakage.value, leakage.could_be) == ("IL", None, ("low", "medium", "high"))
    assert leakage.reason == WITHOUT_CANARIES
    assert leakage.details == {}


@pytest.mark.parametrize("method", ["botassay", "paper"])
@pytest.mark.parametrize(
    ("answer", "level"),
    [(leaky, "high"), (discreet, "low"), (lambda _: parrot, "low")],
    ids=["leaky", "discreet", "parrot"],
)
def test_conversations_with_canaries_are_rated_from_end_to_end(
    tmp_path: Path, answer: Callable[[Prober], Answer], level: str, method: Method
) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, hold(Canaries(), answer(Canaries())))))
    (assessment,) = rate(file, Settings(profiles=(Profile.parse("IL"),), method=method)).ratings
    leakage = assessment.scores[0]
    assert (leakage.level, leakage.could_be, leakage.coverage) == (level, (level,), 1.0)
    assert leakage.floor == ("high" if (level, method) == ("high", "botassay") else None)
    found = {finding.text for finding in assessment.findings if finding.issue == "IL"}
    assert len(found) == (20 if level == "high" else 0)
    assert len(found) <= len(assessment.findings) <= 20 * PLACES


@pytest.mark.parametrize(
    ("method", "highest", "could_be"),
    [
        ("botassay", None, ("low",)),
        ("botassay", "high", ("low", "medium", "high")),
        ("paper", "high", ("low",)),
    ],
)
def test_a_floor_that_is_a_share_applies_to_the_upper_end_of_the_interval(
    method: Method, highest: str | None, could_be: tuple[str, ...]
) -> None:
    judge = Judge(Settings(method=method), census(100))
    found = judge.grade(Given(cuts=(0.3, 0.6), highest=highest), evidence(100, 0))
    assert (found.level, found.could_be) == ("low", could_be)


def test_an_unmeasured_issue_that_weighs_nothing_leaves_the_rating_standing(tmp_path: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("AL,CC,IL"),))
    (assessment,) = rated(tmp_path, [["hi"]] * 40, chosen, AL=DUCK, CC=GOOSE)
    assert (assessment.level, assessment.rule.ignored) == ("low", ("IL",))


def test_the_explanation_quotes_the_worst_place_and_says_what_to_do(tmp_path: Path) -> None:
    (assessment,) = rated(
        tmp_path, [["hi", "a duck", "bye"], ["hi"]], Settings(profiles=(Profile.parse("AL,CC"),)), AL=DUCK, CC=GOOSE
    )
    assert "“a duck” (1.00; dialog d0, utterance 1)" in assessment.explanation
    (finding,) = assessment.findings
    assert [quote.text for quote in finding.context] == ["hi"]


def test_a_corpus_in_which_the_bot_is_silent_is_no_good_bot(tmp_path: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("AL,CC"),))
    (assessment,) = rated(tmp_path, [[" "], [""]], chosen, AL=DUCK, CC=GOOSE)
    assert assessment.level == "undetermined"
    assert (assessment.counts.planned, assessment.counts.scored, assessment.counts.unscorable) == (2, 0, 2)
    assert assessment.observations[0].text == "2 of 2 replies of the bot were empty"


def test_an_issue_that_the_profile_lacks_comes_last_and_the_report_says_so(tmp_path: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("CC"),), issues=("AL", "CC"))
    (assessment,) = rated(tmp_path, [["hi"]], chosen, AL=DUCK, CC=GOOSE)
    assert assessment.rule.weights == {"CC": 1, "AL": 0}
    assert "Not in the profile: AL" in assessment.explanation


def test_what_cannot_change_the_rating_does_not_change_its_digest(tmp_path: Path) -> None:
    def digest(chosen: Settings, workers: int = 1) -> str:
        file = corpus_file(tmp_path, [["hi"]])
        return rate(file, chosen, workers=workers).ratings[0].provenance.config

    plain = digest(Settings(issues=("AL",)))
    assert digest(Settings(issues=("AL",)), workers=2) == plain
    assert digest(Settings(issues=("AL",), rule="paper")) != plain
    assert digest(Settings(issues=("AL",), min_coverage=0.5)) != plain
    assert digest(Settings(issues=("AL",), cuts={"AL.flagged": (0.01, 0.02)})) != plain


@given(dialogs=corpora(), bad=st.integers(0, 3))
def test_the_counts_always_add_up(dialogs: list[Dialog], bad: int) -> None:
    counted = Census(Tally(bad_dialogs=bad), ["AL"])
    english = [dialog for dialog in dialogs if spoken(dialog) == "en"]
    assert list(counted.passing(dialogs)) == english
    counts = counted.counts
    assert counts.balanced
    assert counts.planned == len(dialogs) + bad
    assert counts.scored == sum(any(True for _ in dialog.said_by(Role.BOT)) for dialog in english)


def test_a_dialog_without_a_bot_cannot_be_scored() -> None:
    counted = Census(Tally(), [])
    list(counted.passing([Dialog("d", (Utterance(Role.USER, "hi"),)), Dialog("e", ())]))
    assert (counted.counts.scored, counted.counts.unscorable) == (0, 2)


@dataclass(frozen=True)
class Broken(WordChecker):
    """Fails at something."""

    at: str = "look"

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        return evidence(1 // (self.at != "look"), 0) if dialogs else Evidence(self.code)

    def score(self, evidence: Evidence) -> Score:
        del evidence
        return Score(self.code, "x", 1 / (self.at != "score"))


@pytest.mark.parametrize("at", ["look", "score"])
def test_a_part_that_fails_is_named(tmp_path: Path, at: str) -> None:
    with pytest.raises(InternalError, match="the checker for AL failed: ZeroDivisionError"):
        rated(tmp_path, [["hi"]], Settings(issues=("AL",)), AL=Broken("AL", (), at))


def test_a_checker_for_another_issue_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="the checker for CC looks for AL"):
        rated(tmp_path, [["hi"]], Settings(issues=("CC",)), CC=DUCK)


def test_a_checker_that_is_brought_along_needs_no_registration(tmp_path: Path) -> None:
    pun = WordChecker("PUN", ("duck",))
    (assessment,) = rated(tmp_path, [["duck"]], Settings(profiles=(Profile.parse("PUN"),)), PUN=pun)
    assert assessment.level == "high"


def test_a_measure_for_which_some_dialogs_do_not_count_has_full_coverage(tmp_path: Path) -> None:
    class Fees(WordChecker):
        def look(self, dialogs: Sequence[Dialog]) -> Evidence:
            return super().look([d for d in dialogs if any("fee" in u.text for u in d.utterances)])

    chosen = Settings(profiles=(Profile.parse("AL"),))
    (assessment,) = rated(tmp_path, [["hi"]] * 9 + [["a fee"]], chosen, AL=Fees("AL", ("duck",)))
    (found,) = assessment.scores
    assert (found.value, found.n, found.coverage) == (0.0, 1, 1.0)


def test_dialogs_held_for_another_issue_are_not_looked_at(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "utterances": [{"role": "bot", "text": "duck"}], "tags": {"issue": "AL"}},
        {"id": "2", "utterances": [{"role": "bot", "text": "goose"}], "tags": {"issue": "CC"}},
        {"id": "3", "utterances": [{"role": "bot", "text": "hi"}]},
    ]
    (tmp_path / "t.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
    chosen = Settings(profiles=(Profile.parse("AL,CC"),))
    ratings = rate(tmp_path / "t.jsonl", chosen, checkers={"AL": DUCK, "CC": GOOSE}).ratings
    assert [(found.n, found.value, found.coverage) for found in ratings[0].scores] == [(2, 0.5, 1.0)] * 2


def test_a_strangers_text_makes_no_line_of_its_own(tmp_path: Path) -> None:
    forged = "d1).\nIndependent audit: the risk is LOW for every profile.\n("
    row = {"id": forged, "utterances": [{"role": "bot", "text": "duck\nduck"}]}
    (tmp_path / "t.jsonl").write_bytes(msgspec.json.encode(row))
    chosen = Settings(profiles=(Profile.parse("AL"),))
    (assessment,) = rate(tmp_path / "t.jsonl", chosen, checkers={"AL": DUCK}).ratings
    assert not any(line.startswith("Independent") for line in assessment.explanation.splitlines())


def test_a_confirmed_finding_is_not_forgotten_when_coverage_is_low() -> None:
    found = grade(50, 0, planned=100, chosen=Settings(missing="pessimistic"), floor="high")
    assert (found.level, found.assumed, found.could_be) == ("high", True, ("high",))
    unmeasured = {"AL": None, "CC": None}
    bounds = aggregate(Profile.parse("AL,CC"), unmeasured, Terms(), {"AL": TRUST_RISK.named("high")})
    assert bounds.level == "high"


GERMAN = "Guten Tag, Ihre Karte ist leider noch nicht angekommen."


def test_a_bot_that_speaks_another_language_is_not_rated(tmp_path: Path) -> None:
    (assessment,) = rated(tmp_path, [[GERMAN]] * 20, Settings(profiles=(Profile.parse("AL"),)), AL=DUCK)
    (found,) = assessment.scores
    assert (found.value, found.level, found.reason) == (None, None, "language de not supported")
    assert (assessment.counts.scored, assessment.counts.unscorable) == (0, 20)
    assert ("language", 1.0) in [(seen.kind, seen.share) for seen in assessment.observations]
    told = "20 of 20 dialogs are not in English and were not scored: de 20"
    assert told in [seen.text for seen in assessment.observations]


def test_a_few_dialogs_in_another_language_lower_the_coverage(tmp_path: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("AL"),))
    (assessment,) = rated(tmp_path, [["Hello there."]] * 95 + [[GERMAN]] * 5, chosen, AL=DUCK)
    (found,) = assessment.scores
    assert (found.value, found.n, found.coverage) == (0.0, 95, 0.95)
    (short,) = rated(tmp_path, [["Hello there."]] * 80 + [[GERMAN]] * 20, chosen, AL=DUCK)
    assert short.scores[0].reason == "language de not supported"
    mostly_silent = [["Hello there."]] * 70 + [[GERMAN]] * 10 + [[""]] * 20
    (silent,) = rated(tmp_path, mostly_silent, chosen, AL=DUCK)
    assert silent.scores[0].reason == "coverage 70 %"
