"""Paper 003: do menus show the right options, and few others?

After Atanasova, Karadzhov, Kiprov, Nakov, Sebastiani (2019), *Evaluating Variable-Length Multiple-Option Lists in
Chatbots and Mobile Search*.

The use cases are `score`, `tune` and `table`. Below them, `measures` score lists, `properties` tests which axioms a
measure satisfies, and `tally` counts lists by shape, so that a million take milliseconds.

>>> from botassay.options import measure
>>> round(measure("OLAR(longest=5)")("wcw"), 3)
0.663
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.options import score, table, tune
    from botassay.options.gold import agreement, gold_ranking
    from botassay.options.measures import MEASURES, OLAR, RBP, RBPL, ListMeasure, PerList, default_measures, measure
    from botassay.options.properties import PropertyCheck, check_properties
    from botassay.options.shape import Shape
    from botassay.options.tally import ListCounts

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.options": ("score", "table", "tune"),
        "botassay.options.gold": ("agreement", "gold_ranking"),
        "botassay.options.measures": (
            "MEASURES", "OLAR", "RBP", "RBPL", "ListMeasure", "PerList", "default_measures", "measure",
        ),
        "botassay.options.properties": ("PropertyCheck", "check_properties"),
        "botassay.options.shape": ("Shape",),
        "botassay.options.tally": ("ListCounts",),
    },
)  # fmt: skip

__all__ = [
    "MEASURES",
    "OLAR",
    "RBP",
    "RBPL",
    "ListCounts",
    "ListMeasure",
    "PerList",
    "PropertyCheck",
    "Shape",
    "agreement",
    "check_properties",
    "default_measures",
    "gold_ranking",
    "measure",
    "score",
    "table",
    "tune",
]
