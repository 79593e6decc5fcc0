"""Connections that are not safe, with certificates made here: each is refused, and it is said why."""

import asyncio
import json
import socket
import ssl
import threading
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trustme

from botassay.bots.rest import make_described
from botassay.bots.websocket import make
from botassay.core.errors import BotError, ConfigurationError
from botassay.core.results import Report
from botassay.plugins.protocols import Bot, BotOptions, Reply, SentimentOptions, SentimentText
from botassay.rating.formats import draw, format_for
from botassay.rating.formats.document import read
from botassay.rating.wording import UNVERIFIED
from botassay.sentiment.systems.service import make as make_service
from botassay.testing.hostile.server import HELLO, Server
from tests.conftest import Ended
from tests.live.conftest import Cli, cli

# asyncio leaves the transport of a TLS handshake that failed to the garbage collector, which warns whenever it comes by
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

__all__ = ["cli"]
TURN = 1.0
AUTHORITY = trustme.CA()
LONG_AGO, LONG_OVER = datetime(2001, 1, 1, tzinfo=UTC), datetime(2002, 1, 1, tzinfo=UTC)


def trusted(*names: str, expires: datetime | None = None) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    AUTHORITY.issue_cert(*names, not_before=LONG_AGO if expires else None, not_after=expires).configure_cert(made)
    return made


def foreign() -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(made)
    return made


def self_signed() -> ssl.SSLContext:
    made, own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), trustme.CA()
    with own.cert_pem.tempfile() as certificate, own.private_key_pem.tempfile() as key:
        made.load_cert_chain(certificate, key)
    return made


