"""What all pages of the room say in the same words: settings, figures, and how long something took."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from botassay.core.text.plural import many
from botassay.intents.splits import SplitSetting
from botassay.view import Details, Table, percent

if TYPE_CHECKING:
    from botassay.intents.documents import ClassifierDifference, Estimate, IntentsEvaluation, SettingFigures

COLUMN_MEANINGS = Details(
    "What the columns mean",
    (
        Table(
            "The columns",
            ("column", "means"),
            (
                (
                    "right",
                    "correct answers and correct silences, of all questions; in brackets the 95 % confidence interval",
                ),
                ("answered", "what the bot answered itself, of all; the authors call 70 to 75 % good, and 40 % bad"),
                ("careful", "of what the bot did not answer: how much would have been wrong; high is good"),
                ("over-cautious", "of what the bot did not answer: how much would have been right; low is good"),
                ("F1 weighted, F1 macro", "the usual F1 over the topics, weighted by their size and not; high is good"),
                ("best threshold", "the confidence with the most right answers less wrong ones"),
            ),
        ),
    ),
)
_ALL = "the bot knows all topics"
NAMED = 5
"""Topics of a list that are named."""
SETTINGS = (
    "How the bot does with questions that it was not trained on. Where the line says so, some rare topics were kept "
    "from it, so that there are questions to which it should give no answer."
)


def some(names: Sequence[str], n: int = NAMED) -> str:
    """Name the first of many.

    >>> some(["a", "b", "c"], 2)
    'a, b …'
    """
    return ", ".join(names[:n]) + (" …" if len(names) > n else "")


def code(figures: "SettingFigures | ClassifierDifference") -> str:
    """Name a setting as it is typed.

    >>> from botassay.intents.documents import SettingFigures
    >>> code(SettingFigures(k=0, p=0.15, threshold=0.5))
    '0,0.15'
    """
    return f"{figures.k},{figures.p:g}"


def setting(figures: "SettingFigures") -> str:
    """Describe a setting.

    >>> from botassay.intents.documents import SettingFigures
    >>> setting(SettingFigures(k=0, p=0.15, threshold=0.5))
    'some of the rarest topics kept from the bot (0,0.15)'
    """
    return f"{meaning(figures)} ({code(figures)})"


def meaning(setting: "SettingFigures | SplitSetting") -> str:
    """Say what a setting means.

    >>> from botassay.intents.documents import SettingFigures
    >>> meaning(SplitSetting(5)), meaning(SplitSetting())
    ('some topics with fewer than 5 phrases kept from the bot', 'the bot knows all topics')
    >>> meaning(SettingFigures(k=5, p=0, threshold=0.5, n_small=0))
    'no topic has fewer than 5 phrases, so this is 0,0 again'
    """
    if setting.p:
        return "some of the rarest topics kept from the bot"
    if setting.k and getattr(setting, "n_small", None) == 0:
        return f"no topic has fewer than {many(setting.k, 'phrase', 'phrases')}, so this is 0,0 again"
    if setting.k:
        return f"some topics with fewer than {setting.k} phrases kept from the bot"
    return _ALL


def not_judged(document: "IntentsEvaluation") -> Iterator[str]:
    """Say which topics were not tested under their own name where the pairs come from, and which too rarely at all."""
    n, source = len(document.stand_ins), document.pairs_from
    elsewhere = n and document.advice_from and document.advice_from != source
    if n:
        verb, whom = ("is the rarest and stands", "it") if n == 1 else ("are the rarest and stand", "them")
        whole = f"the test 0,0, where {_ALL},"
        where = f"{whole} judges {whom}" if elsewhere else f"add --setting 0,0 ({_ALL}) to judge {whom}"
        yield (
            f"{n} of {document.intents} topics {verb} in for unknown questions in the test {source.k},{source.p:g}; "
            f"{where}: {some(document.stand_ins)}"
        )
    rare = [name for name in document.unjudged if name not in document.stand_ins or elsewhere]
    if rare:
        verb = "was" if len(rare) == 1 else "were"
        yield f"{len(rare)} of {document.intents} topics {verb} tested too rarely to judge: {some(rare)}"


def seconds(settings: "Sequence[SettingFigures]") -> str:
    """Say how long training and answering took; empty where nothing was timed, as of predictions made elsewhere."""
    timed = [each.seconds for each in settings if each.seconds and (each.seconds.fit or each.seconds.answer)]
    if not timed:
        return ""
    fit, answer = max(each.fit for each in timed), max(each.answer for each in timed)
    return f"training took up to {fit:.2f} s, all answers of a test up to {answer:.2f} s"


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
    """Return the paper's setting for pairs where it ran, otherwise the first that did."""
    ran = [each for each in settings if each.accuracy]
    return next((each for each in ran if (each.k, each.p) == (0, 0.15)), ran[0])
