"""The settings of the option-list commands."""

from dataclasses import dataclass
from typing import Annotated, Literal

from botassay.settings.option import LARGEST_SEED, Checked, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsSettings(Checked):
    """Option lists."""

    longest: Annotated[
        int,
        Option(help="Longest list of the study; the same for all systems compared.", metavar="N", ge=1, le=1000),
    ] = 5
    measures: Annotated[
        tuple[str, ...],
        Option(help="LAR, OLAR, 'RBP(p=0.8)' … Repeatable.", flags=("--measure",), metavar="MEASURE", default="all"),
    ] = ()
    bootstrap: Annotated[int, Option(help="Bootstrap samples.", metavar="N", ge=1, le=1_000_000)] = 2000
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0
    match: Annotated[
        Literal["folded", "exact"],
        Option(help="Whether options match without regard to case, white space and marks."),
    ] = "folded"
    skip_bad: Annotated[bool, Option(help="Skip and count invalid rows instead of stopping.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TuneSettings(Checked):
    """Tuning."""

    longest: Annotated[int, Option(help="Maximum number of options shown.", metavar="N", ge=1, le=50)] = 5
    measure: Annotated[str, Option(help="Measure to maximise.", metavar="MEASURE")] = "nDCGL"
    policies: Annotated[
        tuple[str, ...],
        Option(
            help="fixed, threshold, relative, gap or mass. Repeatable.",
            flags=("--policy",),
            metavar="NAME",
            default="all",
        ),
    ] = ()
    folds: Annotated[int, Option(help="Folds of the cross-validation.", metavar="K", ge=2, le=100)] = 5
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0
    match: Annotated[
        Literal["folded", "exact"],
        Option(help="Whether options match without regard to case, white space and marks."),
    ] = "folded"
    skip_bad: Annotated[bool, Option(help="Skip and count invalid rows instead of stopping.")] = False
