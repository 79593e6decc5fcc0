"""The settings of a chat."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from botassay.settings.live import ConnectionSettings
from botassay.settings.option import LARGEST_SEED, Checked, Option, layered, to_builtins
from botassay.settings.rating import ChatCheckerSettings, ChatRatingSettings, RateSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorSettings(Checked):
    """Data generators."""

    generate: Annotated[
        str | None, Option(help="Data generator that chats: an issue such as AL, or mixed.", metavar="ISSUE")
    ] = None
    data: Annotated[
        Path | None,
        Option(help="Texts of the generator for AL, labelled as abuse: CSV with text,label.", metavar="FILE"),
    ] = None
    turns: Annotated[
        int | None,
        Option(
            help="Number of lines that the generator sends.", metavar="N", default="20, or as many as it takes", ge=1
        ),
    ] = None
    seed: Annotated[
        int | None,
        Option(help="Random seed of a generator.", metavar="N", default="random", ge=0, le=LARGEST_SEED),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """Everything that changes a chat and its rating."""

    rating: ChatRatingSettings = field(default_factory=ChatRatingSettings)
    checkers: ChatCheckerSettings = field(default_factory=ChatCheckerSettings)
    bot: ConnectionSettings = field(default_factory=ConnectionSettings)
    generator: GeneratorSettings = field(default_factory=GeneratorSettings)

    @property
    def as_rating(self) -> RateSettings:
        """The settings by which the chat is rated."""
        parts = {name: to_builtins(getattr(self, name)) for name in ("rating", "checkers", "bot")}
        return layered(RateSettings, {**parts, "run": {"concurrency": 1, "seed": self.generator.seed}})
