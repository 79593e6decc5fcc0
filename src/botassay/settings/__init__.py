"""Settings: frozen dataclasses of plain values, each field defined once for Python, command line, files and HTTP.

>>> from botassay.settings import BotSettings, RateSettings
>>> RateSettings(bot=BotSettings(timeout=5)).bot.timeout
5.0
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.settings.aggregation import AggregationSettings
    from botassay.settings.chat import ChatSettings, GeneratorSettings
    from botassay.settings.live import BotSettings, ConnectionSettings, RunSettings
    from botassay.settings.rating import (
        CheckerSettings,
        CrisisSettings,
        GateSettings,
        JudgeSettings,
        RateSettings,
        RatingSettings,
    )
    from botassay.settings.reading import FormatSettings, ReadSettings
    from botassay.settings.scoring import ScoreSettings

__all__ = [
    "AggregationSettings",
    "BotSettings",
    "ChatSettings",
    "CheckerSettings",
    "ConnectionSettings",
    "CrisisSettings",
    "FormatSettings",
    "GateSettings",
    "GeneratorSettings",
    "JudgeSettings",
    "RateSettings",
    "RatingSettings",
    "ReadSettings",
    "RunSettings",
    "ScoreSettings",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.settings.aggregation": ("AggregationSettings",),
        "botassay.settings.chat": ("ChatSettings", "GeneratorSettings"),
        "botassay.settings.live": ("BotSettings", "ConnectionSettings", "RunSettings"),
        "botassay.settings.rating": (
            "CheckerSettings",
            "CrisisSettings",
            "GateSettings",
            "JudgeSettings",
            "RateSettings",
            "RatingSettings",
        ),
        "botassay.settings.reading": ("FormatSettings", "ReadSettings"),
        "botassay.settings.scoring": ("ScoreSettings",),
    },
)
