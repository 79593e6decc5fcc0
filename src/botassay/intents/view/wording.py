"""Wording shared by the intents pages: settings, figures and durations."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from botassay.core.text.plural import many
from botassay.intents.splits import SplitSetting
from botassay.view import Details, Paragraph, Table, percent

if TYPE_CHECKING:
    from botassay.intents.documents import (
        ClassifierDifference,
        Estimate,
        IntentsEvaluation,
        PairsFrom,
        SettingFigures,
    )

COLUMN_MEANINGS = Details(
    "Meaning of the columns",
    (
        Table(
            "Columns",
            ("column", "meaning"),
            (
                ("accuracy", "share of correct answers and silences, with its 95 % confidence interval; high is good"),
                ("answered", "share of questions that the bot answered; the authors call 70 to 75 % good and 40 % bad"),
                ("carefulness", "share of unanswered questions whose answer would have been wrong; high is good"),
                ("over-caution", "share of unanswered questions whose answer would have been right; low is good"),
                ("F1 weighted, F1 macro", "F1 over the topics, weighted by their size or unweighted; high is good"),
                ("best threshold", "the minimum confidence with the most right minus wrong answers"),
            ),
        ),
    ),
)
_ALL = "all topics known"
NAMED = 5
"""Maximum number of topics named in a list."""
SETTINGS = (
    "Results on questions that are not in the training data. In some tests, rare topics were held out of training, so "
    "that their questions should get no answer."
)


def some(names: Sequence[str], n: int = NAMED) -> str:
    """Return the first of many names.

    >>> some(["a", "b", "c"], 2)
    'a, b …'
    """
    return ", ".join(names[:n]) + (" …" if len(names) > n else "")


INTERRUPTED = Paragraph("The tests were interrupted; the figures are based on the finished ones.")


def code(figures: "SettingFigures | ClassifierDifference | PairsFrom") -> str:
    """Return a setting as given on the command line.

    >>> from botassay.intents.documents import SettingFigures
    >>> code(SettingFigures(k=0, p=0.15, threshold=0.5))
    '0,0.15'
    """
    return f"{figures.k},{figures.p:g}"


def setting(figures: "SettingFigures") -> str:
    """Return a setting with its meaning.

    >>> from botassay.intents.documents import SettingFigures
    >>> setting(SettingFigures(k=0, p=0.15, threshold=0.5))
    'some of the rarest topics held out (0,0.15)'
    """
    return f"{meaning(figures)} ({code(figures)})"


def meaning(setting: "SettingFigures | SplitSetting") -> str:
    """Return the meaning of a setting.

    >>> from botassay.intents.documents import SettingFigures
    >>> meaning(SplitSetting(5)), meaning(SplitSetting())
    ('some topics with fewer than 5 phrases held out', 'all topics known')
    >>> meaning(SettingFigures(k=5, p=0, threshold=0.5, n_small=0))
    'no topic has fewer than 5 phrases; same as 0,0'
    """
    if setting.p:
        return "some of the rarest topics held out"
    if setting.k and getattr(setting, "n_small", None) == 0:
        return f"no topic has fewer than {many(setting.k, 'phrase', 'phrases')}; same as 0,0"
    if setting.k:
        return f"some topics with fewer than {setting.k} phrases held out"
    return _ALL


def not_judged(document: "IntentsEvaluation") -> Iterator[str]:
    """Yield notes on the topics that were held out where the pairs come from, and those with too few tests."""
    n, source = len(document.stand_ins), document.pairs_from
    elsewhere = n and document.advice_from and document.advice_from != source
    if n:
        verb, whom = ("is", "it") if n == 1 else ("are", "them")
        where = f"the test 0,0 ({_ALL}) judges {whom}" if elsewhere else f"add --setting 0,0 ({_ALL}) to judge {whom}"
        yield (
            f"{n} of {document.intents} topics (the rarest) {verb} used as unknown questions in the test "
            f"{code(source)}; {where}: {some(document.stand_ins)}"
        )
    rare = [name for name in document.unjudged if name not in document.stand_ins or elsewhere]
    if rare:
        verb = "was" if len(rare) == 1 else "were"
        yield f"{len(rare)} of {document.intents} topics {verb} tested too few times to judge: {some(rare)}"


def seconds(settings: "Sequence[SettingFigures]") -> str:
    """Return the durations of training and answering; empty if not measured, as for stored predictions."""
    timed = [each.seconds for each in settings if each.seconds and (each.seconds.fit or each.seconds.answer)]
    if not timed:
        return ""
    fit, answer = max(each.fit for each in timed), max(each.answer for each in timed)
    return f"training up to {fit:.2f} s, all answers of a test up to {answer:.2f} s"


def spanned(estimate: "Estimate | None") -> str:
    """Return a figure with its interval."""
    if estimate is None:
        return "n/a"
    low, high = estimate.interval
    return f"{percent(estimate.value)} ({100 * low:.0f} to {100 * high:.0f})"


def share(estimate: "Estimate | None") -> str:
    """Return a figure without its interval."""
    return percent(estimate.value if estimate else None)


def principal(settings: "Sequence[SettingFigures]") -> "SettingFigures":
    """Return the figures of the paper's setting for pairs, or else of the first setting that ran."""
    ran = [each for each in settings if each.accuracy]
    return next((each for each in ran if (each.k, each.p) == (0, 0.15)), ran[0])
