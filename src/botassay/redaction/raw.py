"""Files of any text format, redacted as they are written, so that they can be restored byte by byte."""

import csv
import json
import re
from collections.abc import Mapping
from io import StringIO
from typing import Final

from botassay.redaction.mark import MARK
from botassay.redaction.notice import NOTICE
from botassay.redaction.redactor import Redactor

JSON_ENDINGS: Final = (".json", ".jsonl", ".ndjson", ".sarif")
_MARKUP: Final = (".html", ".htm", ".xml", ".svg", ".md")
_TABLES: Final = (".csv", ".tsv")
_LITERAL: Final = re.compile(
    r'"(?P<text>(?:[^"\\\n]|\\[^\n])*)"|(?<![\w."\\])(?P<number>-?\d{7,}(?:\.\d+)?)(?![\w."\\])', re.DOTALL
)
_SIGNS: Final = re.compile(r"(?:[\s\[\]{}:,]|true|false|null|-?\d{1,6}(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\d))*")
"""What stands between the texts of JSON."""
_LONGEST_KEY: Final = 40
_KEYS: Final[Mapping[str, str]] = {
    key: kind
    for kind, keys in {
        "name": "firstname lastname fullname surname forename givenname familyname middlename maidenname customername "
        "patientname contactname sendername authorname participantname guestname passengername clientname membername "
        "holdername accountholder cardholder vorname nachname prenom apellidos apellido cognome speaker participant",
        "username": "username userlogin login nickname screenname",
        "secret": "password passwd passphrase apikey accesstoken refreshtoken clientsecret secretkey authtoken",
        "address": "street streetaddress address1 addressline1 line1 homeaddress",
        "postcode": "postcode postalcode zipcode zip",
        "date_of_birth": "dateofbirth birthdate dob birthday",
        "phone": "phone phonenumber mobile mobilenumber telephone",
    }.items()
    for key in keys.split()
}
"""What a value of JSON is by the name of its field, without the signs in it."""
_BARE: Final = "bare:"
"""Before a value that stood without quotation marks."""
_MEMBER: Final = re.compile(rf'"redaction":"{re.escape(NOTICE)}[^"\\]*",?')
_COMMENT: Final = re.compile(rf"\n<!-- botassay: {re.escape(NOTICE)}[^\n]*-->\n\Z")
_LINE: Final = re.compile(rf"(?:\nbotassay: {re.escape(NOTICE)}[^\n]*|botassay: {re.escape(NOTICE)}[^\n]*\n)\Z")
_ROW: Final = re.compile(rf'(?:\n"?{re.escape(NOTICE)}[^\n]*|"?{re.escape(NOTICE)}[^\n]*\n)\Z')
"""The last line; it ends with a line break where the one before it did."""


def study(text: str, ending: str, redactor: Redactor) -> None:
    """Look at a whole file before it is changed."""
    if ending in JSON_ENDINGS:
        named, end = "", 0
        for literal in _LITERAL.finditer(text):
            value = literal["text"] or ""
            kind = _KEYS.get(named) if text[end : literal.start()].strip() == ":" else None
            if kind is not None:
                redactor.learn(kind, value)
            redactor.study(value)
            _study_between(text[end : literal.start()], redactor)
            named, end = re.sub(r"[_ -]", "", value[:_LONGEST_KEY]).lower(), literal.end()
        _study_between(text[end:], redactor)
    else:
        redactor.study(text)


def _study_between(text: str, redactor: Redactor) -> None:
    if not _SIGNS.fullmatch(text):
        redactor.study(text)


def redacted(text: str, ending: str, redactor: Redactor) -> str:
    """Return the text of a file without personal data; JSON stays JSON.

    Args:
        text: all of it, or a line of JSON lines.
        ending: of its name, `.jsonl`.
        redactor: takes them out.
    """
    if ending not in JSON_ENDINGS:
        return redactor.text(text)
    parts, end = [], 0
    for literal in _LITERAL.finditer(text):
        parts += [_between(text[end : literal.start()], redactor), _literal(literal, redactor)]
        end = literal.end()
    return "".join([*parts, _between(text[end:], redactor)])


def _between(text: str, redactor: Redactor) -> str:
    """Return what stands between the texts of JSON: as it is, unless it is no JSON, such as a text that is cut off."""
    return text if _SIGNS.fullmatch(text) else redactor.text(text)


def _literal(literal: re.Match[str], redactor: Redactor) -> str:
    number = literal["number"]
    if number is None:
        return f'"{redactor.text(literal["text"])}"'
    seen = Redactor(redactor.kinds)
    if MARK.fullmatch(seen.text(number)) is None:
        return literal[0]
    kind = next(iter(seen.counts))
    return f'"{redactor.mark(kind, _BARE + number)}"'


def restored(text: str, ending: str, marks: Mapping[str, str]) -> str:
    """Return the text of a redacted file as it was, by the values of its marks."""
    text = _without_notice(text, ending)
    if ending not in JSON_ENDINGS:
        return MARK.sub(lambda match: marks.get(match[0], match[0]), text)
    bare = {mark: value.removeprefix(_BARE) for mark, value in marks.items() if value.startswith(_BARE)}
    text = re.sub(rf'"({MARK.pattern})"', lambda match: bare.get(match[1], match[0]), text)
    return MARK.sub(lambda match: _escaped(marks.get(match[0], match[0])), text)


def _escaped(value: str) -> str:
    """Return a value as it can stand within quotation marks of JSON: as it is, where that is possible."""
    try:
        json.loads(f'"{value}"')
    except ValueError:
        return json.dumps(value, ensure_ascii=False)[1:-1]
    return value


# ── the notice ──────────────────────────────────────────────────────────────────────────────────────────────────────


def with_notice(text: str, ending: str, line: str) -> str:
    """Return a redacted file that says so, where its format has a place for it."""
    if ending in JSON_ENDINGS:
        begun = re.match(r"\s*(?:\[\s*)?\{", text)
        if begun is None:
            return text
        comma = "" if re.match(r"\s*\}", text[begun.end() :]) else ","
        return f'{begun[0]}"redaction":"{line}"{comma}{text[begun.end() :]}'
    if ending in _MARKUP:
        return f"{text}\n<!-- botassay: {line} -->\n"
    last = f"botassay: {line}"
    if ending in _TABLES:
        between = "\t" if ending == ".tsv" else ","
        columns = len(next(csv.reader(StringIO(text), delimiter=between), [""]))
        last = (line if ending == ".tsv" else f'"{line}"') + between * (columns - 1)
    return f"{text}{last}\n" if text.endswith("\n") or not text else f"{text}\n{last}"


def _without_notice(text: str, ending: str) -> str:
    if ending in JSON_ENDINGS:
        return _MEMBER.sub("", text, count=1)
    if ending in _MARKUP:
        return _COMMENT.sub("", text)
    return (_ROW if ending in _TABLES else _LINE).sub("", text, count=1)
