"""Broken answers and frames, as a seed draws them."""

import base64
import hashlib
import json
import re
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

Drawn = Callable[[Random], bytes]

SOUND: Final = b'{"reply": "hello", "error": null}'
STATUSES: Final = (
    b"HTTP/1.1 200 OK",
    b"HTTP/1.1 200",
    b"HTTP/1.1  200 OK",
    b"HTTP/2 200 OK",
    b"HTTP/9.9 200 OK",
    b"http/1.1 200 OK",
    b"HTTP/1.1 +200 OK",
    b"HTTP/1.1 2000 OK",
    b"HTTP/1.1 20 OK",
    b"HTTP/1.1 \xb2\xb2\xb2 OK",
    b"HTTP/1.1 -1 OK",
    b"ICY 200 OK",
    b"HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK",
    b"HTTP/1.1 101 Switching Protocols",
    b"HTTP/1.1 103 Early Hints",
    b"HTTP/1.1 204 No Content",
    b"HTTP/1.1 205 Reset",
    b"HTTP/1.1 206 Partial",
    b"HTTP/1.1 304 Not Modified",
    b"HTTP/1.1 226 IM Used",
    b"HTTP/1.1 407 Proxy",
    b"HTTP/1.1 421 X",
    b"HTTP/1.1 426 Upgrade",
    b"HTTP/1.1 500 \xff\xfe\x00",
    b"HTTP/1.0 200 OK",
    b"",
    b"\x00" * 64,
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"SSH-2.0-OpenSSH_9",
    b"+OK ready",
    b"220 mail",
    b"HTTP/1.1 302 Found\r\nLocation: \x00\xff//[::1",
    b"HTTP/1.1 200 OK" + b"k" * 20_000,
)
HEADERS: Final = (
    b"Content-Length: +33",
    b"Content-Length: 33, 33",
    b"Content-Length: 0x21",
    b"Content-Length: 33 ",
    b"Content-Length:\t33",
    b"Content-Length : 33",
    b"Content-Length: 3_3",
    b"Content-Length: 99999999999999999999999999",
    b"Content-Length: ",
    b"Content-Length: \xd9\xa3\xd9\xa3",
    b"Content-Length: 3.3e1",
    b"content-length: 33\r\ncontent-length: 34",
    b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: identity",
    b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: \x0bchunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding:",
    b"Transfer-Encoding: chunked;q=1",
    b"X: a\r\n folded",
    b"X: a\r\n\tContent-Length: 9",
    b" Leading: 1",
    b"NoColon",
    b": empty",
    b"X\x00Y: 1",
    b"X: \x00\x01\x7f",
    b"X: \xff\xfe\xc3\x28",
    b"X Y: 1",
    b"X: " + b"y" * 17_000,
    b"X: a\rContent-Length: 2",
    b"Content-Encoding: , ,",
    b"Content-Encoding: identity",
    b"Content-Encoding: IDENTITY, gzip",
    b"Content-Type: \xff; charset=\xff",
    b"Content-Type: application/json; charset=idna",
    b"Content-Type: text/event-stream",
    b"Content-Type: " + b"a" * 9_000,
    b"Content-Type: application/json; charset=unicode_escape",
    b"Content-Type: application/json; charset=base64_codec",
    b"Content-Type: application/json; charset=undefined",
    b"Content-Type: ;;;;charset==",
    b"Content-Type: text/html",
    b"Set-Cookie: \x01=\x02; expires=Thu, 99 Foo 99999",
    b"Set-Cookie: =",
    b"Set-Cookie: a=b; domain=.; path=\xff; max-age=1e99",
    b"Set-Cookie: a=b; max-age=999999999999999999999",
    b"Set-Cookie: " + b"a;" * 4_000,
    b"Set-Cookie: a=b; expires=Fri, 31 Dec 9999999999 23:59:59 GMT",
    b"Retry-After: 1e309",
    b"Retry-After: nan",
    b"Retry-After: -inf",
    b"Retry-After: " + b"9" * 400,
    b"Date: Mon, 99 Zzz 0000 99:99:99 +9999",
    b"Connection: upgrade\r\nUpgrade: h2c",
    b"Connection: " + b"close," * 900,
    b"Trailer: Content-Length",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Keep-Alive: timeout=-1, max=0",
    b'Alt-Svc: h3=":443"',
)
_CHUNKS: Final = (
    b"21;ext=" + b"e" * 30_000,
    b" 21",
    b"21 ",
    b"+21",
    b"0x21",
    b"-1",
    b"",
    b"7fffffffffffffff",
    b"ffffffffffffffffff",
    b"21\x00",
    b"2_1",
    b"\xb2",
    b"21\n",
    b"21\r",
    b"00000000000000000000000000000000021",
    b'21;"unclosed',
    b"21\t;a=b;c",
)


