"""Why a bot stopped writing, whatever its interface calls it."""

from typing import Final

_CUT: Final = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"})
_TOOL: Final = frozenset({"tool_calls", "tool_use", "function_call", "malformed_function_call", "pause_turn"})
_REFUSED: Final = frozenset(
    {
        *("content_filter", "content_filtered", "refusal", "safety", "image_safety", "blocklist", "blocked", "spii"),
        *("prohibited_content", "recitation", "guardrail_intervened", "other", "language"),
    }
)


def _plain(finish: str | None) -> str:
    return (finish or "").strip().casefold().replace("-", "_")


def is_cut(finish: str | None) -> bool:
    """Whether the bot reached its limit of tokens.

    >>> is_cut("MAX_TOKENS"), is_cut("stop"), is_cut(None)
    (True, False, False)
    """
    return _plain(finish) in _CUT


def is_tool_call(finish: str | None) -> bool:
    """Whether the bot waits for the result of a tool."""
    return _plain(finish) in _TOOL


def is_refusal(finish: str | None) -> bool:
    """Whether a filter, or the bot itself, held the reply back."""
    return _plain(finish) in _REFUSED
