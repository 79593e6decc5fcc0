"""CC: can this user follow it? How hard the replies are to read, and their complexity as in the literature.

`CC.plain` is the share of replies that are harder than the median sentence for advanced learners, see
`plain_language`. `CC.mean`, the published measure, is after Liao, Srivastava, Kapanipathi (2017): an utterance is as
complex as its words are special, a turn as its utterances, a dialog as its turns and its length. The body of that
paper is not public; `liao2017-compatible` keeps its shape with other numbers, given in docs/method/trust.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Self

from botassay.core.dialog import OWN, Dialog, Role
from botassay.core.errors import InputError
from botassay.core.evidence import GRAINS, Evidence, Notebook, grains
from botassay.core.facts import Fact
from botassay.core.ratio_score import extremes, ratio_score
from botassay.core.scale import TRUST_RISK, Issue, Measure, Score
from botassay.core.stats import ratio_interval
from botassay.core.text.english import stop_words, words
from botassay.plugins.protocols import Valued
from botassay.trust.complexity.domain_terms import Lexicon, Study
from botassay.trust.complexity.plain_language import PlainLanguage, digest
from botassay.trust.word_frequency import COMMON_WORDS, common_words

ISSUE: Final = Issue(
    "CC",
    "Difficult language",
    "Are its replies easy to understand?",
    (
        Measure(
            "CC.plain",
            "share of replies that are hard to read",
            (0.25, 0.60),
            "service chats measure 0.02 to 0.04, news for beginners 0.33, for advanced learners 0.48, licences 0.62",
        ),
        Measure("CC.mean", "mean complexity of a dialog", why="thirds, as in paper 000"),
    ),
    {
        "low": "No action needed: most replies are easy to read.",
        "medium": "Read the hardest replies, split long sentences, and replace rare words by plain ones.",
        "high": "Rewrite the replies in plain words, or offer the bot to experts only.",
    },
)


class Weights(NamedTuple):
    """How much a word counts, by its kind; and what a dialog's turns and its length count."""

    domain: float = 1.0
    content: float = 0.5
    common: float = 0.25
    stop: float = 0.0
    turns: float = 0.5
    length: float = 0.5


HARD: Final = grains(1 / 2)
"""From here on a reply is likelier harder than the median sentence for advanced learners."""
_NAMED_TERMS: Final = 10
"""Domain terms that a report names."""


@dataclass(frozen=True, slots=True)
class CorpusSpeech:
    """What dialogs are made of, as `study` learns it; it adds up."""

    groups: Study = field(default_factory=Study)
    turns: int = 0
    """Of the longest dialog."""
    scripted: bool = False

    def __add__(self, other: Self) -> Self:
        """Put what was learned from two sets of dialogs together."""
        return self._with(self.groups + other.groups, other)

    def __iadd__(self, other: Self) -> Self:
        """Return the sum, reusing the groups of this study; the other stays as it is."""
        groups = self.groups
        groups += other.groups
        return self._with(groups, other)

    def _with(self, groups: Study, other: Self) -> Self:
        return type(self)(groups, max(self.turns, other.turns), self.scripted or other.scripted)


