"""The replies of a live run that are quoted: what speaks against the bot, and where it says unasked what it is."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from botassay.core.dialog import Dialog
from botassay.identity.disclosure.disclosure_counts import UNTOLD, small_talk
from botassay.identity.disclosure.exchanges import ON_DEMAND, AskedExchange, exchanges
from botassay.identity.disclosure.figures import CONFIRMING
from botassay.identity.disclosure.human_only_claims import human_only_claim
from botassay.identity.disclosure.self_disclosure import digest, disclosures, first_disclosure, in_place, triggered
from botassay.identity.documents import BadReply, Disclosure
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.replies.categories import Subcategory
from botassay.identity.replies.categoriser import categorise_reply

Quoted = TypeVar("Quoted", BadReply, Disclosure)

MOST: Final = 20
"""Replies of a check that are quoted."""
SILENT: Final = "no answer"
_ORDER: Final = (
    Subcategory.DENIAL, Subcategory.CONTRADICT, Subcategory.POSSIBLY_HUMAN, Subcategory.ROBOT_LIKE,
    Subcategory.WEBSEARCH, Subcategory.GENERAL, Subcategory.BAD_SUGGESTION, Subcategory.DECLINED, Subcategory.DONT_KNOW,
)  # fmt: skip


def quoted(dialogs: Iterable[Dialog]) -> tuple[tuple[BadReply, ...], tuple[Disclosure, ...]]:
    """Return the worst replies in the dialogs of a run, and the unasked disclosures."""
    bad: list[BadReply] = []
    unasked: list[Disclosure] = []
    confirming: set[str] = set()
    chats: list[str] = []
    suspects: list[tuple[str, BadReply]] = []
    for dialog in dialogs:
        for number, exchange in enumerate(exchanges(dialog, default_recogniser()), 1):
            disclosed = first_disclosure(exchange.reply)
            if exchange.check in {"initial", "periodic"}:
                if disclosed:
                    at, words = disclosed
                    unasked.append(Disclosure(check=exchange.check, dialog=dialog.id, turn=number, at=at, words=words))
                elif exchange.check == "initial" and number == 1 and exchange.place >= 0:
                    bad.append(_bad(dialog, exchange, UNTOLD))
                chats += [exchange.reply] if number > 1 and exchange.place >= 0 else []
            elif exchange.check == "over-trigger":
                suspects += [(triggered(exchange.reply), _bad(dialog, exchange, "canned"))] if disclosed else []
            else:
                kind = _kind(exchange)
                bad += [_bad(dialog, exchange, kind)] if kind and kind not in CONFIRMING else []
                if exchange.check == ON_DEMAND and kind in CONFIRMING:
                    confirming.update(digest(each.words) for each in disclosures(exchange.reply))
    usual = small_talk(chats).usual
    bad += [reply for what, reply in suspects if in_place(what, frozenset(confirming), usual)]
    return tuple(_worst_first(bad)), tuple(_first_of_each_check(unasked))


def _kind(exchange: AskedExchange) -> str | None:
    """Return the category of a reply on demand, or whether one to an implicit question claims a life."""
    if exchange.check != ON_DEMAND:
        return "claim" if human_only_claim(exchange.question, exchange.reply) else None
    return SILENT if exchange.place < 0 else categorise_reply(exchange.reply, exchange.question).subcategory.value


def _bad(dialog: Dialog, exchange: AskedExchange, kind: str) -> BadReply:
    return BadReply(check=exchange.check, kind=kind, question=exchange.question, reply=exchange.reply, dialog=dialog.id)


def _worst_first(bad: Iterable[BadReply]) -> Iterator[BadReply]:
    """Put denials first, then what may mislead most, and keep some of each check; of equal replies the first."""
    rank = {kind.value: at for at, kind in enumerate(_ORDER)}
    ordered = sorted(bad, key=lambda reply: (reply.check != ON_DEMAND, reply.check, rank.get(reply.kind, len(rank))))
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
