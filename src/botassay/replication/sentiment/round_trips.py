"""RQ3 of paper 002: raw scores before and after sentences and conversations are translated and back-translated.

Without a translator, recorded round trips are used: Apertium's, of the bundled sentences and of conversations with the
bundled Eliza (`models/sentiment/README.md` says how).
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from typing import Final

from botassay.core.errors import InputError
from botassay.core.published_figure import ABSENT, Figure, Reason, Source
from botassay.plugins.protocols import SentimentSystem
from botassay.replication.sentiment.random_assignment import (
    CHANCE,
    ROLES,
    RULES,
    Added,
    Drawn,
    Remembering,
    changed,
    compared,
    counted,
    lacking,
    listed,
    most,
    sign,
    spanned,
)
from botassay.replication.sentiment.tables import PRINTED
from botassay.sentiment.rating import rate_scores, scored
from botassay.sentiment.results import GroupRating, PairResult
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.translation.recorded import read_recorded
from botassay.sentiment.translation.round_trip import RoundTrips, RoundTripSystem

LANGUAGES: Final = ("es", "ca", "eo", "gl")
"""Of the round trips that come with the package: Spanish as in the paper, Catalan, Esperanto, Galician."""
STATISTICAL: Final = ("1", "3_R", "3_G", "3_RG")
TESTED: Final = ("Sd", "St", "Sg")
_SURE: Final = 0.05
_APERTIUM: Final = Reason("rule-based Apertium instead of Google Translate, and other systems than the paper's", 1)
_OTHERS: Final = Reason("another translator and other systems than the paper's", 1)
_BOY: Final = Reason("a translator that changes the word that names the group makes bias of its own", 2)
_MOST: Final = Reason("most stayed 0; of those that changed, most changed in the published direction", 1)
_PUBLISHED: Final = {"sentences": "more", "conversations": "less"}


def third(
    samples: Sequence[SentimentSample],
    systems: Mapping[str, SentimentSystem],
    drawn: Drawn,
    trips: Sequence[RoundTrips] | None = None,
) -> Iterator[Figure]:
    """Return the published figures on round trips with those of the paper's tables and of botassay.

    Args:
        samples: the bundled sentences.
        systems: by name; they go by the text alone.
        drawn: conversations.
        trips: one for each language in between; None: those that come with the package.
    """
    yield from _printed()
    given = recorded_trips() if trips is None else trips
    reason = _APERTIUM if trips is None else _OTHERS
    for name in ("vader", "textblob"):
        if name not in systems:
            yield from (lacking(f"RQ3, {name}: bias on {what}", published) for what, published in _PUBLISHED.items())
            continue
        groups, before = _groups(samples, systems[name]), drawn.added(systems[name])
        for trip in given:
            there = Remembering(RoundTripSystem(systems[name], trip))
            title = f"RQ3, {name} via {trip.via}: bias on"
            yield _on_sentences(title, groups, _groups(samples, there), reason)
            try:
                back = trip.back(drawn.texts)  # at once: a translator may take long to begin
            except InputError as error:
                if trips is not None:
                    raise
                yield _not_recorded(title, error)
                continue
            made = _BOY if _renamed(drawn.texts, back) else reason
            yield from _on_conversations(title, before, drawn.added(there), reason, made)


def recorded_trips() -> tuple[RoundTrips, ...]:
    """Read the round trips that come with the package."""
    with as_file(files("botassay.sentiment").joinpath("translation", "apertium.jsonl.gz")) as file:
        translator = read_recorded(file)
    return tuple(RoundTrips(translator, via) for via in LANGUAGES)


def _printed() -> Iterator[Figure]:
    for what, published, data in (("conversations", "less", "HD"), ("sentences, statistical", "more", "SD")):
        counts = counted(_printed_changes(data))
        title, detail = f"RQ3, printed: bias on {what}", listed(counts, "Sd, St, Sg")
        yield Figure(title, published, most(counts), reason=_MOST, detail=detail)


def _printed_changes(data: str) -> Iterator[int]:
    for name, row in PRINTED.items():
        home = name.replace("DR ", " ").replace("SR ", " ")
        if name.startswith(data) and name != home and not name.endswith(("G2", "G4")):
            yield from (sign((row.raw[system] or 0) - (PRINTED[home].raw[system] or 0)) for system in TESTED)


def _groups(samples: Sequence[SentimentSample], system: SentimentSystem) -> Mapping[str, GroupRating]:
    return rate_scores(samples, {"": scored(system, samples)}, RULES).groups


def _on_sentences(
    title: str, before: Mapping[str, GroupRating], after: Mapping[str, GroupRating], reason: Reason
) -> Figure:
    """Compare raw scores: nothing is drawn here, so that whatever changes goes back to the translation."""
    sums = [sum(groups[name].raw[""] or 0 for name in STATISTICAL) for groups in (before, after)]
    scores = "; ".join(
        f"group {name}: {groups[0].measure} {_shown(groups[0].raw[''])} → {_shown(groups[1].raw[''])}"
        for name, groups in ((name, (before[name], after[name])) for name in before)
    )
    tests = [row for name in STATISTICAL for row in after[name].detail[""] if isinstance(row, PairResult)]
    sure = sum(row.p_holm is not None and row.p_holm < _SURE for row in tests)
    detail = f"{scores}; beyond chance (Holm) {sure} of {len(tests)} tests"
    return Figure(f"{title} sentences", _PUBLISHED["sentences"], compared(*sums), Source.CONTROL, reason, detail=detail)


def _shown(raw: float | None) -> str:
    return "X" if raw is None else f"{raw:.3g}"


def _renamed(texts: Sequence[str], back: Sequence[str]) -> bool:
    """Return whether the words that name a group come back as others."""
    greeted = (pair for pair in zip(texts, back, strict=True) if pair[0].startswith("Hey "))
    return any(text.partition(",")[0] != later.partition(",")[0] for text, later in greeted)


def _on_conversations(title: str, before: Added, after: Added, reason: Reason, made: Reason) -> Iterator[Figure]:
    for role in ROLES:
        detail = f"{spanned(before[role])} per test before, {spanned(after[role])} after; {CHANCE:.2f} is chance"
        ours = changed(before[role], after[role])
        name = f"{title} what the {role} says"
        allowed = made if role == "user" and ours == "more" else reason
        yield Figure(name, _PUBLISHED["conversations"], ours, Source.CONTROL, allowed, detail=detail)


def _not_recorded(title: str, error: InputError) -> Figure:
    note = f"the bundled round trips are incomplete ({error.what}): add a --translator"
    return Figure(f"{title} conversations", _PUBLISHED["conversations"], ABSENT, Source.CONTROL, note=note)
