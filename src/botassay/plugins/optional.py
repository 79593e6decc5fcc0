"""Optional methods of plugins: each function uses a method or parameter if the plugin has it.

| part | may have | which |
|---|---|---|
| bot | `open(*, user, run)` | limits repeats within a run and marks them, see `botassay.http.RunContext` |
| bot | `at_once: tuple[int, int]` | how many conversations are usual, and possible, at once |
| bot | `usual_rate: float or None` | messages a second where nothing else is asked for |
| bot | `about: Mapping[str, str]` | what its owner says about it: name, maker, version, language, purpose, audience |
| conversation | `screen: bytes or None` | a JPEG of what a user sees after the last reply |
| conversation | `notices` | what stands beside the conversation, as pairs of kind and text |
| conversation | `greeting: Reply | None` | is what the bot said before the first message |
| checker | `prepare(dialogs) -> Checker` | studies the corpus before it is looked at, in the main process |
| checker | `study(dialogs) -> Part`, `fitted(Part) -> Checker` | studies parts of a corpus, which add up with `+` |
| checker | `seldom_fitted: bool` | looks at dialogs while it studies them, and again only if it learned something |
| reader | `by_line: bool` | reads each line of a file without those before it, so that files can be cut |
| reader | `starts(source, places) -> Sequence[int]` | gives the first bytes of dialogs behind places, to cut there |
| reader | `begun(first_line) -> Reader` | gives the reader of any part of a file that begins with a line |
| checker | `published() -> Checker` | gives the checker as its paper has it |
| checker | `measured() -> Score` | gives a score that was measured elsewhere; dialogs do not add to it |
| checker | `any_language: bool` | takes conversations held for its issue in any language |
| checker | `languages: Container[str]` | codes of languages beside English in which it can judge a dialog |
| checker | `everywhere: bool` | looks at conversations held for other issues, too |
| checker | `worth_rating(evidence) -> bool` | says whether dialogs show enough that it is rated unasked |
| checker | `values(texts) -> Sequence[Valued]` | gives values in [0, 1] and labels, or `Unvalued`, for lines of text |
| reader | `carries_verdicts: bool` | reads what other tools found, too |
| reader | `documents: bool` | reads one JSON document over many lines, too: `sniff` is given its beginning |
| prober | `at(depth) -> Prober` | gives a prober that asks as much as `quick`, `standard` or `thorough` allow |
| prober | `published() -> Prober` | gives the prober that asks in the words of its paper |
| prober | `speaking(language) -> Prober` | gives the prober that asks in a language, by its code |
| prober | `within(turns) -> Prober` | gives a prober that takes at most so many turns, or raises UsageError |
| prober | `ending(closing) -> Prober` | gives the prober whose conversations end so: `announce` or `calm` |
| voting rule | `count(ballots) -> Count` | says how it came to its order |
| translator | `check(*, source, target)` | raises an error for a pair of languages that it does not know |
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from botassay.core.dialog import Dialog
from botassay.core.evidence import Evidence
from botassay.core.scale import Score
from botassay.plugins.protocols import (
    Ballot,
    Bot,
    Checker,
    Conversation,
    Count,
    Depth,
    Prober,
    Reader,
    Reply,
    Translator,
    Unvalued,
    Valued,
    VotingRule,
)

LineValues = Callable[[Sequence[str]], Sequence[Valued | Unvalued]]


def open_in_run(bot: Bot, user: str, run: object) -> AbstractAsyncContextManager[Conversation]:
    """Begin a conversation with a bot as part of a run; `run` is its `RunContext`."""
    opening: Any = bot.open
    if "run" in signature(opening).parameters:
        conversation: AbstractAsyncContextManager[Conversation] = opening(user=user, run=run)
        return conversation
    return bot.open(user=user)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a user sees beside the reply."""

    screen: bytes | None = None
    """A JPEG."""
    notices: tuple[tuple[str, str], ...] = ()
    """What stands beside the conversation: of which kind, such as `greeting`, and the text."""


def shown_beside(conversation: Conversation) -> Shown:
    """Return what a user sees beside the last reply."""
    notices = getattr(conversation, "notices", ())
    return Shown(getattr(conversation, "screen", None), tuple((str(kind), str(text)) for kind, text in notices))


USUAL_AT_ONCE: Final = 4
"""Conversations with most bots at once."""


def at_once(bot: Bot, chosen: int | None) -> int:
    """Return how many conversations with a bot are held at once: as chosen, no more than it can hold."""
    usual, most = getattr(getattr(bot, "bot", bot), "at_once", (USUAL_AT_ONCE, None))
    return min(chosen or usual, most or chosen or usual)


def greeting_of(conversation: Conversation) -> Reply | None:
    """Return what a bot said before the first message of a conversation, if it did."""
    greeting = getattr(conversation, "greeting", None)
    return greeting if isinstance(greeting, Reply) else None


def studies(checker: Checker) -> bool:
    """Whether a checker studies the corpus first."""
    return hasattr(checker, "prepare") or studies_parts(checker)


def prepared(checker: Checker, dialogs: Iterable[Dialog]) -> Checker:
    """Return the checker that has studied some dialogs, or the checker itself."""
    if not hasattr(checker, "prepare"):
        return fitted(checker, study_part(checker, dialogs)) if studies_parts(checker) else checker
    checker_used: Checker = checker.prepare(dialogs)
    return checker_used


