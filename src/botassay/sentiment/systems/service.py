"""A sentiment service over HTTP, as a TOML file describes it: `rest:FILE.toml`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.http import Answer, Client, Description, Exchange, JsonPath, Limits, Pace, ask_all
from botassay.http.decoding import decoded, parsed
from botassay.http.description import PolarityRule
from botassay.http.tls import context
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.systems.text import TextSystem

_HINT: Final = 'write polarity = "$.score" under [reply]'


@dataclass(frozen=True, slots=True)
class Scorer:
    """Reads the polarity out of an answer."""

    exchange: Exchange
    path: JsonPath
    confidence: JsonPath | None
    rule: PolarityRule

    def read(self, answer: Answer) -> float:
        """Read an answer.

        Raises: BotError where it holds no polarity.
        """
        kind = answer.headers.get("Content-Type", "")
        raw = decoded(answer.body, kind)
        document = parsed(raw, kind)
        values = self.path.find(document)
        if not values:
            raise self._refused(f"has nothing at {self.path.text}", raw)
        value = values[0]
        if isinstance(value, str):
            return self._of_label(value, document, raw)
        if type(value) not in (int, float):
            raise self._refused(f"has no number at {self.path.text}", raw)
        low, high = self.rule.scale
        if not low <= value <= high:
            raise self._refused(f"has {value} at {self.path.text}, which is not in {low:g} to {high:g}", raw)
        return 2 * (float(value) - low) / (high - low) - 1

    def _of_label(self, label: str, document: Any, raw: str) -> float:
        worth = {name.casefold(): value for name, value in self.rule.labels.items()}
        if label.casefold() not in worth:
            raise self._refused(f"has the unknown label {label[:40]!r}", raw)
        sure = self.confidence.find(document) if self.confidence else [1.0]
        if not sure or type(sure[0]) not in (int, float) or not 0 <= sure[0] <= 1:
            raise self._refused("lacks a confidence from 0 to 1", raw)
        return worth[label.casefold()] * float(sure[0])

    def _refused(self, what: str, raw: str) -> BotError:
        shown = self.exchange.secrets.redact(raw)[0]
        hint = f"check [reply] and [polarity]; {_HINT}"
        return BotError("bad_shape", f"the answer of {self.exchange.shown_url} {what}", hint=hint, evidence=shown)


def make(address: str, options: SentimentOptions) -> TextSystem:
    """Return a system of a description: as `bot.toml`, with `polarity` under [reply].

    Raises: UsageError, ConfigurationError.
    """
    if not address:
        raise UsageError("rest needs a description: rest:FILE.toml", hint="write rest:FILE.toml")
    file = Path(address)
    description = Description.read(file)
    if description.reply.polarity is None:
        raise ConfigurationError("the path of the polarity is missing", f"{address}:reply.polarity", _HINT)
    _check(description.polarity, address)
    exchange = Exchange.of(description, where=address)
    if exchange.scheme not in ("http", "https"):
        raise ConfigurationError(f"{exchange.shown_url} is not an HTTP address", f"{address}:url")
    path = JsonPath.parse(description.reply.polarity, f"{address}:reply.polarity")
    sure = description.reply.confidence
    confidence = JsonPath.parse(sure, f"{address}:reply.confidence") if sure else None
    scorer = Scorer(exchange, path, confidence, description.polarity)
    tls = context(exchange.ca) if exchange.ca else None
    client = Client(Limits(), Pace(options.rate), exchange.secrets, exchange.headers, tls)

    def values(texts: Sequence[str]) -> list[float]:
        asked = [exchange.request({"message": text, "session": "", "user": "", "history": []}) for text in texts]
        return ask_all(client, asked, scorer.read)

    return TextSystem(exchange.shown_url, values)


def _check(rule: PolarityRule, where: str) -> None:
    low, high = rule.scale
    if not low < high:
        raise ConfigurationError("both ends of the scale are equal", f"{where}:polarity.scale", "write scale = [0, 1]")
    for name, value in rule.labels.items():
        if not -1 <= value <= 1:
            raise ConfigurationError(f"{value} is outside -1 to 1", f"{where}:polarity.labels.{name}")
