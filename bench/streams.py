"""Reading a stream, beside a loop that splits it at blank lines and takes one value out of each event."""

import json

from bench.timing import compare, sized
from botassay.http import Description, Exchange
from botassay.http.limits import Answer
from botassay.http.stream import StreamDecoder

EVENTS = sized(2_000, 50)
KIND = "text/event-stream"


def _stream() -> bytes:
    events = [
        {"id": "c", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": f"{number} "}}]}
        for number in range(EVENTS)
    ]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode() + b"data: [DONE]\n\n"


def streams() -> None:
    """Read a stream of chat completions in pieces of 1,400 bytes, about those of a packet."""
    stream = _stream()
    pieces = [stream[at : at + 1_400] for at in range(0, len(stream), 1_400)]
    exchange = Exchange.of(Description(url="http://bot.example", body="{{message}}", preset="openai-chat"))

    def ours() -> str:
        decoder = exchange.stream.decoder(KIND) if exchange.stream else None
        assert isinstance(decoder, StreamDecoder)
        for piece in pieces:
            decoder.feed(piece)
        return exchange.hear(Answer(200, {"Content-Type": KIND}, stream, decoder)).reply.text

    def peer() -> str:
        texts, rest = [], b""
        for piece in pieces:
            *events, rest = (rest + piece).split(b"\n\n")
            for event in events:
                data = event.removeprefix(b"data: ")
                if data != b"[DONE]":
                    texts.append(json.loads(data)["choices"][0]["delta"].get("content", ""))
        return "".join(texts)

    assert ours() == peer()
    compare(f"a stream of {EVENTS:,} events, against json", ours, peer, "events/s", EVENTS, rate=True)
