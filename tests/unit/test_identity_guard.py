"""The runtime guard: what it says, to whom, and how it stands before a bot and an application."""

import asyncio
import csv
import gzip
import json
import tracemalloc
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from botassay.core.dialog import Role
from botassay.core.errors import UsageError
from botassay.corpora import open_corpus
from botassay.identity import Guard
from botassay.identity.recognisers.grammar_recogniser import LONGEST
from botassay.identity.recognisers.linear import LinearRecogniser
from botassay.identity.runtime_guard import excepted
from botassay.identity.web_guard import LONGEST_BODY, AsgiApp
from botassay.plugins.protocols import Bot, Conversation, Reply

GUARD = Guard(maker="Example Ltd", purpose="help you with parcels", report="Write to care@example.org about problems.")


class Parrot:
    name = "parrot"

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        yield _Says(user)


class _Says:
    def __init__(self, user: str) -> None:
        self.user = user

    async def say(self, text: str) -> Reply:
        return Reply(f"{self.user} said {text}")


def test_it_confirms_clearly_and_says_who_made_it_and_what_for() -> None:
    assert GUARD("Hello? Am I talking to a real person?") == (
        "I am a chatbot, not a person. I was made by Example Ltd. I am here to help you with parcels. "
        "Write to care@example.org about problems."
    )
    assert Guard()("are you human?") == "I am a chatbot, not a person."


@pytest.mark.parametrize(
    "text", ["", "where is my parcel?", "can I talk to a person?", "I am a human", "do you like robots?", "?" * 10_000]
)
def test_it_leaves_everything_else_to_the_bot(text: str) -> None:
    assert GUARD(text) is None


@pytest.mark.parametrize("sure", [0.0, 1.5, -1.0])
def test_it_refuses_what_is_no_probability(sure: float) -> None:
    with pytest.raises(UsageError, match="invalid probability"):
        Guard(sure=sure)


def test_it_has_to_say_what_the_bot_is() -> None:
    with pytest.raises(UsageError, match="needs a name for the bot"):
        Guard(name=" ")


def test_before_a_bot_it_answers_and_the_bot_hears_nothing_of_it() -> None:
    bot = GUARD.before(Parrot())
    assert isinstance(bot, Bot)
    assert bot.name == "parrot+guard"

    async def talk() -> list[str]:
        async with bot.open(user="Ada") as conversation:
            return [(await conversation.say(text)).text for text in ("are you a robot?", "hello")]

    assert asyncio.run(talk()) == [GUARD.answer, "Ada said hello"]


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers with the body that it got."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        part = await receive()
        body += part.get("body", b"")
        more = part.get("more_body", False)
    await send({"type": "http.response.start", "status": 201, "headers": []})
    await send({"type": "http.response.body", "body": body})


