"""How nine interfaces answer, event by event, with the oddities that their documentation shows.

Sources, by dialect: see `source`; docs/reference/wire-formats.md says the same for readers.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

SSE: Final = "text/event-stream; charset=utf-8"
NDJSON: Final = "application/x-ndjson"
Said = list[tuple[str, str]]


def sse(data: Any, event: str | None = None, *, head: str = "") -> bytes:
    """Write a server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    named = f"event: {event}\n" if event else ""
    return f"{head}{named}data: {text}\n\n".encode()


def line(data: Any) -> bytes:
    """Write a line of JSON."""
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def cut(text: str) -> list[str]:
    """Cut a text as tokens come: a few characters each, spaces at their beginning."""
    return [text[at : at + 5] for at in range(0, len(text), 5)]


@dataclass(frozen=True, slots=True)
class Turn:
    """What the bot writes in one turn."""

    text: str
    reasoning: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Dialect:
    """An interface.

    Args:
        preset: its name in `bot.toml`.
        source: the documentation that it is made from.
        body: of a request, in `bot.toml`.
        asked: what was said so far, in the body of a request.
        begin: the frames before the end.
        signs: the last frames, without which the reply is not complete.
        error: a frame that tells of a failure.
        whole: the unstreamed answer.
        kind: the Content-Type of a stream.
        asides: whether reasoning and tool calls have a place.
        ends: whether the end of the body is a sign, too: then `signs` alone prove nothing.
    """

    preset: str
    source: str
    body: str
    asked: Callable[[Any], Said]
    begin: Callable[[Turn], Sequence[bytes]]
    signs: Callable[[], Sequence[bytes]]
    error: bytes
    whole: Callable[[Turn], Any]
    kind: str = SSE
    asides: bool = True
    ends: bool = False
    session: Callable[[Any], str] | None = None
    """The id of the conversation in the body of a request; None: the whole history is there."""

    def frames(self, turn: Turn) -> list[bytes]:
        """Return a whole stream."""
        return [*self.begin(turn), *self.signs()]


def _messages(key: str) -> Callable[[Any], Said]:
    return lambda body: [(entry["role"], entry["content"]) for entry in body[key] if entry["role"] != "system"]


def _parts(body: Any) -> Said:
    roles = {"model": "assistant"}
    return [(roles.get(e["role"], e["role"]), "".join(p["text"] for p in e["parts"])) for e in body["contents"]]


def _ui(body: Any) -> Said:
    return [(entry["role"], "".join(part["text"] for part in entry["parts"])) for entry in body["messages"]]


# ── OpenAI: chat completions ────────────────────────────────────────────────────────────────────────────────────────


def _chunk(delta: Any, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return sse({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})


def _openai_chat(turn: Turn) -> list[bytes]:
    frames = [b": OPENROUTER PROCESSING\n\n", _chunk({"role": "assistant", "content": "", "refusal": None})]
    frames += [_chunk({"content": None, "reasoning_content": part}) for part in cut(turn.reasoning)]
    if turn.tool:
        call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": ""}}
        frames.append(_chunk({"tool_calls": [call]}))
        frames += [_chunk({"tool_calls": [{"index": 0, "function": {"arguments": part}}]}) for part in cut(turn.tool)]
    return [*frames, *(_chunk({"content": part}) for part in cut(turn.text)), _chunk({}, "stop")]


def _openai_chat_whole(turn: Turn) -> Any:
    message: dict[str, Any] = {"role": "assistant", "content": turn.text, "refusal": None}
    message |= {"reasoning_content": turn.reasoning} if turn.reasoning else {}
    call = {"id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": turn.tool}}
    message |= {"tool_calls": [call]} if turn.tool else {}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 12, "total_tokens": 21}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": usage}


