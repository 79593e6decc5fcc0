"""OP: are its menus short and right? One minus OLAR, averaged over the menus that a user answered."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Self

from botassay.core.dialog import Dialog
from botassay.core.evidence import GRAINS, Evidence, Notebook, grains, merged
from botassay.core.ratio_score import ratio_score
from botassay.core.scale import THIRDS, Issue, Measure, Score
from botassay.core.text.plural import many
from botassay.options.measures import LONGEST, OLAR
from botassay.options.menus import Menu, menus

RISK: Final = "OP.risk"
ISSUE: Final = Issue(
    "OP",
    "Option lists",
    "Are its menus short and right?",
    (Measure(RISK, "one minus ordered length-aware recall of its menus", why="thirds of the range"),),
    {
        "low": "No action needed: its menus are short and contain what users want.",
        "medium": "Shorten the menus, and put the most chosen options first.",
        "high": "Find out what users want when they get a menu: the option is often missing or far down.",
    },
)
_QUOTED: Final = 60
"""Maximum length of an option in a finding, in characters."""
_LISTED: Final = 10
"""Maximum number of options in a finding."""


@dataclass(frozen=True, slots=True)
class MenuCounts:
    """Counts of menus."""

    answered: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Menus by their number of options and the rank of the chosen one; 0: none of them."""
    unknown: int = 0
    """Menus without an answer of the user."""
    flawed: int = 0
    """Menus with a repeated option."""

    def __add__(self, other: Self) -> Self:
        """Add the menus of other dialogs."""
        return type(self)(
            merged(self.answered, other.answered), self.unknown + other.unknown, self.flawed + other.flawed
        )


@dataclass(frozen=True, slots=True)
class LongestMenu:
    """The length of the longest menu in some dialogs."""

    length: int = 0

    def __add__(self, other: Self) -> Self:
        """Return the longer one."""
        return max(self, other, key=lambda menu: menu.length)


@dataclass(frozen=True, slots=True)
class OptionLists:
    """The checker for OP, for menus of up to `longest` options; `prepare` raises it to the longest of a corpus."""

    longest: int = LONGEST
    seldom_fitted: ClassVar[bool] = True

    @property
    def issue(self) -> Issue:
        """The issue."""
        return ISSUE

    def prepare(self, corpus: Iterable[Dialog]) -> Self:
        """Return the checker for the longest menu of a corpus."""
        return self.fitted(self.study(corpus))

    def study(self, dialogs: Iterable[Dialog]) -> LongestMenu:
        """Return the length of the longest menu in some dialogs."""
        lengths = (len(utterance.options) for dialog in dialogs for utterance in dialog.utterances)
        return LongestMenu(max(lengths, default=0))

    def fitted(self, total: LongestMenu) -> Self:
        """Return the checker for menus of up to a length, or its own."""
        return replace(self, longest=max(self.longest, total.length))

    def look(self, dialogs: Sequence[Dialog]) -> Evidence[MenuCounts]:
        """Return the scores of the menus, by what their users chose."""
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
        """Return the mean over menus."""
        counts = evidence.payload or MenuCounts()
        unknown, flawed = (many(n, "menu", "menus") for n in (counts.unknown, counts.flawed))
        more = f"; without {unknown} that the user did not answer" if counts.unknown else ""
        more += f"; without {flawed} with a repeated option" if counts.flawed else ""
        reasons = [f"the correct option of {unknown} is unknown, as the user did not choose"] if counts.unknown else []
        reasons += [f"{flawed} repeated an option"] if counts.flawed else []
        formula = f"1 - OLAR(longest={self.longest}) of menus{more}"
        return ratio_score(evidence, RISK, self._details, formula, "; ".join(reasons) or "the bot showed no menu")

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
    shown = [text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…" for text in menu.options[:_LISTED]]
    left = len(menu.options) - _LISTED
    options = " | ".join([*shown, f"… {left} more"] if left > 0 else shown)
    choice = f"option {menu.rank} of {len(menu.options)}" if menu.rank else f"none of the {len(menu.options)} options"
    return f"the user chose {choice}: {options}"