@dataclass(frozen=True, slots=True)
class Complexity:
    """The checker for CC; `measure` decides the level.

    `prepare` learns the domain's terms and the longest dialog from a corpus; with a glossary, only the latter. Terms
    of a glossary do not count in `CC.plain`: the users know them. In `CC.mean` they are the most complex words.
    """

    measure: Literal["CC.plain", "CC.mean"] = "CC.plain"
    glossary: tuple[str, ...] | None = None
    weights: Weights = field(default_factory=Weights)
    least_tmax: int = 20
    """Turns that count as a long dialog, at the least; the longest dialog raises it."""
    lexicon: Lexicon = field(default_factory=Lexicon, repr=False)
    tmax: int = 20
    scripted: bool = False
    """Whether probers held the dialogs: then their length is set by the test, not by the bot."""

    @classmethod
    def with_glossary(cls, path: Path) -> Self:
        """Take the domain's terms from a file, one a line; blank lines and lines with # are left out.

        Raises: InputError when it holds none.
        """
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"E174 the glossary cannot be read: {error}", str(path), "give a text file in UTF-8, one term per line"
            ) from error
        terms = tuple(sorted({line.strip() for line in lines if line.strip() and not line.startswith("#")}))
        if not Lexicon.glossary(terms).terms:
            raise InputError("E100 the glossary has no terms", str(path), "write one term per line")
        return cls(glossary=terms)

    @property
    def issue(self) -> Issue:
        """The issue that it checks."""
        return ISSUE

    def published(self) -> Self:
        """Decide by the mean complexity of a dialog, and measure length against the longest dialog alone."""
        return replace(self, measure="CC.mean", least_tmax=1)

    def prepare(self, corpus: Iterable[Dialog]) -> Self:
        """Study a corpus: its terms, unless a glossary is given, and its longest dialog."""
        return self.fitted(self.study(corpus))

    def study(self, dialogs: Iterable[Dialog]) -> CorpusSpeech:
        """Return the word groups of some dialogs, and the turns of the longest."""
        groups, turns, scripted = Study(), 0, False
        for dialog in dialogs:
            scripted = scripted or dialog.tags.get("issue") == ISSUE.code
            if not _is_own(dialog):
                turns = max(turns, sum(1 for _ in _spoken_turns(dialog)))
            if self.glossary is None:
                groups.dialog(dialog.id, (utterance.text for _, utterance in dialog.said_by(Role.BOT)))
        return CorpusSpeech(groups, turns, scripted)

    def fitted(self, total: CorpusSpeech) -> Self:
        """Return the checker that knows the terms of a corpus, unless a glossary is given, and its longest dialog."""
        lexicon = total.groups.lexicon() if self.glossary is None else Lexicon.glossary(self.glossary)
        return replace(self, lexicon=lexicon, tmax=max(self.least_tmax, total.turns), scripted=total.scripted)

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Measure each dialog: a finding is a reply that is hard to read, or by CC.mean its hardest utterance."""
        notes = Notebook(ISSUE.code)
        rated = lru_cache(maxsize=4096)(self.utterance)  # bots repeat themselves
        for dialog in dialogs:
            turns = list(_spoken_turns(dialog))
            if not turns:
                continue
            weights = [[rated(text) for text in turn] for turn in turns]
            value = grains(_mean_turn(weights) if _is_own(dialog) else self._dialog(weights))
            notes.dialog("CC.mean", [value])
            if self.measure == "CC.plain":
                notes.dialog("CC.plain", list(self._replies(notes, dialog)))
                continue
            notes.value(value)
            notes.label(TRUST_RISK.level(value / GRAINS).name)
            _quote_hardest(notes, dialog, value, rated)
        return notes.evidence()

    def _replies(self, notes: Notebook, dialog: Dialog) -> Iterator[int]:
        """Note the value of each reply; return whether it is hard, in grains."""
        model, known = self._model, set[str]()
        heard: list[str] = []
        for place, utterance in enumerate(dialog.utterances):
            if utterance.role is Role.USER:
                heard.append(utterance.text)
            elif not utterance.silent:
                value = grains(model.value(utterance.text))
                if value >= HARD:  # what the user knows matters here alone, and is looked up here alone
                    known.update(chain.from_iterable(map(words, heard)))
                    heard.clear()
                    value = grains(model.value(utterance.text, known))
                hard = value >= HARD
                notes.value(value)
                notes.label("hard" if hard else "plain")
                if hard:
                    reason = model.difficulty(utterance.text, known).reason
                    notes.finding(dialog.id, place, value, utterance.text, reason, dialog.before(place))
                yield GRAINS * hard

    @property
    def _model(self) -> PlainLanguage:
        return PlainLanguage.shipped(self.glossary or ())

    def score(self, evidence: Evidence) -> Score:
        """Return the share of hard replies, or the average over dialogs."""
        if self.measure == "CC.plain":
            return ratio_score(evidence, "CC.plain", self._plain_details, _plain_method(), facts=_plain_facts)
        return ratio_score(evidence, "CC.mean", self._details, self._method(), facts=self._facts)

    def values(self, texts: Sequence[str]) -> list[Valued]:
        """Return for each text how likely it is hard to read; by CC.mean its complexity and its level by thirds."""
        if self.measure == "CC.plain":
            likely = [(value, grains(value) >= HARD) for value in map(self._model.value, texts)]
            return [Valued(value, "hard" if hard else "plain", hard) for value, hard in likely]
        rated = [round(self.utterance(text), 9) for text in texts]
        return [Valued(value, TRUST_RISK.level(value).name) for value in rated]

    def utterance(self, text: str) -> float:
        """Average the weights of a text's words; a text without words is 0.

        >>> checker = Complexity(lexicon=Lexicon.glossary(["grub", "ext3"]))
        >>> checker.utterance("the ext3 partition")
        0.5
        """
        tokens = words(text)
        if not tokens:
            return 0.0
        known, content = _known_words(self.weights), self.weights.content
        weighed = [known.get(token, content) for token in tokens]
        for place in self.lexicon.places(tokens):
            weighed[place] = self.weights.domain
        return sum(weighed) / len(tokens)

    def _dialog(self, turns: Sequence[Sequence[float]]) -> float:
        length = min(1.0, len(turns) / self.tmax)
        return self.weights.turns * _mean_turn(turns) + self.weights.length * length

    def _plain_details(self, evidence: Evidence) -> dict[str, object]:
        mean = evidence.measured("CC.mean")
        measured = {
            "value": round(mean.s / mean.n / GRAINS, 9),
            "n": mean.n,
            "interval": ratio_interval(*mean.ratio),
            **self._terms(),
        }
        return {
            "max": evidence.peak / GRAINS,
            "p95": evidence.percentile(0.95),
            "hard": evidence.labels.get("hard", 0),
            "measures": {"CC.mean": measured},
        }

    def _details(self, evidence: Evidence) -> dict[str, object]:
        total = sum(evidence.labels.values())
        return {
            "max": evidence.peak / GRAINS,
            "p95": evidence.percentile(0.95),
            "shares": {name: round(count / total, 9) for name, count in sorted(evidence.labels.items())},
            **self._terms(),
        }

    def _terms(self) -> dict[str, object]:
        return {
            "terms": [
                {"term": term.text, "strength": term.strength, "count": term.count} for term in self.lexicon.strongest
            ],
            "tmax": self.tmax,
            "terms_forgotten": self.lexicon.sampled,
        }

    @staticmethod
    def _facts(details: Mapping[str, Any]) -> Iterator[Fact]:
        yield from extremes(details)
        if details["terms"]:
            yield Fact("strongest domain terms", ", ".join(term["term"] for term in details["terms"][:_NAMED_TERMS]))
        yield Fact("turns of a long dialog", str(details["tmax"]))
        if details["terms_forgotten"]:
            yield Fact("note", "the domain terms are those of a sample of the dialogs")

    def _method(self) -> str:
        domain = "terms of a glossary" if self.glossary is not None else "terms found against wordfreq's English"
        length = "; the number of turns is set by the test" if self.scripted else ""
        known = f"{len(stop_words())} bundled stop words, {COMMON_WORDS} common words"
        return f"liao2017-compatible: {known}, {domain}{length}"


@cache
def _known_words(weights: Weights) -> dict[str, float]:
    """Return the weights of words that are not content words."""
    return dict.fromkeys(common_words(), weights.common) | dict.fromkeys(stop_words(), weights.stop)


def _plain_method() -> str:
    return f"weights fitted on news for advanced learners and for beginners; model {digest()[:12]}"


def _plain_facts(details: Mapping[str, Any]) -> Iterator[Fact]:
    yield Fact("hard replies", f"{details['hard']:,}")


def _mean_turn(turns: Sequence[Sequence[float]]) -> float:
    return sum(sum(turn) / len(turn) for turn in turns) / len(turns)


def _is_own(dialog: Dialog) -> bool:
    """Whether a live bot was asked the user's own questions here: how many those are says nothing of the bot."""
    return dialog.tags.get("part") == OWN


def _spoken_turns(dialog: Dialog) -> Iterator[list[str]]:
    """Give what the bot said, turn by turn; turns in which it said nothing are left out."""
    for turn in dialog.turns():
        said = [utterance.text for utterance in turn.bot if not utterance.silent]
        if said:
            yield said


def _quote_hardest(notes: Notebook, dialog: Dialog, value: int, rated: Callable[[str], float]) -> None:
    said = list(dialog.said_by(Role.BOT))
    place, hardest = max(said, key=lambda at: (rated(at[1].text), -at[0]))
    note = f"the most complex of {len(said)} utterances ({rated(hardest.text):.2f})"
    notes.finding(dialog.id, place, value, hardest.text, note, dialog.before(place))
