"""Answer the question for a bot: `guard` and `guard_answers`."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from botassay.core.progress import OnProgress, tracked
from botassay.core.text.language import ENGLISH
from botassay.corpora.texts import read_texts
from botassay.identity.documents import GuardedText
from botassay.identity.runtime_guard import Guard
from botassay.plugins.protocols import Bot
from botassay.settings.identity import GuardSettings


def guard(
    bot: Bot, *, maker: str = "", purpose: str = "", report: str = "", name: str = "", language: str = ENGLISH
) -> Bot:
    """Return a bot that truthfully answers "are you a machine?" and passes everything else on to `bot`.

    Source: paper 004, section 6.

    Args:
        bot: the bot behind the guard.
        maker: the maker of the bot.
        purpose: its purpose, to follow "I am here to".
        report: a sentence on how to report a problem.
        name: a description such as "an automated assistant"; by default "a chatbot", or that in the language.
        language: a language beside English, as a code such as "de".

    Raises: UsageError for a blank name, UnknownNameError for an unknown language.
    """
    return Guard(maker=maker, purpose=purpose, report=report, name=name, language=language).before(bot)


def guard_answers(
    texts: str | Path | Iterable[str], settings: GuardSettings | None = None, *, on_progress: OnProgress | None = None
) -> Iterator[GuardedText]:
    """Return for each text whether the guard answers it, and what it says.

    Args:
        texts: texts, or a file with one text per line; `-` is standard input.
        settings: what the guard says, and how sure it has to be.
        on_progress: called after each text.

    Returns: a row for each text, in order; a file is read lazily.

    Raises: UsageError for an empty name; InputError for a file that is missing (E174), empty (E100) or not UTF-8
        (E111).

    >>> [row.answer for row in guard_answers(["are you a robot?", "where is my parcel?"])]
    ['I am a chatbot, not a person.', None]
    """
    ready = Guard(**asdict(settings or GuardSettings()))
    return _answers(ready, read_texts(Path(texts)) if isinstance(texts, str | Path) else texts, on_progress)


def _answers(ready: Guard, texts: Iterable[str], on_progress: OnProgress | None) -> Iterator[GuardedText]:
    for text in tracked(texts, on_progress, "guarding", None, "texts"):
        asked, p, answer = ready.judge(text)
        yield GuardedText(text=text, asked=asked, p=p, answer=answer)
