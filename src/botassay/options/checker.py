"""OP: are its menus short and right? One minus OLAR, over the menus whose user went on to choose, or not to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Self

from botassay.core.dialog import Dialog
from botassay.core.evidence import GRAINS, Evidence, Notebook, grains
from botassay.core.ratio_score import ratio_score
from botassay.core.scale import THIRDS, Issue, Measure, Score
from botassay.options.measures import LONGEST, OLAR
from botassay.options.menus import Menu, menus

RISK: Final = "OP.risk"
ISSUE: Final = Issue.standard(
    "OP",
    (Measure(RISK, "one minus ordered length-aware recall of its menus"),),
    {
        "low": "Nothing to do: its menus are short, and hold what people want.",
        "medium": "Shorten the menus, and put what most people choose first.",
        "high": "Find out what people want when they get a menu: too often it is not there, or hard to find.",
    },
)
_QUOTED: Final = 60
"""Characters of an option that a finding quotes."""
_OPEN: Final = "unknown"
_FLAWED: Final = "flawed"


@dataclass(frozen=True, slots=True)
class OptionLists:
    """The checker for OP.

    `prepare` makes sure that no menu of the corpus is longer than `longest`, so that one weight holds for all.
    """

    longest: int = LONGEST

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        return ISSUE

    def prepare(self, corpus: Iterable[Dialog]) -> Self:
        """Look for the longest menu."""
        shown = (len(said.options) for dialog in corpus for said in dialog.utterances)
        return replace(self, longest=max(chain((self.longest,), shown)))

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Judge each menu by what its user chose next."""
        notes = Notebook(ISSUE.code)
        measure = OLAR(self.longest)
        for dialog in dialogs:
            values = []
            for menu in menus(dialog):
                if menu.flaw:
                    notes.label(_FLAWED)
                    continue
                if menu.shape is None:
                    notes.label(_OPEN)
                    continue
                notes.label(f"{len(menu.options)}:{menu.rank}")
                values.append(grains(1 - measure(menu.shape)))
                notes.value(values[-1])
                if values[-1] >= grains(THIRDS[0]):
                    notes.finding(dialog.id, menu.place, values[-1], menu.text, _note(menu), dialog.before(menu.place))
            notes.dialog(RISK, values)
        return notes.evidence()

    def score(self, evidence: Evidence) -> Score:
        """Average over menus."""
        asked, flawed = (evidence.labels.get(label, 0) for label in (_OPEN, _FLAWED))
        more = f"; {asked} more menus that no user answered" if asked else ""
        more += f"; {flawed} more menus with an option that stands twice" if flawed else ""
        none = [f"of {asked} menus nobody knows what was right: no user chose"] if asked else []
        none += [f"in {flawed} menus an option stands twice"] if flawed else []
        formula = f"1 - OLAR(longest={self.longest}) of menus{more}"
        return ratio_score(evidence, RISK, self._details, formula, "; ".join(none) or "the bot showed no menu")

    def _details(self, evidence: Evidence) -> dict[str, object]:
        lengths: dict[str, int] = {}
        ranks: dict[str, int] = {}
        for label, count in sorted(evidence.labels.items()):
            if label not in {_OPEN, _FLAWED}:
                length, rank = label.split(":")
                lengths[length] = lengths.get(length, 0) + count
                ranks[rank] = ranks.get(rank, 0) + count
        return {
            "max": evidence.peak / GRAINS,
            "lengths": lengths,
            "ranks": ranks,
            "unknown": evidence.labels.get(_OPEN, 0),
            "flawed": evidence.labels.get(_FLAWED, 0),
            "longest": self.longest,
        }


def _note(menu: Menu) -> str:
    shown = " | ".join(o if len(o) <= _QUOTED else f"{o[:_QUOTED]}…" for o in menu.options[:10])
    more = f" | … {len(menu.options) - 10} more" if len(menu.options) > 10 else ""  # noqa: PLR2004 - as above
    what = f"the user took number {menu.rank}" if menu.rank else "the user took none"
    return f"{what} of {len(menu.options)}: {shown}{more}"
