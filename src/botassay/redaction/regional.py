"""Phone numbers of all regions and ids with check digits, by two libraries of the extra `redact`, where installed."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from botassay.redaction.finder import More, Span

_IDS: Final = (
    "at.vnr be.nn bg.egn br.cpf ch.ssn cl.rut cz.rc de.idnr dk.cpr ee.ik es.dni es.nie fi.hetu fr.nir gr.amka hr.oib "
    "ie.pps il.idnr in_.aadhaar it.codicefiscale lt.asmens mx.curp nl.bsn no.fodselsnummer pl.pesel pt.cc ro.cnp "
    "rs.jmbg se.personnummer si.emso sk.rc tr.tckimlik tw.ubn za.idnr".split()
)
"""Modules of python-stdnum whose numbers are of people; only those with letters, or told by words, count alone."""
_WORDS: Final = (
    "id", "identity", "national", "tax", "steuer", "bsn", "pesel", "cpf", "cnp", "oib", "egn", "nif", "dni",
    "personnummer", "aadhaar", "amka", "cpr", "fødselsnummer", "kimlik", "rut", "hetu", "insurance", "citizen",
    "personal",
)  # fmt: skip
_BEFORE: Final = 40
_NUMBER: Final = re.compile(r"(?<![\w.-])[A-Z0-9](?:[ ./-]?[A-Z0-9]){7,19}(?![\w-])")


def ways() -> tuple[More, ...]:
    """Return the ways to find personal data that installed libraries add; none without them."""
    return tuple(
        way for library, way in (("phonenumbers", _phones), ("stdnum", _ids)) if find_spec(library) is not None
    )


def _phones(text: str) -> Iterator[Span]:
    if sum(letter.isdigit() for letter in text) < 7:  # noqa: PLR2004 - digits of a phone number
        return
    phonenumbers = import_module("phonenumbers")
    for match in phonenumbers.PhoneNumberMatcher(text, None):
        yield Span(match.start, match.end, "phone")


def _ids(text: str) -> Iterator[Span]:
    for match in _NUMBER.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()].lower()
        if any(word in before for word in _WORDS) and any(module.is_valid(match[0]) for module in _modules()):
            yield Span(*match.span(), "national_id")


@cache
def _modules() -> tuple[Any, ...]:
    found = []
    for name in _IDS:
        try:
            found.append(import_module(f"stdnum.{name}"))
        except ImportError:  # not in every version
            continue
    return tuple(found)