@lru_cache
def _bodies() -> tuple[bytes, ...]:
    return (
        SOUND,
        SOUND,
        b"[" * 500 + b"]" * 500,
        b"[" * 5_000 + b"]" * 5_000,
        b"[" * 450_000 + b"]" * 450_000,
        b'{"reply":' * 90_000 + b'"x"' + b"}" * 90_000,
        b'{"reply": 1e999}',
        b'{"reply": "\\ud800\\udc00\\ud800"}',
        b'{"reply": ' + b"-" * 5_000 + b"1}",
        b'{"a":1,' * 3_000,
        b'{"reply": "' + b"\\u0000" * 9_000 + b'"}',
        b'{"reply": "\xff\xfe"}',
        b'{"reply": [' + b'"x",' * 100_000 + b'"x"]}',
        b'{"reply": {"reply": {"reply": "x"}}}',
        b'{"error": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"error": {"' + b"k" * 50_000 + b'": 1}, "reply": "x"}',
        b'{"reply": 1' + b"0" * 900_000 + b"}",
        b"\xef\xbb\xbf" * 3 + SOUND,
        b"\xff\xfe\x00",
        b"<" * 100_000,
        b"data: {}\n\n" * 100,
        b"\x00" * 1_000,
        '{"reply": "é"}'.encode("utf-16-be"),
        b'"\\',
        b"tru",
        b'{"reply": "x"} ' + b" " * 900_000,
        b'{"reply": "' + "🤖".encode() * 16_385 + b'"}',
    )


def _body(draw: Random) -> bytes:
    if draw.random() < 0.1:
        return draw.randbytes(draw.randrange(3_000))
    if draw.random() < 0.1:
        return json.dumps({"reply": draw.randbytes(50).decode("latin-1")}).encode()
    return draw.choice(_bodies())


def _chunked(draw: Random) -> bytes:
    size = draw.choice(_CHUNKS)
    end = draw.choice(
        (
            b"0\r\n\r\n",
            b"0\r\n" + b"T: x\r\n" * draw.choice((1, 3_000, 40_000)) + b"\r\n",
            b"",
            b"0\r\n",
            b"0\n\n",
            b"0\r\nContent-Length: 3\r\n\r\n",
        )
    )
    return (
        b"Transfer-Encoding: chunked\r\n\r\n"
        + size
        + draw.choice((b"\r\n", b"\n", b"\r", b""))
        + SOUND
        + draw.choice((b"\r\n", b"", b"xx"))
        + end
    )


def framed(draw: Random) -> bytes:
    status = draw.choice(STATUSES) if draw.random() < 0.4 else STATUSES[0]
    fields = [draw.choice(HEADERS) for _ in range(draw.randrange(4))]
    head = b"\r\n".join([status, *fields]) + b"\r\n"
    if draw.random() < 0.35:
        return head + _chunked(draw)
    body = _body(draw)
    length = b"Content-Length: %d\r\n" % (len(body) + draw.choice((0, 0, 0, 1, -1, 10**6)))
    return head + draw.choice((length, length, b"")) + b"\r\n" + body


def _mutated(draw: Random) -> bytes:
    """A sound answer with some bytes changed, left out, repeated."""
    whole = bytearray(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(SOUND) + SOUND
    )
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(whole))
        match draw.randrange(5):
            case 0:
                whole[at] = draw.randrange(256)
            case 1:
                del whole[at : at + draw.randint(1, 9)]
            case 2:
                whole[at:at] = draw.choice((b"\r", b"\n", b"\r\n", b"\0", b" ", b":", b"\xff", b"\r\n\r\n"))
            case 3:
                whole[at:at] = whole[at : at + draw.randint(1, 40)]
            case _:
                whole[at:at] = draw.randbytes(draw.randint(1, 9))
        whole = whole or bytearray(b"x")
    return bytes(whole)


