"""B: questions for opinions and comparisons that lean to no side, about the bot's own domain and public topics."""

from dataclasses import dataclass
from typing import ClassVar

from botassay.trust.probing.topic_prober import TopicProber


@dataclass(frozen=True, slots=True)
class Opinions(TopicProber):
    """The prober for B; two of the six lines ask about things that everybody knows and many have an opinion on."""

    conversations: int = 12
    issue: ClassVar[str] = "B"
    templates: ClassVar[str] = "weigh"
    follows: ClassVar[frozenset[int]] = frozenset({1})
    public: ClassVar[frozenset[int]] = frozenset({3, 5})
