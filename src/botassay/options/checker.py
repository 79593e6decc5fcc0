"""OP: are its menus short and right? One minus OLAR, over the menus whose user went on to choose, or not to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, Self

from botassay.core.dialog import Dialog
from botassay.core.evidence import GRAINS, Evidence, Notebook, grains, merged
from botassay.core.ratio_score import ratio_score
from botassay.core.scale import THIRDS, Issue, Measure, Score
from botassay.options.measures import LONGEST, OLAR
from botassay.options.menus import Menu, menus

RISK: Final = "OP.risk"
ISSUE: Final = Issue(
    "OP",
    "Option lists",
    "Are its menus short and right?",
    (Measure(RISK, "one minus ordered length-aware recall of its menus"),),
    {
        "low": "No action needed: its menus are short and contain what users want.",
        "medium": "Shorten the menus, and put the most chosen options first.",
        "high": "Find out what users want when they get a menu: the option is often missing or far down.",
    },
)
_QUOTED: Final = 60
"""Characters of an option that a finding quotes."""


@dataclass(frozen=True, slots=True)
class MenuCounts:
    """How many menus were shown."""

    answered: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """By how many options they held and which one the user took; 0: none of them."""
    unknown: int = 0
    """Menus that no user answered."""
    flawed: int = 0
    """Menus in which an option stands twice."""

    def __add__(self, other: Self) -> Self:
        """Add the menus of other dialogs."""
        return type(self)(
            merged(self.answered, other.answered), self.unknown + other.unknown, self.flawed + other.flawed
        )


@dataclass(frozen=True, slots=True)
class OptionLists:
    """The checker for OP.

    `prepare` makes sure that no menu of the corpus is longer than `longest`, so that one weight holds for all.
    """

    longest: int = LONGEST

    @property
    def issue(self) -> Issue:
        """The issue that it checks."""
        return ISSUE

    def prepare(self, corpus: Iterable[Dialog]) -> Self:
        """Look for the longest menu."""
        shown = (len(said.options) for dialog in corpus for said in dialog.utterances)
        return replace(self, longest=max(chain((self.longest,), shown)))

    def look(self, dialogs: Sequence[Dialog]) -> Evidence[MenuCounts]:
        """Judge each menu by what its user chose next."""
        notes = Notebook[MenuCounts](ISSUE.code)
        measure = OLAR(self.longest)
        for dialog in dialogs:
            values = []
            for menu in menus(dialog):
                if menu.flaw:
                    notes.add(MenuCounts(flawed=1))
                elif menu.rank is None or menu.shape is None:
                    notes.add(MenuCounts(unknown=1))
                else:
                    notes.add(MenuCounts({(len(menu.options), menu.rank): 1}))
                    values.append(grains(1 - measure(menu.shape)))
                    notes.value(values[-1])
                    if values[-1] >= grains(THIRDS[0]):
                        before = dialog.before(menu.place)
                        notes.finding(dialog.id, menu.place, values[-1], menu.text, _note(menu), before)
            notes.dialog(RISK, values)
        return notes.evidence()

    def score(self, evidence: Evidence[MenuCounts]) -> Score:
        """Average over menus."""
        counts = evidence.payload or MenuCounts()
        more = f"; {counts.unknown} more menus without an answer of the user" if counts.unknown else ""
        more += f"; {counts.flawed} more menus with a repeated option" if counts.flawed else ""
        none = [f"the correct option of {counts.unknown} menus is unknown: no user chose"] if counts.unknown else []
        none += [f"{counts.flawed} menus repeat an option"] if counts.flawed else []
        formula = f"1 - OLAR(longest={self.longest}) of menus{more}"
        return ratio_score(evidence, RISK, self._details, formula, "; ".join(none) or "the bot showed no menu")

    def _details(self, evidence: Evidence[MenuCounts]) -> dict[str, object]:
        counts = evidence.payload or MenuCounts()
        lengths, ranks = Counter[str](), Counter[str]()
        for (length, rank), count in sorted(counts.answered.items(), key=lambda item: "{}:{}".format(*item[0])):
            lengths[str(length)] += count
            ranks[str(rank)] += count
        return {
            "max": evidence.peak / GRAINS,
            "lengths": dict(lengths),
            "ranks": dict(ranks),
            "unknown": counts.unknown,
            "flawed": counts.flawed,
            "longest": self.longest,
        }


def _note(menu: Menu) -> str:
    shown = " | ".join(o if len(o) <= _QUOTED else f"{o[:_QUOTED]}…" for o in menu.options[:10])
    more = f" | … {len(menu.options) - 10} more" if len(menu.options) > 10 else ""  # noqa: PLR2004 - as above
    what = f"the user chose option {menu.rank}" if menu.rank else "the user chose none of the options"
    return f"{what} of {len(menu.options)}: {shown}{more}"