def _noise(draw: Random) -> bytes:
    return draw.randbytes(draw.choice((1, 10, 1_000, 100_000)))


def _interim(draw: Random) -> bytes:
    one = draw.choice(
        (
            b"HTTP/1.1 100 Continue\r\n\r\n",
            b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n",
            b"HTTP/1.1 102 P\r\nContent-Length: 5\r\n\r\nhello",
            b"HTTP/1.1 100 Continue\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        )
    )
    return one * draw.choice((1, 50, 3_000)) + draw.choice((b"", framed(draw)))


HTTP: Final[tuple[Drawn, ...]] = (framed, framed, framed, _mutated, _mutated, _noise, _interim)

# ── WebSocket ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _frame(
    opcode: int, data: bytes = b"", *, fin: bool = True, bits: int = 0, mask: bytes = b"", length: int | None = None
) -> bytes:
    size = len(data) if length is None else length
    head = bytes([(0x80 if fin else 0) | bits | opcode])
    flag = 0x80 if mask else 0
    if size < 126:
        head += bytes([flag | size])
    elif size < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", size)
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", size % 2**64)
    return head + mask + data


@lru_cache
def _deflated(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(b"a" * size) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


@lru_cache
def _all_frames() -> tuple[bytes, ...]:
    return (
        _frame(1, SOUND),
        _frame(1, b"\xff\xfe"),
        _frame(1, SOUND, bits=0x40),
        _frame(1, _deflated(8_000_000), bits=0x40),
        _frame(1, SOUND, bits=0x70),
        _frame(3, b"x"),
        _frame(7),
        _frame(11),
        _frame(15),
        _frame(1, SOUND, mask=b"abcd"),
        _frame(1, b"{", fin=False),
        _frame(0, b"}"),
        _frame(0, b"x", fin=False) * 500,
        _frame(1, b"", fin=False) + _frame(0, b"", fin=False) * 20_000,
        _frame(1, length=2**63),
        _frame(1, length=2**40),
        _frame(1, b"x" * 100, length=101),
        _frame(9, b"p" * 125),
        _frame(9, b"p" * 125) * 2_000,
        _frame(9, b"p" * 126),
        _frame(9, b"p", fin=False),
        _frame(10) * 1_000,
        _frame(8),
        _frame(8, b"\x00"),
        _frame(8, struct.pack(">H", 1000) + b"\xff"),
        _frame(8, b"\x00\x00"),
        _frame(8, b"\x03\xee"),
        _frame(2, SOUND),
        _frame(2, bytes(range(256))),
        _frame(1, SOUND) * 2,
        _frame(1, SOUND) * 3_000,
        _frame(1, b"x" * 2**20),
        _frame(1, b'{"typing": 1}') * 500,
        _frame(1, b"[" * 300_000),
        _frame(1, b""),
        b"GET / HTTP/1.1",
    )


def frames(draw: Random) -> bytes:
    return b"".join(draw.choice(_all_frames()) for _ in range(draw.randint(1, 4)))


def handshake(draw: Random, asked: bytes) -> bytes:
    found = re.search(rb"(?i)sec-websocket-key: *(\S+)", asked)
    key = base64.b64encode(
        hashlib.sha1(  # noqa: S324 - RFC 6455
            (found[1] if found else b"") + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        ).digest()
    )
    good = b"HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + key
    if draw.random() < 0.75:
        return good + b"\r\n\r\n"
    return draw.choice(
        (
            good + b"x\r\n\r\n",
            good + b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
            good + b"\r\nSec-WebSocket-Extensions: \xff,;=\r\n\r\n",
            good + b"\r\nSec-WebSocket-Protocol: evil\r\n\r\n",
            good.replace(b"websocket", b"h2c") + b"\r\n\r\n",
            good.replace(b"101", b"200") + b"\r\n\r\n",
            good + b"\r\nContent-Length: 5\r\n\r\nhello",
            good + b"\r\n" + b"X: y\r\n" * 5_000,
            b"HTTP/1.1 302 F\r\nLocation: ws://169.254.169.254/\r\n\r\n",
            framed(draw),
            _noise(draw),
        )
    )
