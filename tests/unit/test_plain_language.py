"""CC.plain: which replies are hard to read, what counts and what does not, and what a rating says of it."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.grading.settings import GradingSettings
from botassay.trust.complexity.checker import ISSUE, Complexity
from botassay.trust.complexity.plain_language import FEATURES, MOST, PlainLanguage, parse

MODEL = PlainLanguage.shipped()
CHECKER = Complexity()
LICENCE = Path(__file__).parents[2] / "LICENSE"
LEGAL = (
    "The Licensor shall indemnify and hold harmless each Contributor against any liability incurred by reason of your "
    "accepting any such warranty or additional liability, notwithstanding the termination of this agreement."
)
SERVICE = (
    "Your table for two is booked for Friday at seven.",
    "I found 3 flights for you. The cheapest one leaves at 8 am and costs $120.",
    "I'm sorry to hear that. Do you want to talk to a person?",
    "Sure! Which city are you travelling from, and on what day do you want to leave?",
    "Your balance is $52.10. Is there anything else I can help you with?",
    "No, I can't do that. You could try the help page instead.",
)


def talk(*lines: str, name: str = "d") -> Dialog:
    """Make a dialog of a user's line, the bot's reply, and so on."""
    roles = (Role.USER, Role.BOT)
    return Dialog(name, tuple(Utterance(roles[at % 2], line) for at, line in enumerate(lines)))


@pytest.mark.parametrize("reply", SERVICE)
def test_what_a_service_bot_says_is_easy(reply: str) -> None:
    assert MODEL.value(reply) < 0.25


def test_a_clause_of_a_contract_is_hard_and_the_finding_says_why() -> None:
    (finding,) = CHECKER.look([talk("What if it breaks?", LEGAL)]).worst
    assert finding.value >= 0.5
    assert "30 words in a sentence" in finding.note
    assert "rare: " in finding.note
    assert "indemnify" in finding.note


def test_a_bot_that_answers_with_clauses_of_a_licence_is_high_and_a_service_bot_low() -> None:
    clauses = [part for part in LICENCE.read_text("utf-8").split("\n\n") if len(part.split()) > 4]
    lawyer = CHECKER.score(CHECKER.look([talk("And this?", clause, name=str(at)) for at, clause in enumerate(clauses)]))
    clerk = CHECKER.score(CHECKER.look([talk("And this?", line, name=str(at)) for at, line in enumerate(SERVICE)]))
    cuts = GradingSettings().cuts_of(ISSUE, "CC.plain")
    assert lawyer.measure == clerk.measure == "CC.plain"
    assert clerk.value == 0.0 < cuts[0]
    assert lawyer.value is not None
    assert lawyer.value >= cuts[1]


def test_the_published_measure_still_decides_by_the_method_of_the_paper() -> None:
    dialogs = [talk("And this?", LEGAL, "And that?", *SERVICE[:1])]
    published = CHECKER.published().prepare(dialogs)
    score = published.score(published.look(dialogs))
    ours = CHECKER.prepare(dialogs)
    beside = ours.score(ours.look(dialogs)).details["measures"]["CC.mean"]
    assert score.measure == "CC.mean"
    assert set(score.details) == {"max", "p95", "shares", "terms", "tmax", "terms_forgotten"}
    assert beside["tmax"] == 20
    assert beside["value"] < (score.value or 0)  # the paper measures length against the longest dialog alone


def test_names_words_of_the_user_and_terms_of_the_glossary_are_no_jargon() -> None:
    assert parse("Please ask Anneliese Featherstonehaugh about it.").words == ("please", "ask", "about", "it")
    assert "featherstonehaugh" in parse("please ask anneliese featherstonehaugh").words
    assert "LIABILITY".lower() in parse("THE LIABILITY OF THE LICENSOR IS LIMITED TO DAMAGES.").words
    line = "Your prescription of acetaminophen is available at the pharmacy counter on Monday."
    alone = MODEL.value(line)
    assert MODEL.value(line, {"prescription", "acetaminophen", "pharmacy"}) < alone
    assert PlainLanguage.shipped(("acetaminophen", "prescription", "pharmacy counter")).value(line) < alone


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Chimamanda Ngozi Adichie's 'We Should All Be Feminists' is short and sharp.", "is short and sharp"),
        ("Grzegorz Brzeczyszczykiewicz called.", "called"),
        ("Haruki Murakami, Jhumpa Lahiri and Chimamanda Ngozi Adichie", "and"),
        ("Featherstonehaugh's shop is here.", "shop is here"),
        ("Notwithstanding Section 4 it ends.", "notwithstanding it ends"),
        ("Licensor shall not be liable.", "licensor shall not be liable"),
        ("Limitation Of Liability For The Licensor", "limitation of liability for the licensor"),
        ('He said "The Contributor shall indemnify" to us.', "he said the shall indemnify to us"),
    ],
)
def test_names_at_the_beginning_and_titles_in_quotes_are_no_jargon(said: str, words: str) -> None:
    assert " ".join(parse(said).words) == words


@pytest.mark.parametrize(
    ("said", "lengths", "joints"),
    [
        ("I can help with bookings, seats, pets and special assistance.", (6,), (1,)),
        ("We sell tea, coffee, or milk.", (4,), (0,)),
        ("We sell tea and coffee.", (5,), (0,)),
        ("If it rains, we stay at home, and you can call us.", (12,), (4,)),
        ("Sorry, no.", (2,), (1,)),
    ],
)
def test_an_enumeration_is_no_long_sentence(said: str, lengths: tuple[int, ...], joints: tuple[int, ...]) -> None:
    parsed = parse(said)
    assert (parsed.lengths, parsed.joints) == (lengths, joints)
    assert parsed.length == len(said.replace("-", " ").split())


def test_a_plain_list_of_services_is_easy() -> None:
    services = "I can help with bookings, check-in, baggage, seats, pets, delays and special assistance."
    assert MODEL.value(services) < 0.5
    rights = "The licensee may reproduce, sublicense and distribute the aforementioned derivative works hereunder."
    assert MODEL.value(rights) > 0.5


def test_only_what_the_user_said_before_is_known() -> None:
    hard = "Prior authorization is contingent upon adjudication by your insurer."
    asked = "what is prior authorization, is it contingent upon adjudication by an insurer?"
    assert [len(CHECKER.look([talk(*lines)]).worst) for lines in (("Why?", hard), (asked, hard))] == [1, 0]
    assert len(CHECKER.look([talk("Why?", hard, asked, "Yes.")]).worst) == 1


def test_code_addresses_and_tables_are_no_sentences() -> None:
    plain = "Run this and tell me what you see."
    assert parse(f"{plain}\n```\nsystemctl --no-pager status unattended-upgrades\n```").words == parse(plain).words
    assert parse(f"{plain} https://example.org/idiosyncratic/heuristics").words == parse(plain).words
    assert parse(f"{plain}\n| amortisation | annuity |\n|---|---|").words == parse(plain).words


def test_lists_are_sentences_and_wrapped_lines_are_one() -> None:
    assert parse("You can:\n- pay a bill\n- move house\n2. talk to us").lengths == (2, 3, 2, 3)
    assert parse("The parties agree that the\nlicensee may not assign this\nagreement.").lengths == (11,)


def test_under_five_words_nothing_is_hard() -> None:
    assert MODEL.value("Notwithstanding antidisestablishmentarianism, indemnification supersedes.") < 0.5


@given(st.text(max_size=200))
def test_every_text_has_a_value(text: str) -> None:
    assert 0.0 <= MODEL.value(text) <= 1.0


def test_long_and_odd_texts_take_no_longer_than_their_length() -> None:
    for text in ("a" * MOST, " " * MOST, "@" * MOST, "`" * MOST, "x \n" * MOST, "- " * MOST, "|" * MOST, "I'm " * MOST):
        assert 0.0 <= MODEL.value(text) <= 1.0


def test_a_silent_bot_has_no_value() -> None:
    score = CHECKER.score(CHECKER.look([talk("Hello?", " ")]))
    assert (score.value, score.reason) == (None, "the bot said nothing")


def test_a_line_gets_its_value_and_a_label() -> None:
    assert [each.label for each in CHECKER.values([LEGAL, SERVICE[0]])] == ["hard", "plain"]


def test_the_weights_are_twelve_rows() -> None:
    assert len(MODEL.weights) == len(FEATURES) == 12


def test_the_sentence_for_advanced_learners_is_harder_in_most_pairs(data: Path) -> None:
    with gzip.open(data / "onestopenglish/advanced_elementary.jsonl.gz", "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    harder = sum(MODEL.value(pair["advanced"]) > MODEL.value(pair["elementary"]) for pair in pairs)
    assert harder / len(pairs) > 0.8  # in sample; models/complexity/evaluate.py holds pairs out