def studies_parts(checker: Checker) -> bool:
    """Whether a checker studies parts of a corpus, whose results add up."""
    return hasattr(checker, "study") and hasattr(checker, "fitted")


def study_part(checker: Checker, dialogs: Iterable[Dialog]) -> Any:
    """Return what a checker that studies parts learns from some dialogs; it adds up with `+`."""
    return _optional(checker, "study", lambda _: None)(dialogs)


def fitted(checker: Checker, total: Any) -> Checker:
    """Return the checker that has learned what all parts of a corpus added up to."""
    checker_used: Checker = _optional(checker, "fitted", lambda _: checker)(total)
    return checker_used


def seldom_fitted(checker: Checker) -> bool:
    """Whether what a checker studies seldom changes it, so that it may look at dialogs before."""
    return bool(getattr(checker, "seldom_fitted", False))


def reads_by_line(reader: Reader) -> bool:
    """Whether a reader reads each line of a file without those before it."""
    return bool(getattr(reader, "by_line", False))


def dialog_starts(reader: Reader, source: Any, places: Sequence[int]) -> Sequence[int]:
    """Return where a file can be cut: the first bytes of dialogs, in order, at or behind some places.

    Args:
        reader: of the file.
        source: the file, an `io.sources.SourceFile`.
        places: bytes, in order.
    """
    starts: Sequence[int] = _optional(reader, "starts", lambda *_: ())(source, places)
    return starts


def carries_verdicts(reader: object) -> bool:
    """Return whether a reader reads the verdicts of other tools, too."""
    return bool(getattr(reader, "carries_verdicts", False))


def reading_from(reader: Reader, first_line: str) -> Reader:
    """Return the reader of any part of a file that begins with a line."""
    reader_used: Reader = _optional(reader, "begun", lambda _: reader)(first_line)
    return reader_used


def as_published(checker: Checker) -> Checker:
    """Return the checker as its paper has it, where that differs."""
    checker_used: Checker = _optional(checker, "published", lambda: checker)()
    return checker_used


def measured_elsewhere(checker: Checker) -> Score | None:
    """Return the score that was measured before, without dialogs."""
    score: Score | None = _optional(checker, "measured", lambda: None)()
    return score


def reads_documents(reader: Reader) -> bool:
    """Whether a reader takes one JSON document over many lines."""
    return bool(getattr(reader, "documents", False))


def any_language(checker: Checker) -> bool:
    """Whether a checker takes conversations held for its issue in any language."""
    return bool(getattr(checker, "any_language", False))


def languages_of(checker: Checker) -> frozenset[str]:
    """The languages beside English in which a checker can judge a dialog."""
    return frozenset(getattr(checker, "languages", ()))


def language_of_bot(bot: Bot) -> str | None:
    """The language that a bot is to be asked in, if it says so: without the region of a tag such as `de-AT`."""
    language: str | None = getattr(getattr(bot, "bot", bot), "language", None)
    return language and language.lower().partition("-")[0]


def looks_everywhere(checker: Checker) -> bool:
    """Whether a checker looks at conversations that were held for other issues, too."""
    return bool(getattr(checker, "everywhere", False))


def worth_rating(checker: Checker, evidence: Evidence) -> bool:
    """Whether there is evidence enough on an issue for it to be rated where nobody asked for it."""
    if not evidence.sums and evidence.payload is None:
        return False
    return bool(_optional(checker, "worth_rating", lambda _: True)(evidence))


def line_values(checker: Checker) -> LineValues | None:
    """Return the method that values single lines of text; None if the checker has none."""
    values: LineValues | None = getattr(checker, "values", None)
    return values


def scales(prober: Prober) -> bool:
    """Whether a prober says what it can show within a number of turns."""
    return hasattr(prober, "within")


def within(prober: Prober, turns: int) -> Prober:
    """Return the prober that takes at most so many turns, or the prober itself.

    Raises: UsageError where so few turns show nothing.
    """
    limited: Prober = _optional(prober, "within", lambda _: prober)(turns)
    return limited


def asked_in(prober: Prober, depth: Depth, *, published: bool = False, language: str | None = None) -> Prober:
    """Return the prober for a depth, in the words of its paper or in a language, where it can be one."""
    sized: Prober = _optional(prober, "at", lambda _: prober)(depth)
    worded: Prober = _optional(sized, "published", lambda: sized)() if published else sized
    spoken: Prober = _optional(worded, "speaking", lambda _: worded)(language) if language else worded
    return spoken


def ended(prober: Prober, closing: str) -> Prober:
    """Return the prober whose conversations end so, where it can be one."""
    ending: Prober = _optional(prober, "ending", lambda _: prober)(closing)
    return ending


def counts(rule: VotingRule) -> bool:
    """Whether a voting rule says how it came to its order."""
    return hasattr(rule, "count")


def counted(rule: VotingRule, ballots: Sequence[Ballot]) -> Count:
    """Return the common order, with as much of how the rule came to it as it says."""
    result: Count = _optional(rule, "count", lambda cast: Count(tuple(rule(cast))))(ballots)
    return result


def check_languages(translator: Translator, *, source: str, target: str) -> None:
    """Let a translator refuse a pair of languages that it does not know."""
    _optional(translator, "check", lambda **_: None)(source=source, target=target)


def _optional(part: object, name: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(part, name, otherwise)
    return method
