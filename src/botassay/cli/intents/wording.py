"""How the pages of this room say things in plain words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from botassay.core.text.plural import many
from botassay.report.sentences import some
from botassay.view import Table, percent

if TYPE_CHECKING:
    from botassay.intents.documents import Difference, IntentsEvaluation
    from botassay.intents.splits import Setting
    from botassay.intents.summary import Estimate, SettingFigures

FIGURES = Table(
    "The columns",
    ("column", "means"),
    (
        (
            "right",
            "right answers and right silences, of all questions; in brackets where the true share lies (95 %)",
        ),
        ("answered", "what the bot answered by itself, of all; the authors call 70 to 75 % good, and 40 % bad"),
        ("careful", "of what the bot kept back: how much would have been wrong; high is good"),
        ("over-cautious", "of what the bot kept back: how much would have been right; low is good"),
        ("F1 weighted, F1 macro", "the usual F1 over the topics, weighted by their size and not"),
        ("best threshold", "how confident the bot should be to answer, for the most right answers less wrong ones"),
    ),
)
_ALL = "the bot knows all topics"
WHOLE = f"the test 0,0, where {_ALL},"
"""The test without small topics, in words."""
NAMED = 5
"""Topics of a list that are named."""
SETTINGS = (
    "How the bot does with questions that it was not trained on. Where the line says so, some rare topics were kept "
    "from it, so that there are questions to which it should say nothing."
)


def code(one: "SettingFigures | Difference") -> str:
    """Name a setting as it is typed.

    >>> from botassay.intents.summary import SettingFigures
    >>> code(SettingFigures(k=0, p=0.15, threshold=0.5))
    '0,0.15'
    """
    return f"{one.k},{one.p:g}"


def setting(one: "SettingFigures") -> str:
    """Say a setting in plain words.

    >>> from botassay.intents.summary import SettingFigures
    >>> setting(SettingFigures(k=0, p=0.15, threshold=0.5))
    'some of the rarest topics kept from the bot (0,0.15)'
    """
    return f"{meaning(one)} ({code(one)})"


def meaning(one: "SettingFigures | Setting") -> str:
    """Say what a setting means.

    >>> from botassay.intents.splits import Setting
    >>> meaning(Setting(5)), meaning(Setting())
    ('some topics with fewer than 5 phrases kept from the bot', 'the bot knows all topics')
    >>> from botassay.intents.summary import SettingFigures
    >>> meaning(SettingFigures(k=5, p=0, threshold=0.5, n_small=0))
    'no topic has fewer than 5 phrases, so this is 0,0 again'
    """
    if one.p:
        return "some of the rarest topics kept from the bot"
    if one.k and getattr(one, "n_small", None) == 0:
        return f"no topic has fewer than {many(one.k, 'phrase', 'phrases')}, so this is 0,0 again"
    if one.k:
        return f"some topics with fewer than {one.k} phrases kept from the bot"
    return _ALL


def not_judged(document: "IntentsEvaluation") -> "Iterator[str]":
    """Say which topics were not tested under their own name where the pairs come from, and which too rarely at all."""
    n, source = len(document.stand_ins), document.pairs_from
    elsewhere = n and document.advice_from and document.advice_from != source
    if n:
        told, whom = ("is the rarest and stands", "it") if n == 1 else ("are the rarest and stand", "them")
        where = f"{WHOLE} judges {whom}" if elsewhere else f"add --setting 0,0 ({_ALL}) to judge {whom}"
        yield (
            f"{n} of {document.intents} topics {told} in for unknown questions in the test {source.k},{source.p:g}; "
            f"{where}: {some(document.stand_ins, NAMED)}"
        )
    rare = [name for name in document.unjudged if name not in document.stand_ins or elsewhere]
    if rare:
        told = "was" if len(rare) == 1 else "were"
        yield f"{len(rare)} of {document.intents} topics {told} tested too rarely to judge: {some(rare, NAMED)}"


def seconds(settings: "Sequence[SettingFigures]") -> str:
    """Say how long training and answering took; empty where nothing was timed, as of predictions made elsewhere."""
    timed = [one.seconds for one in settings if one.seconds and (one.seconds.fit or one.seconds.answer)]
    if not timed:
        return ""
    fit, answer = max(one.fit for one in timed), max(one.answer for one in timed)
    return f"training took up to {fit:.2f} s, all answers of a test up to {answer:.2f} s"


def spanned(estimate: "Estimate | None") -> str:
    """Say a figure with its interval."""
    if estimate is None:
        return "n/a"
    low, high = estimate.interval
    return f"{percent(estimate.value)} ({100 * low:.0f} to {100 * high:.0f})"


def share(estimate: "Estimate | None") -> str:
    """Say a figure without its interval."""
    return percent(estimate.value if estimate else None)


def principal(settings: "Sequence[SettingFigures]") -> "SettingFigures":
    """Take the paper's setting for pairs where it ran, otherwise the first that did."""
    ran = [one for one in settings if one.accuracy]
    return next((one for one in ran if (one.k, one.p) == (0, 0.15)), ran[0])
