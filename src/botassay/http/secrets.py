"""Secrets: named in a file as `${NAME}`, taken from the environment, and written nowhere."""

import base64
import html
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import quote

from botassay.core.errors import BotError, ConfigurationError

NAMED: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
SHORTEST: Final = 4
"""Characters. A shorter value would be found everywhere: it is taken for no secret."""
_CUT: Final = re.compile(r"""\\*(?:u[0-9a-fA-F]{0,3}|%?[0-9a-fA-F]?|&#?\w*)?(?=…|['")\]};:,]|\s|$)""")
"""The rest of an escaped character after a cut, and the mark of a cut."""
EVIDENCE: Final = 64 * 1024
"""Characters of a refused answer that are kept."""

_MET: Final[dict[str, str]] = {}
"""Every secret of this process: an unforeseen failure may show any of them."""


class Redacted(NamedTuple):
    """A text without secrets."""

    text: str
    names: tuple[str, ...]
    """Names of those that stood in it."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """The values behind the names that a configuration uses; neither its `repr` nor its errors show them."""

    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    _plain: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _escaped: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _names: tuple[str, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        long_values = {name: value for name, value in self.values.items() if len(value) >= SHORTEST}
        # a value may hold another: the longest is looked for first
        names = tuple(sorted(long_values, key=lambda name: (-len(long_values[name]), name)))
        _MET.update(long_values)
        packed = [_packed(long_values[name]) for name in names]
        plain = [
            [re.escape(form) for form in (long_values[name], *forms)] for name, forms in zip(names, packed, strict=True)
        ]
        escaped = [[*forms, _any_way(long_values[name])] for name, forms in zip(names, plain, strict=True)]
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_plain", _either(plain))
        object.__setattr__(self, "_escaped", _either(escaped))

    @classmethod
    def named_in(cls, texts: Iterable[str], environment: Mapping[str, str] | None = None) -> "Secrets":
        """Look up every `${NAME}` in some texts.

        Raises: ConfigurationError for a name that the environment does not have, or a value that cannot be sent.
        """
        environment = os.environ if environment is None else environment
        values = {}
        for name in sorted({name for text in texts for name in NAMED.findall(text)}):
            if name not in environment:
                raise ConfigurationError(
                    f"the environment variable {name} is not set", hint=f"export {name}=… before the run"
                )
            if any(ord(letter) < ord(" ") for letter in environment[name]):
                raise ConfigurationError(f"the value of {name} contains a line break or another control character")
            values[name] = environment[name]
        return cls(values)

    def also(self, values: Mapping[str, str]) -> "Secrets":
        """Keep more values from being written anywhere."""
        known = set(self.values.values())
        return Secrets({**{name: value for name, value in values.items() if value not in known}, **self.values})

    def put_into(self, text: str) -> str:
        """Put the values in the places of their names.

        >>> Secrets({"TOKEN": "abc"}).put_into("Bearer ${TOKEN}")
        'Bearer abc'
        """
        return NAMED.sub(lambda match: self.values.get(match[1], match[0]), text)

    def redact(self, text: str) -> Redacted:
        r"""Take the values out, however they are written: plain, in base64, escaped for JSON, a URL or HTML.

        >>> Secrets({"TOKEN": "s3cret"}).redact(r"you sent s3cret, \u00733cret, Basic dTpzM2NyZXQ=").text
        'you sent ⟦secret:TOKEN⟧, ⟦secret:TOKEN⟧, Basic dTp⟦secret:TOKEN⟧Q='
        """
        pattern = self._escaped if any(mark in text for mark in "\\%&") else self._plain
        if pattern is None:
            return Redacted(text, ())
        names = set()

        def hidden(match: re.Match[str]) -> str:
            name = self._names[int((match.lastgroup or "s0")[1:])]
            names.add(name)
            return f"⟦secret:{name}⟧"

        return Redacted(pattern.sub(hidden, text), tuple(sorted(names)))

    def clean(self, error: BotError) -> BotError:
        """Return an error without secrets, and with no more evidence than is kept."""
        what, hint = self._uncut(str(error.what)), self._uncut(error.hint or "") or None
        evidence = self.redact(error.evidence).text[:EVIDENCE]
        return BotError(error.kind, what, hint=hint, evidence=evidence, again=error.again, wait=error.wait)

    def _uncut(self, text: str) -> str:
        """Take the values out of a text that was cut, and may hold no more than the beginning of one at the cut."""
        text = self.redact(text).text
        for name in self._names:
            for form in (self.values[name], *_packed(self.values[name])):
                text = _without_beginning(text, [re.compile(_any_way_to_write(letter)) for letter in form], name)
        return text


def redacted(text: str) -> str:
    """Take every secret out that this process has met."""
    return Secrets(dict(_MET)).redact(text).text


def _without_beginning(text: str, letters: list[re.Pattern[str]], name: str) -> str:
    """Put the name of a secret in the place of its beginning, where the text was cut behind that.

    Args:
        text: without the whole secret.
        letters: what each character of the secret may look like.
        name: of the secret.
    """
    for begun in letters[0].finditer(text):
        end, matched = begun.end(), 1
        while matched < len(letters) and (letter := letters[matched].match(text, end)):
            end, matched = letter.end(), matched + 1
        if matched >= SHORTEST and (cut := _CUT.match(text, end)):
            return f"{text[: begun.start()]}⟦secret:{name}⟧{text[cut.end() :]}"
    return text


def _either(forms: list[list[str]]) -> re.Pattern[str] | None:
    """Return a pattern that matches any of several lists; a group says which list."""
    groups = [f"(?P<s{place}>{'|'.join(ways)})" for place, ways in enumerate(forms)]
    return re.compile("|".join(groups)) if groups else None


def _packed(value: str) -> list[str]:
    """Base64 of a value, alone and inside of something longer, the longest first."""
    raw = value.encode("utf-8", "surrogateescape")
    forms = {base64.b64encode(raw).decode(), *(_inner(raw, shift) for shift in range(3))}
    forms |= {form.translate(str.maketrans("+/", "-_")) for form in forms}
    return sorted((form for form in forms if len(form) >= SHORTEST), key=lambda form: (-len(form), form))


def _inner(raw: bytes, shift: int) -> str:
    """Base64 of a value within a longer text: the part that does not depend on its neighbours."""
    packed = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
    begin = (shift * 8 + 5) // 6
    end = len(packed) - (1 if (shift + len(raw)) % 3 else 0)
    return packed[begin:end]


def _any_way(value: str) -> str:
    """Match a value with any of its characters escaped for JSON (once or twice over), for a URL or for HTML."""
    return "".join(_any_way_to_write(letter) for letter in value)


def _any_way_to_write(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    in_json = "".join(rf"\\{{1,8}}u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
    in_url = "".join(f"%{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))
    ways = [f"(?i:{in_json})", f"(?i:{in_url})", rf"(?i:&\#0{{0,8}}{ord(letter)};)"]
    ways += [rf"(?i:&\#x0{{0,8}}{ord(letter):x};)"]
    if html.escape(letter) != letter:
        ways.append(re.escape(html.escape(letter)))
    ways.append(rf"\\{{0,8}}{re.escape(letter)}")  # last: an escaped character may begin with it
    if quote(letter) == "%20":
        ways.append(r"\+")
    return f"(?:{'|'.join(ways)})"
