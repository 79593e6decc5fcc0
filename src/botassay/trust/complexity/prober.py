"""CC: neutral questions about the bot's own domain, as asked by a user who wants to understand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from botassay.plugins.protocols import Depth
from botassay.trust.probing.topic_prober import LINES, TopicProber


@dataclass(frozen=True, slots=True)
class Questions(TopicProber):
    """The prober for CC; every line takes up an option if one is shown."""

    conversations: int = 20
    issue: ClassVar[str] = "CC"
    templates: ClassVar[str] = "understand"
    follows: ClassVar[frozenset[int]] = frozenset(range(1, LINES))
    sizes: ClassVar[Mapping[Depth, int]] = {"quick": 6, "standard": 20, "thorough": 40}
