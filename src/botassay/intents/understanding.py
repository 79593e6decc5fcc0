"""UN: does the bot recognise the intent, and stay silent when it should? One minus accuracy, over labelled questions.

The right intent is in the tag `intent` of a dialog of the prober (empty: no answer is right), or with the user's
utterance in a file; the recognised one is part of the reply. A reply is an answer if it has a confident intent that is
not a fallback, and its text does not say that the bot has no answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Role, Turn, Utterance
from botassay.core.evidence import GRAINS, Evidence, Notebook
from botassay.core.ratio_score import ratio_score
from botassay.core.scale import Issue, Measure, Score
from botassay.intents.abstention import named_surely, no_answer
from botassay.intents.phrases import folded
from botassay.intents.predictions import silent_names

ERROR: Final = "UN.error"
LABELLED: Final = "labelled"
"""The tag `part` of conversations with a labelled question."""
ISSUE: Final = Issue(
    "UN",
    "Understanding",
    "Does it recognise the intent, and stay silent when it should?",
    (Measure(ERROR, "share of labelled questions with a wrong intent or a wrong silence", why="thirds of the range"),),
    {
        "low": "No action needed: the bot recognises questions, and stays silent on unknown ones.",
        "medium": "Find the confused topics: run botassay intents evaluate on the training phrases.",
        "high": "Let staff answer until the bot is retrained: too many questions get a wrong answer.",
    },
)
_NAMELESS: Final = "answered, and no intent named"


class _JudgedReply(NamedTuple):
    """A reply with its intent and the right one."""

    place: int
    utterance: Utterance
    truth: str
    """Empty: no answer is right."""
    guess: str | None
    """None: no answer."""

    @property
    def right(self) -> bool:
        return folded(self.guess or "") == folded(self.truth)

    @property
    def kind(self) -> str:
        if self.guess is None:
            return "rightly silent" if self.right else "silent, and an answer was due"
        if self.right:
            return "rightly answered"
        return "taken for something else" if self.truth else "answered, and silence was due"


@dataclass(frozen=True, slots=True)
class Understanding:
    """The checker for UN.

    Args:
        phrases: additional replies that mean no answer, in lower case.
        answer_from: minimum confidence of an answer; 0: any.
        fallbacks: additional names of the fallback intent.
    """

    phrases: tuple[str, ...] = ()
    answer_from: float = 0.0
    fallbacks: tuple[str, ...] = ()

    @property
    def issue(self) -> Issue:
        """The issue."""
        return ISSUE

    @property
    def any_language(self) -> bool:
        """True: only intents and phrases that mean no answer are compared."""
        return True

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Return the comparison of recognised with right intents."""
        notes = Notebook(ISSUE.code)
        for dialog in dialogs:
            values = []
            for reply in self._judged_replies(dialog):
                values.append(GRAINS * (not reply.right))
                notes.value(values[-1])
                notes.label(reply.kind)
                if reply.utterance.intent is None and not self._declines(reply.utterance):
                    notes.label(_NAMELESS)
                if not reply.right:
                    before = dialog.before(reply.place)
                    notes.finding(dialog.id, reply.place, values[-1], reply.utterance.text, _note(reply), before)
            notes.dialog(ERROR, values)
        return notes.evidence()

    def score(self, evidence: Evidence) -> Score:
        """Return the share of errors; without a value if no answer has an intent."""
        sums = evidence.measured(ERROR)
        nameless = evidence.labels.get(_NAMELESS, 0)
        answered = sum(evidence.labels.get(kind, 0) for kind in _ANSWERED)
        method = "1 - accuracy"
        if self.answer_from:
            method += f", with answers from a confidence of {self.answer_from:g}"
        if sums.n and nameless and not answered:
            reason = "no reply contains an intent: set intent under [reply] in bot.toml"
            return Score(ISSUE.code, ERROR, None, n=sums.n, clusters=sums.dialogs, reason=reason, method=method)
        return ratio_score(evidence, ERROR, _details, method, "no labelled questions were asked: give --labelled FILE")

    def _judged_replies(self, dialog: Dialog) -> Iterator[_JudgedReply]:
        places = {id(answer): place for place, answer in enumerate(dialog.utterances)}
        for turn in dialog.turns():
            truth = _truth(dialog, turn)
            replies = [answer for answer in turn.bot if answer.intent is not None or not answer.silent]
            if truth is not None and replies:
                answer = next((utterance for utterance in replies if utterance.intent is not None), replies[0])
                yield _JudgedReply(places[id(answer)], answer, truth, self._guess(answer, replies, truth))

    def _guess(self, answer: Utterance, replies: Sequence[Utterance], truth: str) -> str | None:
        """Return the recognised intent, or None for no answer; a fallback name may be the right topic."""
        silent = silent_names(self.fallbacks, [truth])
        sure = named_surely(replies, silent)
        if answer.intent is None or any(self._declines(utterance, sure=sure) for utterance in replies):
            return None
        unsure = answer.confidence is not None and answer.confidence < self.answer_from
        return None if unsure or folded(answer.intent) in silent else answer.intent

    def _declines(self, utterance: Utterance, *, sure: bool = False) -> bool:
        return no_answer(utterance.text, self.phrases, sure=sure)


_ANSWERED: Final = ("rightly answered", "taken for something else", "answered, and silence was due")


def _truth(dialog: Dialog, turn: Turn) -> str | None:
    if dialog.tags.get("part") == LABELLED:
        return dialog.tags.get("intent", "") if turn.user else None
    return next(
        (utterance.intent for utterance in reversed(turn.user) if utterance.role is Role.USER and utterance.intent),
        None,
    )


def _note(reply: _JudgedReply) -> str:
    sure = "" if reply.utterance.confidence is None else f" ({reply.utterance.confidence:.2f})"
    recognised = "no answer" if reply.guess is None else f"recognised as {reply.guess!r}{sure}"
    return f"{recognised}; {f'the right intent is {reply.truth!r}' if reply.truth else 'no answer is right'}"


def _details(evidence: Evidence) -> dict[str, object]:
    kinds = {kind: count for kind, count in sorted(evidence.labels.items()) if kind != _NAMELESS}
    return {"max": evidence.peak / GRAINS, "outcomes": kinds}
