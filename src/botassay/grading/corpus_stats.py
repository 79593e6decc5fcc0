"""Corpus statistics: what a corpus consists of, and the outcome of every conversation."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InternalError
from botassay.core.results import Counts, Observation
from botassay.core.text.language import ENGLISH, language_of
from botassay.core.text.plural import many
from botassay.corpora import Tally
from botassay.grading.dates import DATES, Days
from botassay.grading.observations import Habits

_NAMED = 20
"""Skipped files that are named; the rest is counted."""


def spoken(dialog: Dialog) -> str:
    """Return the language of a dialog, as an ISO 639 code."""
    return language_of(utterance.text for utterance in dialog.utterances)


def readable(dialog: Dialog, polyglot: Container[str], language: str | None = None) -> bool:
    """Whether a dialog can be scored: it is in English, or held for an issue to which the language is all one."""
    return dialog.tags.get("issue") in polyglot or (language or spoken(dialog)) == ENGLISH


class Census:
    """Counts dialogs while they pass.

    Args:
        tally: what the reading comes across; it is still being filled in while dialogs pass.
        issues: for each of them it is counted how many conversations were meant for it, and how many could be scored.
        polyglot: issues to which the language of what was held for them makes no difference.
    """

    def __init__(self, tally: Tally, issues: Iterable[str], polyglot: Container[str] = ()) -> None:
        self._tally = tally
        self._polyglot = polyglot
        self._planned = dict.fromkeys(issues, 0)
        self._scored = dict(self._planned)
        self._dialogs = 0
        self._unscorable = 0
        self._replies = 0
        self._empty_replies = 0
        self._habits = Habits()
        self._days = Days()
        self._languages: Counter[str] = Counter()
        """Of the dialogs that are not in English."""

    def passing(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Count dialogs as they pass; only those that the checkers can read pass."""
        for dialog in dialogs:
            language = spoken(dialog)
            understood = readable(dialog, self._polyglot, language)
            self._count(dialog, language, understood=understood)
            if understood:
                yield dialog

    def _count(self, dialog: Dialog, language: str, *, understood: bool) -> None:
        replies = [utterance for utterance in dialog.utterances if utterance.role is Role.BOT]
        empty = sum(utterance.silent for utterance in replies)
        scorable = empty < len(replies) and understood
        self._habits.see(dialog)
        for utterance in dialog.utterances:
            self._days.see(utterance.at)
        self._languages[language] += not understood
        self._dialogs += 1
        self._unscorable += not scorable
        self._replies += len(replies)
        self._empty_replies += empty
        for code in self._planned:
            if dialog.concerns(code):
                self._planned[code] += 1
                self._scored[code] += scorable

    def planned(self, issue: str) -> int:
        """How many conversations were meant for an issue; skipped ones could have been for any."""
        absent = sum(count for (_, meant), count in self._tally.absent.items() if meant in (None, issue))
        return self._planned[issue] + self._tally.bad_dialogs + absent

    def missing(self, issue: str) -> int:
        """How many of those could not be scored."""
        return self.planned(issue) - self._scored[issue]

    def foreign(self) -> str | None:
        """Name the language that most of the dialogs are in that could not be scored; None if that is not why."""
        languages = +self._languages
        mostly = languages.total() * 2 > self._unscorable + self._tally.bad_dialogs
        return languages.most_common(1)[0][0] if languages and mostly else None

    @property
    def counts(self) -> Counts:
        """The number of conversations by outcome.

        Raises: InternalError when the counts do not add up.
        """
        skipped, absent = self._tally.bad_dialogs, self._tally.absent
        became = Counter(outcome for outcome, _ in absent.elements())
        scored = self._dialogs - self._unscorable
        seen = self._dialogs + skipped + absent.total()
        planned = seen if self._tally.planned is None else self._tally.planned
        counts = Counts("conversations", planned, scored, self._unscorable, skipped=skipped, **became)
        if not counts.balanced:
            raise InternalError(f"conversation counts do not add up: {counts}", hint="please report this")
        return counts

    def observations(self) -> Iterator[Observation]:
        """Yield what a reader should know about the dialogs."""
        tally = self._tally
        text = self._days.told()
        if text:
            yield Observation(DATES, None, text)
        if self._empty_replies:
            share = round(self._empty_replies / self._replies, 9)
            text = f"{self._empty_replies} of {self._replies} replies of the bot were empty"
            yield Observation("empty", share, text)
        yield from self._habits.observations()
        languages = +self._languages
        if languages:
            named = ", ".join(
                f"{code} {count}" for code, count in sorted(languages.items(), key=lambda c: (-c[1], c[0]))
            )
            text = f"{languages.total()} of {self._dialogs} dialogs are not in English and were not scored: {named}"
            yield Observation("language", round(languages.total() / self._dialogs, 9), text)
        if tally.ignored:
            singular, plural = (
                "system or tool message is not an utterance",
                "system and tool messages are not utterances",
            )
            yield Observation("ignored", None, many(tally.ignored, singular, plural))
        for what, count in sorted(tally.remarks.items()):
            yield Observation("files", None, f"{what}: {count}")
        if tally.bad_rows:
            planned = self._dialogs + tally.bad_dialogs
            text = (
                f"{many(tally.bad_rows, 'bad row', 'bad rows')}, and with them {tally.bad_dialogs} of {planned} dialogs"
            )
            yield Observation("skipped", round(tally.bad_dialogs / planned, 9), text)
        if tally.skipped_files:
            rest = len(tally.skipped_files) - _NAMED
            named = ", ".join(tally.skipped_files[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
            yield Observation(
                "skipped", None, f"no dialogs in {many(len(tally.skipped_files), 'file', 'files')}: {named}"
            )