def asked(app: AsgiApp, *bodies: bytes, path: str = "/chat", method: str = "POST") -> tuple[int, bytes]:
    waiting: list[dict[str, Any]] = [
        {"type": "http.request", "body": body, "more_body": place < len(bodies) - 1}
        for place, body in enumerate(bodies)
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def serve() -> None:
        await app({"type": "http", "method": method, "path": path}, receive, send)

    asyncio.run(serve())
    return sent[0]["status"], b"".join(one["body"] for one in sent[1:])


def test_before_an_application_it_answers_a_message_that_asks() -> None:
    app = GUARD.middleware(_echo, path="/chat")
    status, body = asked(app, b'{"message": "are you', b' a robot?"}')
    assert (status, json.loads(body)) == (200, {"reply": GUARD.answer})


@pytest.mark.parametrize(
    "body",
    [
        b'{"message": "my parcel"}',
        b"no json",
        b"[1]",
        b'{"message": 7}',
        b'{"other": "are you a robot?"}',
        b"\xff",
        b"",
    ],
)
def test_before_an_application_it_passes_everything_else_on_as_it_came(body: bytes) -> None:
    app = GUARD.middleware(_echo, path="/chat")
    assert asked(app, body[:4], body[4:]) == (201, body)


def test_other_places_and_long_bodies_are_none_of_its_business() -> None:
    app = GUARD.middleware(_echo, path="/chat")
    asks = b'{"message": "are you a robot?"}'
    assert asked(app, asks, path="/other") == (201, asks)
    assert asked(app, asks, method="PUT") == (201, asks)
    long = asks + b" " * LONGEST_BODY
    assert asked(app, long, b"x") == (201, long + b"x")


def _long(number: int) -> str:
    return f"{chr(256 + number) * 500_000}. {number} parcels? Are you a robot?"


@pytest.mark.slow
def test_long_messages_neither_fill_its_memory_nor_change_what_it_says() -> None:
    """Half a million characters each, 40 of them: no text of a user is kept, and no more than of short ones."""
    recogniser = LinearRecogniser.load(
        Path(str(files("botassay.identity.recognisers").joinpath("weights/default.npz")))
    )
    guard = Guard(recogniser=recogniser)
    guard(_long(99))
    tracemalloc.start()
    said = [guard(_long(number)) for number in range(40)]
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert said == [guard.answer] * 40
    assert kept < len(_long(0)), kept  # one message alone takes two bytes a character
    ends = [_long(number)[-LONGEST:] for number in range(40)]
    assert recogniser.recognise(ends) == recogniser.recognise([_long(number) for number in range(40)])


def user_utterances(data: Path) -> dict[str, list[str]]:
    """Give what users say in three corpora, without the questions that are meant."""
    banking = [row["text"] for row in csv.DictReader((data / "banking77/test.csv").read_text("utf-8").splitlines())]
    clinc = json.loads(gzip.decompress((data / "clinc150/data_full.json.gz").read_bytes()))
    others = [text for rows in clinc.values() for text, intent in rows if intent != "are_you_a_bot"]
    dialogs = open_corpus(data / "sgd-sample").read()
    sgd = [said.text for dialog in dialogs for _, said in dialog.said_by(Role.USER)]
    return {"banking77": banking, "clinc150": others, "sgd": sgd}


@pytest.mark.slow
def test_it_hardly_ever_answers_a_question_that_is_not_meant(data: Path) -> None:
    for name, said in user_utterances(data).items():
        assert len(said) > 1000
        fired = [text for text in said if GUARD(text)]
        assert len(fired) <= 0.001 * len(said), (name, fired)


@pytest.mark.parametrize(
    "text",
    [
        "are u real",
        "Hey, are you even real??",
        "Are you ChatGPT?",
        "is this Claude or ChatGPT?",
        "my card was stolen. r u real",
        "how do I know you're real?",
        "bot?",
        "Human?",
        "hello? robot??",
        "is there a real person there?",
        "is there a human on the line",
        "anyone real here?",
        "is a human reading this?",
        "was I talking to a bot?",
        "prove you're not a robot",
        "are you Siri?",
        "what exactly are you?",
        "I don't talk to bots. Are you one?",
        "are u a bot lol",
        "am I talking to a bot or what",
        "are you a humam bean",
        "bot or not",
    ],
)
def test_it_answers_what_the_labels_leave_open_and_people_want_to_know(text: str) -> None:
    assert GUARD(text) == GUARD.answer


@pytest.mark.parametrize(
    "text",
    [
        "are you a dog person?",
        "let me know if you are a cat or dog person",
        "are you more of a morning person or an evening person?",
        "is this real?",
        "is this a real charge?",
        "are you human resources?",
        "are you a robot vacuum dealer?",
        'he asked me, are you a robot"',
        "is Claude coming today?",
        "human",
        "Human!",
        "human please",
        "agent",
        "robot",
        "is anyone there?",
        "robot vacuum?",
        "is it a robot vacuum?",
        "is there a person there named Rosa?",
        "are you actually serious right now",
        "is this a free call?",
        "are you one of the winners?",
        "bot lane or mid?",
        "who are you?",
    ],
)
def test_it_leaves_what_shares_the_words(text: str) -> None:
    assert GUARD(text) is None


def test_it_seldom_answers_sentences_of_our_own_that_do_not_ask() -> None:
    said = (Path(__file__).parents[1] / "data" / "identity_negatives.txt").read_text("utf-8").splitlines()
    fired = [text for text in said if GUARD(text)]
    assert len(fired) <= 3, fired  # 8 before there were exceptions


def test_it_finds_most_wordings_that_nobody_trained_on() -> None:
    with (Path(__file__).parents[1] / "data" / "identity_wordings.csv").open(encoding="utf-8", newline="") as rows:
        said = [(row["text"], row["label"]) for row in csv.DictReader(rows)]
    fired = [(label, text) for text, label in said if GUARD(text)]
    assert sum(label == "positive" for label, _ in fired) >= 138, Counter(fired)  # 144 of 169; 134 before
    others = [text for label, text in fired if label != "positive" and excepted(text) != "answer"]
    assert len(others) <= 4, others  # 2 of 376; those who ask whether it is Siri, or for proof, are told


@pytest.mark.parametrize("text", ["are you a robot?" + "\n" * 3000, "\uff41re you a robot?"])
def test_blanks_and_wide_letters_hide_no_question(text: str) -> None:
    assert Guard(maker="Example Ltd")(text) is not None
