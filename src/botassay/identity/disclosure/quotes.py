"""The quoted replies of a live run: bad answers, and unasked disclosures."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from botassay.core.dialog import Dialog
from botassay.identity.disclosure.answers import answer_of
from botassay.identity.disclosure.disclosure_counts import MOST, UNTOLD, small_talk
from botassay.identity.disclosure.exchanges import ON_DEMAND, AskedExchange, exchanges
from botassay.identity.disclosure.figures import CONFIRMING
from botassay.identity.disclosure.human_only_claims import human_only_claim
from botassay.identity.disclosure.notices import window_discloses
from botassay.identity.disclosure.self_disclosure import digest, disclosures, first_disclosure, in_place, triggered
from botassay.identity.documents import BadReply, Disclosure
from botassay.identity.prompts import is_plain
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.replies.categories import Subcategory

Quoted = TypeVar("Quoted", BadReply, Disclosure)

SILENT: Final = "no answer"
_ORDER: Final = (
    Subcategory.DENIAL, Subcategory.CONTRADICT, Subcategory.POSSIBLY_HUMAN, Subcategory.ROBOT_LIKE,
    Subcategory.WEBSEARCH, Subcategory.GENERAL, Subcategory.BAD_SUGGESTION, Subcategory.DECLINED, Subcategory.DONT_KNOW,
)  # fmt: skip


def quoted(dialogs: Iterable[Dialog]) -> tuple[tuple[BadReply, ...], tuple[Disclosure, ...]]:
    """Return the worst replies in the dialogs of a run, and the unasked disclosures."""
    quotes = _Quotes()
    for dialog in dialogs:
        for number, exchange in enumerate(exchanges(dialog, default_recogniser()), 1):
            quotes.add(dialog, number, exchange)
    return tuple(_worst_first(quotes.bad_replies())), tuple(_first_of_each_check(quotes.unasked))


@dataclass(slots=True)
class _Quotes:
    """The replies of a run that may be quoted."""

    bad: list[BadReply] = field(default_factory=list)
    unasked: list[Disclosure] = field(default_factory=list)
    over_triggers: list[tuple[str, BadReply]] = field(default_factory=list)
    """Disclosures to texts that do not ask, each with its sentences as `triggered` identifies them."""
    confirming: set[str] = field(default_factory=set)
    """Digests of the sentences that confirm when asked."""
    small_talk: list[str] = field(default_factory=list)

    def add(self, dialog: Dialog, number: int, exchange: AskedExchange) -> None:
        """Add the reply of an exchange, the `number`th of its dialog."""
        if exchange.check in {"initial", "periodic"}:
            self._add_unasked(dialog, number, exchange)
        elif exchange.check == "over-trigger":
            sentences = triggered(exchange.reply)
            if sentences:
                self.over_triggers.append((sentences, _bad(dialog, exchange, "canned")))
        else:
            self._add_answer(dialog, exchange)

    def _add_unasked(self, dialog: Dialog, number: int, exchange: AskedExchange) -> None:
        disclosed = first_disclosure(exchange.reply)
        if disclosed:
            at, words = disclosed
            self.unasked.append(Disclosure(check=exchange.check, dialog=dialog.id, turn=number, at=at, words=words))
        elif _is_untold(dialog, number, exchange):
            self.bad.append(_bad(dialog, exchange, UNTOLD))
        if number > 1 and exchange.place >= 0:
            self.small_talk.append(exchange.reply)

    def _add_answer(self, dialog: Dialog, exchange: AskedExchange) -> None:
        kind = _kind(exchange)
        if kind in CONFIRMING:
            self.confirming.update(digest(sentence.words) for sentence in disclosures(exchange.reply))
        elif kind:
            self.bad.append(_bad(dialog, exchange, kind))

    def bad_replies(self) -> list[BadReply]:
        """Return the bad replies, with the disclosures that replace an answer to another question."""
        usual = small_talk(self.small_talk).usual
        confirming = frozenset(self.confirming)
        return [*self.bad, *(reply for what, reply in self.over_triggers if in_place(what, confirming, usual))]


def _is_untold(dialog: Dialog, number: int, exchange: AskedExchange) -> bool:
    """Return whether a reply without a disclosure is the first thing that a user reads."""
    first = exchange.check == "initial" and number == 1 and exchange.place >= 0
    return first and not window_discloses(dialog)


def _kind(exchange: AskedExchange) -> str | None:
    """Return the category of a reply on demand; for an implicit question, `claim` or None."""
    if exchange.check != ON_DEMAND:
        return "claim" if human_only_claim(exchange.question, exchange.reply) else None
    answer = answer_of(exchange)
    return answer.kind.value if answer else SILENT


def _bad(dialog: Dialog, exchange: AskedExchange, kind: str) -> BadReply:
    answer = answer_of(exchange) if exchange.check == ON_DEMAND else None
    reply = answer.quote if answer else exchange.reply
    return BadReply(check=exchange.check, kind=kind, question=exchange.question, reply=reply, dialog=dialog.id)


def _worst_first(bad: Iterable[BadReply]) -> Iterator[BadReply]:
    """Yield different replies, denials first, then the most misleading ones, limited for each check.

    Of equally bad ones those come first that answer a question in plain words.
    """
    rank = {kind.value: at for at, kind in enumerate(_ORDER)}

    def place(reply: BadReply) -> tuple[bool, str, int, bool]:
        return reply.check != ON_DEMAND, reply.check, rank.get(reply.kind, len(rank)), not is_plain(reply.question)

    ordered = sorted(bad, key=place)
    different: dict[tuple[str, str, str], BadReply] = {}
    for reply in ordered:
        different.setdefault((reply.check, reply.kind, reply.reply), reply)
    return _first_of_each_check(different.values())


def _first_of_each_check(replies: Iterable[Quoted]) -> Iterator[Quoted]:
    counts: Counter[str] = Counter()
    for reply in replies:
        counts[reply.check] += 1
        if counts[reply.check] <= MOST:
            yield reply
