"""Pages as values: a page is made of blocks; HTML, Markdown and terminal are three renderings of the same blocks."""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.core.facts import Fact
    from botassay.view.blocks import (
        Action,
        Badge,
        Block,
        Details,
        Facts,
        Headline,
        Paragraph,
        Quote,
        Quotes,
        Section,
        Table,
    )
    from botassay.view.charts import (
        CausalGraph,
        Chart,
        GraphLink,
        GraphNode,
        Heatmap,
        Histogram,
        Interval,
        IntervalPanel,
        Intervals,
        LevelBar,
        LevelReading,
        Lines,
        LineSeries,
        RankChart,
        Tick,
        percent,
        raw_score,
    )
    from botassay.view.document import Page, Viewable
    from botassay.view.tone import Tone, tone_of

__all__ = [
    "Action",
    "Badge",
    "Block",
    "CausalGraph",
    "Chart",
    "Details",
    "Fact",
    "Facts",
    "GraphLink",
    "GraphNode",
    "Headline",
    "Heatmap",
    "Histogram",
    "Interval",
    "IntervalPanel",
    "Intervals",
    "LevelBar",
    "LevelReading",
    "LineSeries",
    "Lines",
    "Page",
    "Paragraph",
    "Quote",
    "Quotes",
    "RankChart",
    "Section",
    "Table",
    "Tick",
    "Tone",
    "Viewable",
    "percent",
    "raw_score",
    "tone_of",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.core.facts": ("Fact",),
        "botassay.view.blocks": (
            "Action",
            "Badge",
            "Block",
            "Details",
            "Facts",
            "Headline",
            "Paragraph",
            "Quote",
            "Quotes",
            "Section",
            "Table",
        ),
        "botassay.view.charts": (
            "CausalGraph",
            "Chart",
            "GraphLink",
            "GraphNode",
            "Heatmap",
            "Histogram",
            "Interval",
            "IntervalPanel",
            "Intervals",
            "LevelBar",
            "LevelReading",
            "Lines",
            "LineSeries",
            "RankChart",
            "Tick",
            "percent",
            "raw_score",
        ),
        "botassay.view.document": (
            "Page",
            "Viewable",
        ),
        "botassay.view.tone": (
            "Tone",
            "tone_of",
        ),
    },
)
