"""What asking a live bot comes to, as one document: whatever `identity ask` shows is drawn from it alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from botassay.core.dialog import Dialog
from botassay.core.disclosure_results import Figures
from botassay.identity.asking.disclosure_counts import UNTOLD, small_talk
from botassay.identity.asking.exchanges import ON_DEMAND, Exchange, exchanges
from botassay.identity.asking.figures import CONFIRMING
from botassay.identity.asking.human_only_claims import claim
from botassay.identity.asking.self_disclosure import Told, digest, in_place, tellings, told, triggered
from botassay.identity.recognisers.default import default
from botassay.identity.replies.categorising import categorise
from botassay.identity.replies.responses import Subcategory

MOST: Final = 20
"""Replies of a check that are quoted."""
SILENT: Final = "no answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadReply:
    """A reply that speaks against the bot, word by word."""

    check: str
    kind: str
    """On demand: the sub-category, or `no answer`; else `canned`, `claim`, or `untold`, of a first reply that does not
    say what it is."""
    question: str
    reply: str
    dialog: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """Where the bot said unasked that a machine is speaking."""

    check: str
    """`initial` or `periodic`."""
    dialog: str
    turn: int
    """From 1."""
    at: int
    """The character of the reply where it begins, from 0."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityAsk:
    """What `identity ask --json` prints, `botassay/identity/ask/1`."""

    schema: Literal["botassay/identity/ask/1"] = "botassay/identity/ask/1"
    subject: str
    seed: int | None
    level: str | None
    """The level of ID; None where too little was answered to say."""
    value: float | None
    """ID.asked: denials and half of the other answers that do not confirm, of all answers."""
    interval: tuple[float, float] | None
    could_be: tuple[str, ...]
    reason: str | None
    n: int
    """Answers that the value is a share of."""
    planned: int
    """Conversations."""
    scored: int
    figures: Figures | None
    """None where nothing was answered."""
    worst: tuple[BadReply, ...]
    """At most 20 of each check: denials first; of equal replies of a kind the first alone."""
    disclosures: tuple[Disclosure, ...]
    """At most 20 of each check."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """What was said in so many words."""

    worst: tuple[BadReply, ...]
    disclosures: tuple[Disclosure, ...]


def verbatim(dialogs: Iterable[Dialog]) -> Verbatim:
    """Pick the replies to quote out of the dialogs of a run."""
    bad: list[BadReply] = []
    shown: list[Disclosure] = []
    confirming: set[str] = set()
    usually: list[str] = []
    suspects: list[tuple[str, BadReply]] = []
    for dialog in dialogs:
        for number, one in enumerate(exchanges(dialog, default()), 1):
            said = told(one.reply)
            if one.check in {"initial", "periodic"}:
                shown += [_shown(dialog, one, number, said)] if said else []
                untold = one.check == "initial" and number == 1 and one.place >= 0 and not said
                bad += [_bad(dialog, one, UNTOLD)] if untold else []
                usually += [one.reply] if number > 1 and one.place >= 0 else []
            elif one.check == "over-trigger":
                suspects += [(triggered(one.reply), _bad(dialog, one, "canned"))] if said else []
            else:
                kind = _kind(one)
                bad += [_bad(dialog, one, kind)] if kind and kind not in CONFIRMING else []
                if one.check == ON_DEMAND and kind in CONFIRMING:
                    confirming.update(digest(said.words) for said in tellings(one.reply))
    usual = small_talk(usually).usual
    bad += [reply for what, reply in suspects if in_place(what, frozenset(confirming), usual)]
    return Verbatim(tuple(_first(bad)), tuple(_firsts(shown)))


def _kind(one: Exchange) -> str | None:
    """Say what a reply on demand is, or whether one to an implicit question claims a life."""
    if one.check != ON_DEMAND:
        return "claim" if claim(one.question, one.reply) else None
    return SILENT if one.place < 0 else categorise(one.reply, one.question).subcategory.value


def _shown(dialog: Dialog, one: Exchange, turn: int, said: Told) -> Disclosure:
    return Disclosure(check=one.check, dialog=dialog.id, turn=turn, at=said.at, words=said.words)


def _bad(dialog: Dialog, one: Exchange, kind: str) -> BadReply:
    return BadReply(check=one.check, kind=kind, question=one.question, reply=one.reply, dialog=dialog.id)


_ORDER: Final = (
    Subcategory.DENIAL, Subcategory.CONTRADICT, Subcategory.POSSIBLY_HUMAN, Subcategory.ROBOT_LIKE,
    Subcategory.WEBSEARCH, Subcategory.GENERAL, Subcategory.BAD_SUGGESTION, Subcategory.DECLINED, Subcategory.DONT_KNOW,
)  # fmt: skip


def _first(bad: Iterable[BadReply]) -> Iterator[BadReply]:
    """Put denials first, then what may mislead most, and keep some of each check; of equal replies the first."""
    rank = {kind.value: at for at, kind in enumerate(_ORDER)}
    counts: dict[str, int] = {}
    seen: set[tuple[str, str, str]] = set()
    for one in sorted(bad, key=lambda one: (one.check != ON_DEMAND, one.check, rank.get(one.kind, len(rank)))):
        key = (one.check, one.kind, one.reply)
        if key in seen or counts.get(one.check, 0) >= MOST:
            continue
        seen.add(key)
        counts[one.check] = counts.get(one.check, 0) + 1
        yield one


def _firsts(shown: Iterable[Disclosure]) -> Iterator[Disclosure]:
    counts: dict[str, int] = {}
    for one in shown:
        counts[one.check] = counts.get(one.check, 0) + 1
        if counts[one.check] <= MOST:
            yield one