def old() -> ssl.SSLContext:
    made = trusted("127.0.0.1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that is the point
        made.minimum_version = made.maximum_version = ssl.TLSVersion.TLSv1_1
    made.set_ciphers("ALL:@SECLEVEL=0")
    return made


@asynccontextmanager
async def safe(context: ssl.SSLContext | None) -> AsyncIterator[Server]:
    """Serve on a free port, with this certificate; without one, connections are taken and nothing more."""
    server = Server([(HELLO,)])
    play = server.play if context else silent
    listening = await asyncio.start_server(play, "127.0.0.1", 0, ssl=context)
    server.url = f"https://127.0.0.1:{listening.sockets[0].getsockname()[1]}/chat"
    try:
        yield server
    finally:
        listening.close()
        server.stop()
        await asyncio.sleep(0)


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


def asked(context: ssl.SSLContext | None, folder: Path, *lines: str, **options: object) -> Reply | BotError:
    """Say one thing to a bot behind this certificate."""

    async def talk() -> Reply:
        async with safe(context) as server:
            described = folder / "bot.toml"
            more = "\n".join(lines)
            described.write_text(
                f"url = '{server.url}'\nbody = '{{\"message\": {{{{message}}}}}}'\n{more}\n[reply]\ntext = '$.reply'"
            )
            bot = make_described(str(described), BotOptions(turn=TURN, **options))  # type: ignore[arg-type]
            return await once(bot)

    try:
        return asyncio.run(talk())
    except BotError as error:
        return error


CASES: dict[str, tuple[Callable[[], ssl.SSLContext | None], str]] = {
    "H45 an expired certificate": (lambda: trusted("127.0.0.1", expires=LONG_OVER), "has expired"),
    "H45 a self-signed certificate": (self_signed, "is self-signed"),
    "H45 a certificate of an unknown authority": (foreign, "signed by an unknown authority"),
    "H45 the certificate of another host": (lambda: trusted("bot.example"), "that of another host"),
    "H45 an old version, and it breaks off": (old, "TLS 1.2"),  # who breaks off first depends on the build of OpenSSL
    "H45 a handshake that never ends": (lambda: None, "never completes the TLS handshake"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_connection_that_is_not_safe_is_refused_and_it_is_said_why(case: str, tmp_path: Path) -> None:
    made, said = CASES[case]
    context = made()
    failure = asked(context, tmp_path, **({} if made is foreign or made is self_signed else {"ca": pem(tmp_path)}))
    assert isinstance(failure, BotError), failure
    assert failure.kind == "tls"
    assert said in str(failure)
    assert not failure.again  # it stays as it is, however often somebody tries


@pytest.mark.case("H45")
def test_an_old_version_is_named() -> None:
    def refuse(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with suppress(ssl.SSLError), old().wrap_socket(connection, server_side=True):
            pytest.fail("nobody speaks that any more")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=refuse, args=(listening,))
        thread.start()
        bot = make(f"wss://127.0.0.1:{listening.getsockname()[1]}/", BotOptions(turn=TURN, insecure=True))
        with pytest.raises(BotError, match=r"does not support TLS 1\.2 or later") as caught:
            asyncio.run(once(bot))
        thread.join(10)
    assert caught.value.kind == "tls"


async def once(bot: Bot) -> Reply:
    async with bot.open(user="u") as conversation:
        return await conversation.say("hi")


def pem(folder: Path) -> Path:
    file = folder / "ca.pem"
    AUTHORITY.cert_pem.write_to_path(str(file))
    return file


@pytest.mark.case("H45")
def test_a_certificate_of_ones_own_authority_is_believed(tmp_path: Path) -> None:
    context = trusted("127.0.0.1")
    pem(tmp_path)
    assert isinstance(asked(context, tmp_path), BotError)
    for reply in (asked(context, tmp_path, ca=tmp_path / "ca.pem"), asked(context, tmp_path, 'ca = "ca.pem"')):
        assert isinstance(reply, Reply), reply
        assert reply.text == "hello"


@pytest.mark.case("H45")
def test_a_sentiment_service_is_believed_by_its_own_authority(tmp_path: Path) -> None:
    pem(tmp_path)
    file = tmp_path / "service.toml"
    with served(trusted("127.0.0.1"), tmp_path) as described:
        url = described.read_text().split("'")[1]
        for ca, what in (("", "signed by an unknown authority"), ("ca = 'ca.pem'", "has nothing at")):
            file.write_text(f"url = '{url}'\nbody = '{{{{message}}}}'\n{ca}\n[reply]\npolarity = '$.score'\n")
            with pytest.raises(BotError, match=what):
                make_service(str(file), SentimentOptions()).polarity([SentimentText("1", "fine")])


@pytest.mark.case("H45")
@pytest.mark.parametrize("case", list(CASES)[:4])
def test_who_insists_talks_without_a_check(case: str, tmp_path: Path) -> None:
    reply = asked(CASES[case][0](), tmp_path, insecure=True)
    assert isinstance(reply, Reply), reply


@pytest.mark.case("H45")
def test_a_socket_is_as_safe() -> None:
    async def talk() -> None:
        async with safe(foreign()) as server:
            await once(make(server.url.replace("https", "wss"), BotOptions(turn=TURN)))

    with pytest.raises(BotError, match="signed by an unknown authority") as caught:
        asyncio.run(talk())
    assert caught.value.kind == "tls"


@pytest.mark.case("H46")
def test_no_other_protocol_is_offered(tmp_path: Path) -> None:
    both = trusted("127.0.0.1")
    both.set_alpn_protocols(["h2", "http/1.1"])
    for more in ({"ca": pem(tmp_path)}, {"insecure": True}):
        assert isinstance(asked(both, tmp_path, **more), Reply)
    only = trusted("127.0.0.1")
    only.set_alpn_protocols(["h2"])
    assert isinstance(asked(only, tmp_path, insecure=True), Reply)  # it was asked in HTTP/1.1, and answers so


@pytest.mark.parametrize("content", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----"])
def test_a_file_without_certificates_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text(content)
    with pytest.raises(ConfigurationError, match="contains no PEM certificate"):
        make("wss://127.0.0.1:1/", BotOptions(ca=file))
    with pytest.raises(ConfigurationError, match="cannot be read"):
        make("wss://127.0.0.1:1/", BotOptions(ca=tmp_path / "nowhere.pem"))


# ── by the command line ─────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def served(context: ssl.SSLContext, folder: Path) -> Iterator[Path]:
    """Serve from a thread of its own; give the description of the bot."""
    begun, stop = threading.Event(), asyncio.Event()
    held: list[asyncio.AbstractEventLoop] = []
    described = folder / "bot.toml"

    async def serve() -> None:
        async with safe(context) as server:
            described.write_text(
                f"url = '{server.url}'\nbody = '{{\"message\": {{{{message}}}}}}'\n[reply]\ntext = '$.reply'"
            )
            held.append(asyncio.get_running_loop())
            begun.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    begun.wait(10)
    try:
        yield described
    finally:
        held[0].call_soon_threadsafe(stop.set)
        thread.join(10)


def rated(cli: Cli, *arguments: object) -> Ended:
    return cli(
        "rate", *arguments, "--issues", "AL", "--limit", "1", "--min-coverage", "0", "--out", "run", "--seed", "1"
    )


@pytest.mark.case("H45")
def test_the_report_says_that_nothing_was_checked(cli: Cli, tmp_path: Path) -> None:
    with served(self_signed(), tmp_path) as described:
        refused = rated(cli, described)
        assert (refused.code, refused.out) == (69, "")
        assert "is self-signed" in refused.err
        assert "Traceback" not in refused.err
        ended = rated(cli, described, "--insecure", "-o", "r.html", "-o", "r.md", "-o", "r.json")
    assert ended.code == 0, ended.err
    assert UNVERIFIED in " ".join(ended.out.replace("│", " ").split())
    assert f'<p class="text warning">{UNVERIFIED}</p>' in (tmp_path / "r.html").read_text("utf-8")
    assert UNVERIFIED.partition("(")[0] in (tmp_path / "r.md").read_text("utf-8")
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["ratings"][0]["subject"]["insecure"]
    again = cli("rate", "run", "-o", "again.md", "--profile", "abuse")  # rated anew, and nothing sent
    assert again.code == 0, again.err
    assert UNVERIFIED.partition("(")[0] in (tmp_path / "again.md").read_text("utf-8")


@pytest.mark.case("H45")
def test_a_safe_connection_needs_no_remark(cli: Cli, tmp_path: Path) -> None:
    with served(trusted("127.0.0.1"), tmp_path) as described:
        ended = rated(cli, described, "--ca", pem(tmp_path), "-o", "r.html", "-o", "r.json")
        tried = cli("bots", "check", described, "--ca", "ca.pem")
        untried = cli("bots", "check", described, "--json")
    assert ended.code == 0, ended.err
    assert UNVERIFIED not in (tmp_path / "r.html").read_text("utf-8") + ended.out
    (one, *_) = read((tmp_path / "r.json").read_bytes(), "r.json").ratings
    assert not one.subject.insecure
    assert UNVERIFIED.encode() not in draw(format_for(Path("x.md")), Report((one,)))
    assert (tried.code, untried.code) == (0, 69)
    assert json.loads(untried.out)["kind"] == "tls"
