"""How the answers of well-known interfaces are read, streamed or not: what `preset` in `bot.toml` names.

Sources, page by page: docs/reference/wire-formats.md.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from botassay.http.reply_paths import ReplyPaths
from botassay.http.stream_rules import StreamRule, StreamSign, TextRule, UsagePaths

HistoryForm = Literal["messages", "parts", "ui"]


class Preset(msgspec.Struct, frozen=True):
    """How an interface answers."""

    reply: ReplyPaths
    stream: StreamRule
    usage: UsagePaths = UsagePaths()
    history: HistoryForm = "messages"


def _type(*names: str) -> str:
    return " || ".join(f'@.type == "{name}"' for name in names)


_DONE: Final = StreamSign(data="[DONE]")
_CHOICE: Final = "$.choices[0]"

_OPENAI_CHAT: Final = Preset(
    reply=ReplyPaths(
        text=(f"{_CHOICE}.message.content", f"{_CHOICE}.message.refusal"),
        error="$.error",
        reasoning=(f"{_CHOICE}.message.reasoning_content", f"{_CHOICE}.message.reasoning"),
        tools=f"{_CHOICE}.message.tool_calls[*].function",
        finish=f"{_CHOICE}.finish_reason",
    ),
    stream=StreamRule(
        piece=(f"{_CHOICE}.delta.content", f"{_CHOICE}.delta.refusal"),
        done=(_DONE, StreamSign(where="@.choices[0].finish_reason && @.choices[0].finish_reason != null", end=True)),
        failed=(StreamSign(where="@.error && @.error != null"),),
        finish=f"{_CHOICE}.finish_reason",
        reasoning=(TextRule((f"{_CHOICE}.delta.reasoning_content", f"{_CHOICE}.delta.reasoning")),),
        tools=(
            TextRule(f"{_CHOICE}.delta.tool_calls[*].function.name"),
            TextRule(f"{_CHOICE}.delta.tool_calls[*].function.arguments"),
        ),
    ),
    usage=UsagePaths("$.usage.prompt_tokens", "$.usage.completion_tokens"),
)
_OPENAI_RESPONSES: Final = Preset(
    reply=ReplyPaths(
        text="$.output[?@.type == 'message'].content[*]['text', 'refusal']",
        error="$.error",
        reasoning="$.output[?@.type == 'reasoning']['summary', 'content'][*].text",
        tools="$.output[?@.type == 'function_call']['name', 'arguments']",
        finish="$.incomplete_details.reason",
    ),
    stream=StreamRule(
        where=_type("response.output_text.delta", "response.refusal.delta"),
        piece="$.delta",
        block="$.output_index",
        done=(StreamSign(where=_type("response.completed", "response.incomplete")),),
        failed=(StreamSign(where=_type("response.failed", "error")),),
        finish="$.response.incomplete_details.reason",
        reasoning=(
            TextRule("$.delta", where=_type("response.reasoning_text.delta", "response.reasoning_summary_text.delta")),
        ),
        tools=(TextRule("$.delta", where=_type("response.function_call_arguments.delta")),),
    ),
    usage=UsagePaths(
        ("$.usage.input_tokens", "$.response.usage.input_tokens"),
        ("$.usage.output_tokens", "$.response.usage.output_tokens"),
    ),
)
_ANTHROPIC: Final = Preset(
    reply=ReplyPaths(
        text="$.content[?@.type == 'text'].text",
        error="$.error",
        reasoning="$.content[?@.type == 'thinking'].thinking",
        tools="$.content[?@.type == 'tool_use']['name', 'input']",
        finish="$.stop_reason",
    ),
    stream=StreamRule(
        where='@.type == "content_block_delta" && @.delta.type == "text_delta"',
        piece="$.delta.text",
        block="$.index",
        done=(StreamSign(where=_type("message_stop")),),
        failed=(StreamSign(where=_type("error")),),
        finish="$.delta.stop_reason",
        reasoning=(TextRule("$.delta.thinking", where='@.delta.type == "thinking_delta"'),),
        tools=(
            TextRule(
                "$.content_block.name", where='@.type == "content_block_start" && @.content_block.type == "tool_use"'
            ),
            TextRule("$.delta.partial_json", where='@.delta.type == "input_json_delta"'),
        ),
    ),
    usage=UsagePaths(
        ("$.usage.input_tokens", "$.message.usage.input_tokens"),
        ("$.usage.output_tokens", "$.message.usage.output_tokens"),
    ),
)
_VERCEL_UI: Final = Preset(
    reply=ReplyPaths(
        text=("$.parts[?@.type == 'text'].text", "$.text"),
        reasoning="$.parts[?@.type == 'reasoning'].text",
        tools="$.parts[?@.toolCallId]['input', 'output']",
        error="$.error",
        finish="$.finishReason",
    ),
    stream=StreamRule(
        where=_type("text-delta"),
        piece="$.delta",
        block="$.id",
        done=(StreamSign(where=_type("finish")), _DONE),
        failed=(StreamSign(where=_type("error", "abort")),),
        finish="$.finishReason",
        reasoning=(TextRule("$.delta", where=_type("reasoning-delta")),),
        tools=(
            TextRule("$.toolName", where=_type("tool-input-start")),
            TextRule("$.inputTextDelta", where=_type("tool-input-delta")),
            TextRule("$.input", where=_type("tool-input-available")),
            TextRule("$.output", where=_type("tool-output-available")),
        ),
    ),
    history="ui",
)
_OLLAMA: Final = Preset(
    reply=ReplyPaths(
        text=("$.message.content", "$.response"),
        error="$.error",
        reasoning=("$.message.thinking", "$.thinking"),
        tools="$.message.tool_calls[*].function",
        finish="$.done_reason",
    ),
    stream=StreamRule(
        piece=("$.message.content", "$.response"),
        done=(StreamSign(where="@.done == true"),),
        failed=(StreamSign(where="@.error && @.error != null"),),
        finish="$.done_reason",
        reasoning=(TextRule(("$.message.thinking", "$.thinking")),),
        tools=(TextRule("$.message.tool_calls[*].function"),),
    ),
    usage=UsagePaths("$.prompt_eval_count", "$.eval_count"),
)
_CANDIDATE: Final = "$.candidates[0]"
_ENDS: Final = ("@.candidates[0].finishReason", "@.promptFeedback.blockReason")
_GEMINI_ANSWER: Final = ReplyPaths(
    text=f"{_CANDIDATE}.content.parts[?@.thought != true].text",
    error="$.error",
    reasoning=f"{_CANDIDATE}.content.parts[?@.thought == true].text",
    tools=f"{_CANDIDATE}.content.parts[*].functionCall",
    finish=(f"{_CANDIDATE}.finishReason", "$.promptFeedback.blockReason"),
)
_GEMINI: Final = Preset(
    reply=_GEMINI_ANSWER,
    stream=StreamRule(
        piece=_GEMINI_ANSWER.text,
        done=tuple(StreamSign(where=place, end=True) for place in _ENDS),
        failed=(StreamSign(where="@.error && @.error != null"),),
        finish=_GEMINI_ANSWER.finish,
        reasoning=(TextRule(f"{_CANDIDATE}.content.parts[?@.thought == true].text"),),
        tools=(TextRule(f"{_CANDIDATE}.content.parts[*].functionCall"),),
    ),
    usage=UsagePaths("$.usageMetadata.promptTokenCount", "$.usageMetadata.candidatesTokenCount"),
    history="parts",
)
_LANGSERVE: Final = Preset(
    reply=ReplyPaths(text=("$.output.content", "$.output"), error="$.error"),
    stream=StreamRule(
        events=("data",),
        piece=("$.content", "$.content[?@.type == 'text'].text", "$"),
        done=(StreamSign(event="end"),),
        failed=(StreamSign(event="error"),),
        finish="$.response_metadata.finish_reason",
    ),
)
_THOUGHTS: Final = (
    "additional_kwargs.reasoning_content",
    "content[?@.type == 'reasoning' || @.type == 'thinking']['reasoning', 'thinking']",
)
"""Where a message of LangChain keeps reasoning: beside its content, or in blocks of it."""
_LANGGRAPH: Final = Preset(
    reply=ReplyPaths(
        text=("$.messages[-1].content", "$.messages[-1].content[?@.type == 'text'].text"),
        error=("$.__error__", "$.error"),
        reasoning=tuple(f"$.messages[-1].{place}" for place in _THOUGHTS),
        tools="$.messages[-3:].tool_calls[*]['name', 'args']",  # of this turn: call, result, answer
        finish="$.messages[-1].response_metadata.finish_reason",
    ),
    stream=StreamRule(
        events=("messages",),
        where='@[0].type == "AIMessageChunk"',
        piece=("$[0].content", "$[0].content[?@.type == 'text'].text"),
        block="$[0].id",
        done=(StreamSign(end=True),),
        failed=(StreamSign(event="error"),),
        finish="$[0].response_metadata.finish_reason",
        reasoning=(TextRule(tuple(f"$[0].{place}" for place in _THOUGHTS), event="messages"),),
        tools=(
            TextRule("$[0].content", event="messages", where='@[0].type == "tool"'),
            TextRule("$[0].tool_calls[*]['name', 'args']", event="messages"),
        ),
    ),
)
_DIFY: Final = Preset(
    reply=ReplyPaths(text="$.answer"),
    stream=StreamRule(
        where='@.event == "message" || @.event == "agent_message"',
        piece="$.answer",
        replace=TextRule("$.answer", where='@.event == "message_replace"'),
        done=(StreamSign(where='@.event == "message_end"'),),
        failed=(StreamSign(where='@.event == "error"'),),
        reasoning=(TextRule("$.thought", where='@.event == "agent_thought"'),),
        tools=(TextRule("$.tool_input", where='@.event == "agent_thought"'),),
    ),
    usage=UsagePaths("$.metadata.usage.prompt_tokens", "$.metadata.usage.completion_tokens"),
)

PRESETS: Final[Mapping[str, Preset]] = {
    "openai-chat": _OPENAI_CHAT,
    "openai-responses": _OPENAI_RESPONSES,
    "anthropic": _ANTHROPIC,
    "vercel-ui": _VERCEL_UI,
    "ollama": _OLLAMA,
    "gemini": _GEMINI,
    "langserve": _LANGSERVE,
    "langgraph": _LANGGRAPH,
    "dify": _DIFY,
}
"""By name."""
