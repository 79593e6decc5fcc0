"""What people say of the answers, drawn beside what the tests say (paper 001, Fig. 5)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from botassay.cli.intents.wording import setting, spanned
from botassay.core.text.plural import many
from botassay.view import Interval, IntervalPanel, Intervals, percent

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation
    from botassay.intents.summary import Estimate, SettingFigures


def people(document: "IntentsEvaluation", name: Callable[["SettingFigures"], str] = setting) -> Intervals:
    """Lay out what people say beside the settings, as in Fig. 5 of the paper.

    Args:
        document: the evaluation.
        name: what a setting is called.
    """
    human = document.human
    ranges = [] if human is None else [estimate_range("people who rated answers", human.accuracy)]
    ranges += [estimate_range(name(one), one.accuracy) for one in document.settings]
    told = "" if human is None else (
        f"{many(human.yes + human.no + human.cannot_tell, 'rating', 'ratings')} of "
        f"{many(human.answers, 'answer', 'answers')}: {human.yes:,} yes, {human.no:,} no, {human.cannot_tell:,} can't "
        f"tell, which are left out; counted as wrong or as right they would make it {percent(human.could_be[0])} or "
        f"{percent(human.could_be[1])}."
    )  # fmt: skip
    return Intervals(
        "What people say, and what the tests say",
        (IntervalPanel("right", tuple(ranges)),),
        f"The dot is the figure, the bar the range in which the true one lies (95 %). {told}",
    )


def estimate_range(name: str, estimate: "Estimate | None") -> Interval:
    """Make a range of a figure and its interval."""
    return (
        Interval(name, estimate.interval, (estimate.value,), spanned(estimate))
        if estimate
        else Interval(name, None, ())
    )