OPENAI_CHAT = Dialect(
    "openai-chat",
    "docs.rs/openai-interface, module chat",
    '{"model": "m", "messages": {{history}}, "stream": true}',
    _messages("messages"),
    _openai_chat,
    lambda: [
        sse({"id": "chatcmpl-1", "choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 12}}),
        sse("[DONE]"),
    ],
    sse({"error": {"message": "The model is overloaded", "type": "server_error", "code": None}}),
    _openai_chat_whole,
)


# ── OpenAI: responses ───────────────────────────────────────────────────────────────────────────────────────────────


def _response(kind: str, **more: Any) -> bytes:
    return sse({"type": kind, "sequence_number": 1, **more}, kind)


def _responses(turn: Turn) -> list[bytes]:
    frames = [
        _response("response.created", response={"id": "resp_1", "status": "in_progress", "error": None}),
        _response("response.in_progress", response={"id": "resp_1", "status": "in_progress", "error": None}),
    ]
    if turn.reasoning:
        frames.append(_response("response.output_item.added", output_index=0, item={"type": "reasoning"}))
    frames += [
        _response("response.reasoning_summary_text.delta", output_index=0, delta=part) for part in cut(turn.reasoning)
    ]
    frames += [
        _response("response.function_call_arguments.delta", output_index=1, delta=part) for part in cut(turn.tool)
    ]
    at = {"item_id": "msg_1", "output_index": 2, "content_index": 0}
    frames += [_response("response.output_text.delta", delta=part, **at) for part in cut(turn.text)]
    return [*frames, _response("response.output_text.done", text=turn.text, **at)]


def _responses_whole(turn: Turn) -> Any:
    output: list[Any] = []
    if turn.reasoning:
        output.append({"type": "reasoning", "summary": [{"type": "summary_text", "text": turn.reasoning}]})
    if turn.tool:
        output.append({"type": "function_call", "name": "look_up", "arguments": turn.tool})
    content = [{"type": "output_text", "text": turn.text, "annotations": []}]
    output.append({"type": "message", "role": "assistant", "content": content})
    usage = {"input_tokens": 9, "output_tokens": 12}
    return {
        "id": "resp_1",
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "output": output,
        "usage": usage,
    }


OPENAI_RESPONSES = Dialect(
    "openai-responses",
    "docs.rs/openai-interface, module responses",
    '{"model": "m", "input": {{history}}, "stream": true}',
    _messages("input"),
    _responses,
    lambda: [
        _response(
            "response.completed",
            response={"id": "resp_1", "status": "completed", "usage": {"input_tokens": 9, "output_tokens": 12}},
        )
    ],
    _response("error", code="server_error", message="The model is overloaded", param=None),
    _responses_whole,
)


# ── Anthropic: messages ─────────────────────────────────────────────────────────────────────────────────────────────


def _named(kind: str, **more: Any) -> bytes:
    return sse({"type": kind, **more}, kind)


def _anthropic(turn: Turn) -> list[bytes]:
    message: Any = {"id": "msg_1", "type": "message", "content": [], "stop_reason": None, "usage": {"input_tokens": 9}}
    frames, index = [_named("message_start", message=message)], 0
    blocks = [
        ({"type": "thinking", "thinking": ""}, "thinking_delta", "thinking", turn.reasoning),
        (
            {"type": "tool_use", "id": "t1", "name": "look_up", "input": {}},
            "input_json_delta",
            "partial_json",
            turn.tool,
        ),
        ({"type": "text", "text": ""}, "text_delta", "text", turn.text),
    ]
    for block, kind, key, text in blocks:
        if not text and kind != "text_delta":
            continue
        frames += [_named("content_block_start", index=index, content_block=block), _named("ping")]
        frames += [_named("content_block_delta", index=index, delta={"type": kind, key: part}) for part in cut(text)]
        frames.append(_named("content_block_stop", index=index))
        index += 1
    stop = {"stop_reason": "end_turn", "stop_sequence": None}
    return [*frames, _named("message_delta", delta=stop, usage={"output_tokens": 12}), _named("something_new", x=1)]


def _anthropic_whole(turn: Turn) -> Any:
    content: list[Any] = [{"type": "thinking", "thinking": turn.reasoning, "signature": "x"}] if turn.reasoning else []
    content += [{"type": "tool_use", "id": "t1", "name": "look_up", "input": {"q": turn.tool}}] if turn.tool else []
    content.append({"type": "text", "text": turn.text})
    usage = {"input_tokens": 9, "output_tokens": 12}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": content,
        "stop_reason": "end_turn",
        "usage": usage,
    }


ANTHROPIC = Dialect(
    "anthropic",
    "platform.claude.com/docs/en/build-with-claude/streaming",
    '{"model": "m", "max_tokens": 1024, "messages": {{history}}, "stream": true}',
    _messages("messages"),
    _anthropic,
    lambda: [_named("message_stop")],
    _named("error", error={"type": "overloaded_error", "message": "Overloaded"}),
    _anthropic_whole,
)


# ── Vercel AI SDK: UI messages ──────────────────────────────────────────────────────────────────────────────────────


def _vercel(turn: Turn) -> list[bytes]:
    frames = [sse({"type": "start", "messageId": "msg-1"}), sse({"type": "start-step"})]
    if turn.reasoning:
        frames.append(sse({"type": "reasoning-start", "id": "r1"}))
        frames += [sse({"type": "reasoning-delta", "id": "r1", "delta": part}) for part in cut(turn.reasoning)]
        frames.append(sse({"type": "reasoning-end", "id": "r1"}))
    if turn.tool:
        call = {"toolCallId": "c1"}
        frames.append(sse({"type": "tool-input-start", **call, "toolName": "look_up"}))
        frames += [sse({"type": "tool-input-delta", **call, "inputTextDelta": part}) for part in cut(turn.tool)]
        frames.append(sse({"type": "tool-output-available", **call, "output": {"found": turn.tool}}))
    frames.append(sse({"type": "text-start", "id": "t1"}))
    frames += [sse({"type": "text-delta", "id": "t1", "delta": part}) for part in cut(turn.text)]
    return [*frames, sse({"type": "text-end", "id": "t1"}), sse({"type": "finish-step"})]


VERCEL_UI = Dialect(
    "vercel-ui",
    "github.com/vercel/ai content/docs/04-ai-sdk-ui/50-stream-protocol.mdx",
    '{"id": {{session}}, "messages": {{history}}}',
    _ui,
    _vercel,
    lambda: [sse({"type": "finish"}), sse("[DONE]")],
    sse({"type": "error", "errorText": "An error occurred"}),
    lambda turn: {"id": "msg-1", "role": "assistant", "parts": [
        *([{"type": "reasoning", "text": turn.reasoning}] if turn.reasoning else []),
        *([{"type": "tool-look_up", "toolCallId": "c1", "input": {"q": turn.tool}, "output": 0}] if turn.tool else []),
        {"type": "text", "text": turn.text},
    ]},
)  # fmt: skip


# ── Ollama ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ollama_line(message: Any, *, done: bool = False, **more: Any) -> bytes:
    return line({"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": done, **more})


def _ollama(turn: Turn) -> list[bytes]:
    frames = [_ollama_line({"role": "assistant", "content": "", "thinking": part}) for part in cut(turn.reasoning)]
    if turn.tool:
        call = {"function": {"name": "look_up", "arguments": {"q": turn.tool}}}
        frames.append(_ollama_line({"role": "assistant", "content": "", "tool_calls": [call]}))
    return [*frames, *(_ollama_line({"role": "assistant", "content": part}) for part in cut(turn.text))]


def _ollama_whole(turn: Turn) -> Any:
    message: dict[str, Any] = {"role": "assistant", "content": turn.text}
    message |= {"thinking": turn.reasoning} if turn.reasoning else {}
    message |= {"tool_calls": [{"function": {"name": "look_up", "arguments": {"q": turn.tool}}}]} if turn.tool else {}
    return {
        "model": "m",
        "message": message,
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 9,
        "eval_count": 12,
    }


OLLAMA = Dialect(
    "ollama",
    "docs.ollama.com/api/chat, docs.ollama.com/api/errors",
    '{"model": "m", "messages": {{history}}}',
    _messages("messages"),
    _ollama,
    lambda: [
        _ollama_line(
            {"role": "assistant", "content": ""}, done=True, done_reason="stop", prompt_eval_count=9, eval_count=12
        )
    ],
    line({"error": "an error was encountered while running the model"}),
    _ollama_whole,
    kind=NDJSON,
)


# ── Gemini ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _candidate(parts: Any, finish: str | None = None) -> Any:
    ending = {"finishReason": finish} if finish else {}
    candidate = {"content": {"role": "model", "parts": parts}, "index": 0, **ending}
    return {"candidates": [candidate], "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 12}}


def _gemini_parts(turn: Turn) -> list[Any]:
    parts: list[Any] = [{"text": part, "thought": True} for part in cut(turn.reasoning)]
    parts += [{"functionCall": {"name": "look_up", "args": {"q": turn.tool}}}] if turn.tool else []
    return [*parts, *({"text": part} for part in cut(turn.text))]


GEMINI = Dialect(
    "gemini",
    "docs.apiyi.com/en/api-capabilities/gemini/response-handling, second hand",
    '{"contents": {{history}}}',
    _parts,
    lambda turn: [sse(_candidate([part])).replace(b"\n", b"\r\n") for part in _gemini_parts(turn)],
    lambda: [sse(_candidate([{"text": ""}], "STOP")).replace(b"\n", b"\r\n")],
    sse({"error": {"code": 503, "message": "The model is overloaded", "status": "UNAVAILABLE"}}),
    lambda turn: _candidate([
        *([{"text": turn.reasoning, "thought": True}] if turn.reasoning else []),
        *([{"functionCall": {"name": "look_up", "args": {"q": turn.tool}}}] if turn.tool else []),
        {"text": turn.text},
    ], "STOP"),
    ends=True,
)  # fmt: skip


# ── LangServe, LangGraph ────────────────────────────────────────────────────────────────────────────────────────────


def _ping(data: Any, event: str) -> bytes:
    return sse(data, event).replace(b"\n", b"\r\n")  # sse-starlette ends lines so


def _langserve(turn: Turn) -> list[bytes]:
    frames = [_ping({"run_id": "r1"}, "metadata"), b": ping - 2026-01-01 00:00:00\r\n\r\n"]
    return [*frames, *(_ping({"content": part, "type": "AIMessageChunk"}, "data") for part in cut(turn.text))]


LANGSERVE = Dialect(
    "langserve",
    "github.com/langchain-ai/langserve langserve/api_handler.py",
    '{"input": {"question": {{message}}}, "config": {"configurable": {"session_id": {{session}}}}}',
    lambda body: [("user", body["input"]["question"])],
    _langserve,
    lambda: [b"event: end\r\n\r\n"],
    _ping({"status_code": 500, "message": "Internal Server Error"}, "error"),
    lambda turn: {"output": {"content": turn.text, "type": "ai"}, "metadata": {"run_id": "r1"}},
    asides=False,
    session=lambda body: str(body["config"]["configurable"]["session_id"]),
)


def _langgraph(turn: Turn) -> list[bytes]:
    frames = [_ping({"run_id": "r1", "attempt": 1}, "metadata")]
    node = {"langgraph_node": "agent"}
    for number, part in enumerate(cut(turn.reasoning)):
        block = {
            "content": [{"type": "reasoning", "reasoning": part, "index": 0}],
            "type": "AIMessageChunk",
            "id": "m1",
        }
        beside = {"content": "", "additional_kwargs": {"reasoning_content": part}, "type": "AIMessageChunk", "id": "m1"}
        frames.append(_ping([beside if number % 2 else block, node], "messages"))
    if turn.tool:
        call = {
            "content": "",
            "type": "AIMessageChunk",
            "id": "m1",
            "tool_calls": [{"name": "look_up", "args": {"q": "x"}}],
        }
        frames.append(_ping([call, node], "messages"))
        frames.append(
            _ping([{"content": turn.tool, "type": "tool", "id": "m2"}, {"langgraph_node": "tools"}], "messages")
        )
    for number, part in enumerate(cut(turn.text)):
        content: Any = part if number % 2 else [{"type": "text", "text": part, "index": 0}]
        frames.append(_ping([{"content": content, "type": "AIMessageChunk", "id": "m3"}, node], "messages"))
    return [*frames, _ping([{"content": [], "type": "AIMessageChunk", "id": "m3"}, node], "messages")]


def _langgraph_state(turn: Turn) -> Any:
    """Return all messages of a thread; reasoning is a block, as `ReasoningContentBlock` of langchain-core."""
    blocks = [{"type": "reasoning", "reasoning": turn.reasoning}, {"type": "text", "text": turn.text}]
    call = {"type": "ai", "content": "", "tool_calls": [{"name": "look_up", "args": {"q": turn.tool}}]}
    used = [call, {"type": "tool", "content": "nothing"}] if turn.tool else []
    answer = {"type": "ai", "content": blocks if turn.reasoning else turn.text}
    return {"messages": [{"type": "human", "content": "x"}, *used, answer]}


LANGGRAPH = Dialect(
    "langgraph",
    "github.com/langchain-ai/langgraph docs/docs/cloud/how-tos/stream_messages.md",
    '{"input": {"messages": [{"role": "user", "content": {{message}}}]}, "stream_mode": ["messages-tuple"],'
    ' "config": {"configurable": {"thread_id": {{session}}}}}',
    lambda body: [("user", body["input"]["messages"][-1]["content"])],
    _langgraph,
    list,
    _ping({"error": "RuntimeError", "message": "it failed"}, "error"),
    _langgraph_state,
    ends=True,
    session=lambda body: str(body["config"]["configurable"]["thread_id"]),
)


# ── Dify ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_DIFY_IDS: Final = {"task_id": "t1", "message_id": "m1", "conversation_id": "c1", "created_at": 1}


def _dify(turn: Turn) -> list[bytes]:
    frames = [b"event: ping\n\n"]
    if turn.reasoning or turn.tool:
        thought = {"thought": turn.reasoning, "tool": "look_up", "tool_input": turn.tool, "observation": ""}
        frames.append(sse({"event": "agent_thought", "position": 1, **thought, **_DIFY_IDS}))
    return [*frames, *(sse({"event": "message", "answer": part, **_DIFY_IDS}) for part in cut(turn.text))]


def _dify_answer(turn: Turn) -> Any:
    """Return an answer in one piece, in which a model that reasons writes between tags."""
    thought = f"<think>{turn.reasoning}</think>\n\n" if turn.reasoning else ""
    return {"event": "message", "mode": "chat", "answer": f"{thought}{turn.text}", **_DIFY_IDS}


DIFY = Dialect(
    "dify",
    "github.com/langgenius/dify web/app/components/develop/template/template_chat.en.mdx",
    '{"inputs": {}, "query": {{message}}, "response_mode": "streaming", "user": {{session}}}',
    lambda body: [("user", body["query"])],
    _dify,
    lambda: [
        sse({"event": "message_end", "metadata": {"usage": {"prompt_tokens": 9, "completion_tokens": 12}}, **_DIFY_IDS})
    ],
    sse({"event": "error", "status": 500, "code": "provider_error", "message": "the model failed", **_DIFY_IDS}),
    _dify_answer,
    session=lambda body: str(body["user"]),
)

DIALECTS: Final[Mapping[str, Dialect]] = {
    dialect.preset: dialect
    for dialect in (
        OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC, VERCEL_UI, OLLAMA, GEMINI, LANGSERVE, LANGGRAPH, DIFY,
    )
}  # fmt: skip
"""By the name of the preset."""
