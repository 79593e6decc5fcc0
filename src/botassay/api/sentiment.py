"""The sentiment use cases: rate sentiment systems for bias, generate sentences, order systems, test conversations.

>>> from botassay.sentiment import generate, rate
>>> rating = rate(["vader", "biased"], generate(groups=("1",)))
>>> rating.groups["1"].rating
{'vader': 1, 'biased': 3}
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.io.files import existing, save
from botassay.plugins.protocols import SentimentOptions, SentimentSystem
from botassay.sentiment.agreement import AnnotatorAgreement
from botassay.sentiment.conversation_table import (
    ConversationRow,
    GroupColumn,
    merged,
    parse_classes,
    read_conversations,
    with_proxies,
    written,
)
from botassay.sentiment.conversation_tests import samples_of, study
from botassay.sentiment.documents import BUNDLED, SentimentDialogs, SentimentOrder, SentimentRating
from botassay.sentiment.eec import read_eec
from botassay.sentiment.orders import Raw, complete_order, partial_order, ties
from botassay.sentiment.rating import SentimentRules, chosen, rate_again, rate_scores, scored
from botassay.sentiment.reading import SentenceData, read_data
from botassay.sentiment.recipe import bundled, read_recipe
from botassay.sentiment.sentence_generator import attributes, further_sentences, generate_sentences
from botassay.sentiment.significance import rule_for
from botassay.sentiment.systems import default_systems, find_systems
from botassay.sentiment.systems.controls import Biased
from botassay.sentiment.systems.returned import parse_labels, parse_scale
from botassay.sentiment.translation import round_trip
from botassay.sentiment.translation.round_trip import RoundTrips, RoundTripSystem, trips_of
from botassay.sentiment.translation.size import TranslationSize
from botassay.settings.sentiment import (
    GenerateSettings,
    ReturnedSettings,
    RoundTripSettings,
    SentenceSettings,
    SentimentDialogsSettings,
    SentimentSettings,
    SentimentTestSettings,
)

System: TypeAlias = str | SentimentSystem | Callable[[str], float]
"""A name or address as on the command line, an object with `polarity`, or a function of a text."""
Systems: TypeAlias = System | Iterable[System]
Sentences: TypeAlias = SentenceData | str | Path | Iterable[Mapping[str, object]]
"""Generated sentences, a CSV file, or rows with the same columns."""
_SCORES: Final = 'give {"system": number or null, …}; null is an undefined raw score, the paper\'s X'


def generate(
    settings: GenerateSettings | None = None, *, groups: Iterable[str] | None = None, seed: int | None = None
) -> SentenceData:
    """Return sentences about people of different classes that are alike otherwise.

    Args:
        settings: all settings.
        groups: data groups from 1 to 4; stronger than the settings.
        seed: of the draws of groups 2 and 4; stronger than the settings.

    Raises: UsageError for an unknown group; InputError for an invalid recipe or corpus.
    """
    settings = settings or GenerateSettings()
    if groups is not None:
        settings = replace(settings, groups=tuple(groups))  # type: ignore[arg-type] # checked by the struct
    return _generated(settings.sentences, settings.seed if seed is None else seed, settings.groups)


def _generated(source: SentenceSettings, seed: int, groups: Iterable[str] = ()) -> SentenceData:
    if source.eec:
        material = read_eec(source.eec, neutral=not source.no_neutral)
    else:
        material = read_recipe(source.recipe).material() if source.recipe else bundled()
    file = source.recipe or source.eec
    names, chosen_groups = attributes(material), tuple(groups)
    samples = [*generate_sentences(material, seed, chosen_groups)]
    for attribute in dict.fromkeys(source.attributes):
        samples += further_sentences(attribute, seed, names, chosen_groups)
    names = tuple(dict.fromkeys((*names, *source.attributes)))
    return SentenceData(tuple(samples), names, name=file.name if file else BUNDLED)


def rate(
    systems: Systems = (),
    data: Sentences | None = None,
    settings: SentimentSettings | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> SentimentRating:
    """Return the rating of sentiment systems for bias, from 1, the least biased, to the number of levels.

    Args:
        systems: what to rate; by default the scores in the data, or else vader, biased and random.
        data: the sentences; by default the bundled English ones, or those that the settings name.
        settings: how to test and rate.
        on_progress: receives the progress after each batch of sentences.

    Raises: UsageError, InputError or ConfigurationError, as the command line.
    """
    settings = settings or SentimentSettings()
    trip, rules = settings.round_trip, replace(_rules(settings.tests), groups=settings.groups)
    sentences = _of_groups(_data(data, settings), settings.groups)
    samples, options = sentences.samples, _options(settings.returned, rules.seed)
    rated = _systems(systems, sentences, options)
    if trip.translator and not rated:
        raise UsageError("recorded scores cannot be translated", hint="add a --system that can score the translations")
    trips = _trips(trip, settings.language, options)
    scores = {**sentences.scores, **{system.name: scored(system, samples, on_progress) for system in rated}}
    agreement = {system.name: getattr(system, "agreement", None) for system in rated}
    document = replace(
        rate_scores(samples, scores, rules, sentences.name),
        agreement={name: value for name, value in agreement.items() if isinstance(value, AnnotatorAgreement)},
    )
    for trips_via in trips:
        document = rate_again(document, trips_via, rated, samples, rules, on_progress)
    _record(trip, trips)
    return document


def translation_size(data: Sentences | None = None, settings: SentimentSettings | None = None) -> TranslationSize:
    """Return how much `rate` would have translated with these settings; nothing is sent.

    Raises: UsageError without a translator; InputError.
    """
    settings = settings or SentimentSettings()
    sentences = _of_groups(_data(data, settings), settings.groups)
    return TranslationSize.of((sample.row.text for sample in sentences.samples), settings.round_trip)


def dialogs_translation_size(data: str | Path, settings: SentimentDialogsSettings | None = None) -> TranslationSize:
    """Return how much `dialogs` would have translated with these settings; nothing is sent.

    Raises: UsageError without a translator; InputError.
    """
    settings = settings or SentimentDialogsSettings()
    rows = _conversations(data, settings, settings.tests.seed)
    return TranslationSize.of((sample.row.text for sample in samples_of(merged(rows))), settings.round_trip)


def _systems(systems: Systems, sentences: SentenceData, options: SentimentOptions) -> tuple[SentimentSystem, ...]:
    """Return the systems to rate. Raises UsageError, InputError or ConfigurationError."""
    rated = find_systems(_listed(systems) or (() if sentences.scores else default_systems(sentences.samples)), options)
    for system in rated:
        if isinstance(system, Biased):
            system.check(sentences.samples)
        if system.name in sentences.scores:
            raise UsageError(f"{system.name!r} is also a column of scores", hint="rename the column")
    return rated


def _data(data: Sentences | None, settings: SentimentSettings) -> SentenceData:
    source = settings.sentences
    if data is None:
        return _generated(source, settings.tests.seed)
    if source.recipe or source.eec or source.attributes:
        raise UsageError("--data cannot be combined with --recipe, --eec or --attribute", hint="remove one of them")
    if isinstance(data, SentenceData):
        return data
    return read_data(existing(data) if isinstance(data, str | Path) else data)


def _of_groups(data: SentenceData, groups: tuple[str, ...]) -> SentenceData:
    """Leave out the sentences of groups that are not rated, so that no system is asked about them."""
    wanted = {group.group for group in chosen(data.samples, groups)}
    places = [at for at, sample in enumerate(data.samples) if sample.group in wanted]
    scores = {name: tuple(column[at] for at in places) for name, column in data.scores.items()}
    return replace(data, samples=tuple(data.samples[at] for at in places), scores=scores)


def _listed(systems: Systems) -> tuple[System, ...]:
    single = isinstance(systems, str | SentimentSystem) or callable(systems)
    return (systems,) if single else tuple(systems)  # type: ignore[arg-type,return-value] # mypy cannot narrow it


def _rules(tests: SentimentTestSettings) -> SentimentRules:
    return SentimentRules(rule=rule_for(tests.mode, tests.degrees), levels=tests.levels, seed=tests.seed)


def _options(returned: ReturnedSettings, seed: int) -> SentimentOptions:
    return SentimentOptions(seed=seed, labels=parse_labels(returned.labels), scale=parse_scale(returned.scale))


def _trips(settings: RoundTripSettings, language: str, options: SentimentOptions) -> tuple[RoundTrips, ...]:
    if not settings.translator:
        return ()
    return trips_of(settings.translator, settings.via, language, options)


def _record(settings: RoundTripSettings, trips: Iterable[RoundTrips]) -> None:
    if settings.record:
        save(settings.record, round_trip.written(trips))


def order(scores: str | Path | Mapping[str, Raw], levels: int = 3) -> SentimentOrder:
    """Return systems in the order of their raw scores, and their ratings.

    Args:
        scores: system -> raw score, 0 or more; None: undefined, worse than any number. Or a JSON file of them.
        levels: of the rating, from 1, the least biased.

    Raises: InputError for what are no raw scores; UsageError for fewer than 2 levels.
    """
    given = isinstance(scores, Mapping)
    raw = dict(scores) if isinstance(scores, Mapping) else read_scores(existing(scores).read_bytes(), str(scores))
    _check_scores(raw, "scores" if given else str(scores))
    return SentimentOrder(levels=levels, order=partial_order(raw), ties=ties(raw), rating=complete_order(raw, levels))


def read_scores(content: bytes, where: str) -> dict[str, Raw]:
    """Return the raw scores of a JSON document.

    Raises: InputError with `where`.
    """
    if not content.strip():
        raise InputError("E100 the file is empty", where, _SCORES)
    try:
        raw = msgspec.json.decode(content, type=dict[str, float | None])
        names = [name for name, _ in json.loads(content, object_pairs_hook=list)]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        code = "E136" if isinstance(error, msgspec.ValidationError) else "E120"
        raise InputError(f"{code} the document is not a list of raw scores: {error}", where, _SCORES) from error
    if twice := [name for name in raw if names.count(name) > 1]:
        raise InputError(f"E123 the system {twice[0]!r} is duplicated", where, "give each system one raw score")
    return raw


def _check_scores(raw: Mapping[str, Raw], where: str) -> None:
    if not raw:
        raise InputError("E100 there are no systems", where, _SCORES)
    for name, value in raw.items():
        if value is not None and (value < 0 or not math.isfinite(value)):
            raise InputError(f"E136 the raw score of {name!r} is {value:g}; expected 0 or more", where, "0 or more")


def dialogs(
    data: str | Path,
    systems: Systems = ("vader", "random"),
    settings: SentimentDialogsSettings | None = None,
    *,
    conversations: str | Path | None = None,
) -> SentimentDialogs:
    """Return whether sentiment depends on the user's group, for what users say and for what the bot says.

    Args:
        data: a CSV file with the columns Text, Original, Enhancement, UB, C_num and User_gender.
        systems: what tells the sentiment.
        settings: how to test.
        conversations: a CSV file to write the conversations to, with their groups and proxies.

    Raises: UsageError, InputError or ConfigurationError, as the command line.
    """
    settings = settings or SentimentDialogsSettings()
    rules = _rules(settings.tests)
    options = _options(settings.returned, rules.seed)
    alone = find_systems(_listed(systems), options)
    trips = _trips(settings.round_trip, settings.language, options)
    composite = (RoundTripSystem(system, trip) for trip in trips for system in alone)
    rows = _conversations(data, settings, rules.seed)
    document = study(rows, (*alone, *composite), rules, Path(data).name)
    if conversations is not None:
        save(Path(conversations), "".join(written(rows)).encode())
    _record(settings.round_trip, trips)
    return document


def _conversations(data: str | Path, settings: SentimentDialogsSettings, seed: int) -> Sequence[ConversationRow]:
    """Return the rows of a file, with the words before them that name the group where the settings want them."""
    column = GroupColumn(settings.attribute, parse_classes(settings.classes))
    rows = read_conversations(existing(data), column)
    if settings.proxies or settings.assign:
        return with_proxies(rows, seed if settings.assign else None)
    return rows
