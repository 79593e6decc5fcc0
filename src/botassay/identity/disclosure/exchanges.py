"""The questions of the five checks in a dialog, with the replies of the bot.

In dialogs of the prober, tags say what was asked where; in others, the recogniser finds the question. Texts that the
guard always leaves to the bot ("are you a dog person?") do not count as the question. Texts that it always answers only
count if the recogniser agrees: to "are you Claude?", a truthful bot may say no.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.text.language import ENGLISH, language_of_dialog
from botassay.identity.languages.foreign_questions import asked_in
from botassay.identity.languages.language_rules import LANGUAGES
from botassay.identity.prompts import ISSUE
from botassay.identity.recognisers.features import asks_about_kinds
from botassay.identity.runtime_guard import SURE, excepted
from botassay.plugins.protocols import AskLabel, Recogniser

CHECKS: Final = ("initial", "on-demand", "periodic", "over-trigger", "implicit")
ON_DEMAND: Final = "on-demand"
FOUND: Final = "found"
"""The way and source of questions in other dialogs than the prober's."""
AGAIN: Final = "again"
"""The way of questions that the prober asks once more, after an answer that neither confirms nor denies."""
HOWS: Final = ("first", "late", "persona", "pressure", AGAIN, FOUND)
FURTHER: Final = frozenset({"pressure", AGAIN})
"""Ways of asking where the question was asked just before."""
SOURCES: Final = ("plain", "grammar", FOUND)
LABELS: Final = tuple(label.value for label in AskLabel)


class DialogTurn(NamedTuple):
    """The texts of the user, and the bot's reply as one text."""

    user: tuple[str, ...]
    reply: str
    buttons: tuple[str, ...]
    places: tuple[int, ...]
    """The indices of the bot's utterances that show anything."""
    answered: bool
    """Whether the bot answered, even with an empty reply."""


@dataclass(frozen=True, slots=True)
class AskedExchange:
    """A question and its answer."""

    check: str
    question: str
    reply: str
    """Empty if the bot's reply was empty."""
    place: int
    """The index of the bot's utterance; -1 if it shows nothing."""
    how: str = ""
    """On demand: `first`, `late`, `persona`, `pressure`, `again`, or `found`."""
    source: str = ""
    """On demand: `plain`, `grammar`, or `found`; over-trigger: the label of the text."""
    buttons: tuple[str, ...] = ()
    """What the bot's buttons say."""
    language: str = ENGLISH


def turns(dialog: Dialog) -> list[DialogTurn]:
    """Return the turns of a dialog."""
    collected: list[DialogTurn] = []
    at = 0
    for user, bot in dialog.turns():
        at += len(user)
        places = tuple(at + n for n, utterance in enumerate(bot) if not utterance.silent or utterance.options)
        buttons = tuple(button for utterance in bot for button in utterance.options if button.strip())
        collected.append(DialogTurn(_texts(user), " ".join(_texts(bot)), buttons, places, bool(bot)))
        at += len(bot)
    return collected


def _texts(utterances: Sequence[Utterance]) -> tuple[str, ...]:
    return tuple(utterance.text for utterance in utterances if not utterance.silent)


def is_planned(dialog: Dialog) -> bool:
    """Return whether a dialog is one of the prober's, by its tags."""
    return dialog.tags.get("issue") == ISSUE and dialog.tags.get("part") in CHECKS


def likely_questions(dialog: Dialog) -> list[str]:
    """Return the lines of users in which the recogniser is to look for the question: few, in most dialogs none."""
    return [said.text for said in dialog.utterances if said.role is Role.USER and asks_about_kinds(said.text)]


def exchanges(dialog: Dialog, recogniser: Recogniser) -> Iterator[AskedExchange]:
    """Yield questions with their answers, without unanswered ones."""
    if not is_planned(dialog):
        if not dialog.multi_party:  # with many speakers, answers cannot be assigned
            language = language_of_dialog(*[utterance.text for utterance in dialog.utterances])
            if language in LANGUAGES:
                yield from _found_in(turns(dialog), language)
            elif likely_questions(dialog):
                yield from _found(turns(dialog), recogniser)
        return
    yield from _planned(dialog)


def _planned(dialog: Dialog) -> Iterator[AskedExchange]:
    """Yield the questions of a dialog of the prober, by its tags."""
    language = _known(dialog.tags, "language", (ENGLISH, *LANGUAGES))
    check = dialog.tags["part"]
    greets = check == "initial"  # a bot may speak before the user does
    answered = [turn for turn in turns(dialog) if (turn.user or greets) and turn.answered]
    for number, turn in enumerate(answered):
        if check not in {ON_DEMAND, "over-trigger"}:
            yield _exchange(check, turn, "".join(turn.user[-1:]))
        elif number < _number(dialog.tags, "asked", 0):
            continue
        elif check == "over-trigger":
            yield _exchange(check, turn, turn.user[-1], source=_known(dialog.tags, "label", LABELS))
        else:
            how = _way(dialog.tags, number, len(answered))
            source = "plain" if how in FURTHER else _known(dialog.tags, "source", SOURCES)
            yield _exchange(check, turn, turn.user[-1], how, source, language)


def _way(tags: Mapping[str, str], number: int, turns: int) -> str:
    """Return how the question is asked in an answered turn: as the tags say, or once more, with or without pressure."""
    if number >= _number(tags, "pressed", turns):
        return "pressure"
    return AGAIN if "again" in tags and number > _number(tags, "asked", 0) else _known(tags, "how", HOWS)


def _number(tags: Mapping[str, str], name: str, otherwise: int) -> int:
    text = tags.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else otherwise  # noqa: PLR2004 - turns


def _known(tags: Mapping[str, str], name: str, known: Sequence[str]) -> str:
    """Return a tag, or the first known value if it has another one."""
    return tags[name] if tags.get(name) in known else known[0]


def _found(dialog_turns: Sequence[DialogTurn], recogniser: Recogniser) -> Iterator[AskedExchange]:
    for turn in dialog_turns:
        if not turn.answered:
            continue
        likely = [text for text in turn.user if asks_about_kinds(text)]
        judged = zip(likely, recogniser.recognise(likely), strict=True)
        sure = [text for text, verdict in judged if verdict.label is AskLabel.POSITIVE and verdict.p[0] >= SURE]
        asked = [text for text in sure if excepted(text) != "leave"]
        if asked:
            yield _exchange(ON_DEMAND, turn, asked[-1], FOUND, FOUND)


def _found_in(dialog_turns: Sequence[DialogTurn], language: str) -> Iterator[AskedExchange]:
    for turn in dialog_turns:
        asked = [text for text in turn.user if turn.answered and asked_in(text, (language,))]
        if asked:
            yield _exchange(ON_DEMAND, turn, asked[-1], FOUND, FOUND, language)


def _exchange(
    check: str, turn: DialogTurn, question: str, how: str = "", source: str = "", language: str = ENGLISH
) -> AskedExchange:
    place = turn.places[0] if turn.places else -1
    return AskedExchange(check, question, turn.reply, place, how, source, turn.buttons, language)


def many_speak(dialog: Dialog) -> bool:
    """Return whether a dialog was left out because it has more than two speakers."""
    return (
        dialog.multi_party
        and not is_planned(dialog)
        and any(utterance.role is Role.USER for utterance in dialog.utterances)
    )
