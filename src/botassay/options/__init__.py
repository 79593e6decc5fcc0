"""Room 003: does it offer the right short list?

After Atanasova, Karadzhov, Kiprov, Nakov, Sebastiani (2019), *Evaluating Variable-Length Multiple-Option Lists in
Chatbots and Mobile Search*.

`measures` are values that score a list; `properties` says what a measure keeps and what it breaks; `tally` counts many
lists so that all measures of a million cost milliseconds; `reading` takes them from JSON lines; `tuning` finds the
policy that decides how many options to show; `checker` (OP) judges the menus of dialogs.

>>> from botassay.options import measure
>>> round(measure("OLAR(longest=5)")("wcw"), 3)
0.663
"""

from botassay.options.gold import agreement, gold_ranking
from botassay.options.measures import MEASURES, OLAR, RBP, RBPL, Measure, PerList, default_measures, measure
from botassay.options.properties import Checked, check_properties
from botassay.options.shape import Shape
from botassay.options.tally import Tally

__all__ = [
    "MEASURES",
    "OLAR",
    "RBP",
    "RBPL",
    "Checked",
    "Measure",
    "PerList",
    "Shape",
    "Tally",
    "agreement",
    "check_properties",
    "default_measures",
    "gold_ranking",
    "measure",
]
