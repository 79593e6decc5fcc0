"""Engines that are trained for each split: a class in Python code (`python:`), or a program (`command:`)."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, Self

from botassay.core.errors import BotassayError, BotError, ConfigurationError, UsageError
from botassay.io.processes import kill_tree
from botassay.plugins.protocols import Guess
from botassay.plugins.protocols.guessing import guesses

TRAINING: Final = 900.0
"""Seconds for a training."""
ANSWERING: Final = 60.0
"""Seconds for an answer."""
_PYTHON: Final = "python:"
_COMMAND: Final = "command:"
_LINES_HINT: Final = "it must read a line of JSON at a time, and answer each with one: docs/how-to/intents.md"
_OLD: Final = ("all_intents", "create_intent", "delete_intent", "classify")
"""The methods of the classifiers of the paper's authors."""


def is_trained(name: str) -> bool:
    """Return whether a classifier is code or a program that is trained for each split.

    >>> [is_trained(name) for name in ("python:pkg.engine:Engine", "engine.py:Engine", "command:./engine", "tfidf-lr")]
    [True, True, True, False]
    """
    return name.startswith((_PYTHON, _COMMAND)) or name.rpartition(":")[0].endswith(".py")


def trainer(name: str) -> "TrainedClass | TrainedProgram":
    """Return the classifier of such a name. Raises UsageError, ConfigurationError for code that cannot be loaded."""
    if name.startswith(_COMMAND):
        try:
            words = shlex.split(name.removeprefix(_COMMAND))
        except ValueError as error:
            raise UsageError(f"cannot read {name!r}: {error}", hint="write command:./engine") from error
        if not words:
            raise UsageError("the program is missing", hint="write command:./engine")
        return TrainedProgram(name, words)
    return TrainedClass(name, _loaded(name.removeprefix(_PYTHON)))


class TrainedClass:
    """A class that is created anew for each split, with `fit` and `predict`, or with the methods of the authors."""

    def __init__(self, name: str, make: Any) -> None:
        self._name = name
        self._make = make
        self._engine: Any = None

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Create an object and train it.

        Raises: ConfigurationError for one without the needed methods; BotError if it fails.
        """
        with self._failing("training"):
            self._engine = engine = self._make()
            self._train(engine, texts, intents)
        return self

    def _train(self, engine: Any, texts: Sequence[str], intents: Sequence[str]) -> None:
        if hasattr(engine, "fit") and (hasattr(engine, "predict") or hasattr(engine, "predict_proba")):
            engine.fit(list(texts), list(intents))
        elif all(hasattr(engine, method) for method in _OLD):
            for intent in list(engine.all_intents()):
                engine.delete_intent(intent)
            for intent in dict.fromkeys(intents):
                pairs = zip(texts, intents, strict=True)
                engine.create_intent(intent, [text for text, label in pairs if label == intent])
        else:
            hint = f"it needs fit and predict, or {', '.join(_OLD)}"
            raise ConfigurationError("the class cannot be trained", self._name, hint)

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the best guess for each text; an empty answer is none. Raises BotError if the class fails."""
        with self._failing("answering"):
            return self._guesses(texts)

    @contextmanager
    def _failing(self, what: str) -> Iterator[None]:
        try:
            yield
        except BotassayError:
            raise
        except Exception as error:
            raise BotError("program", f"{self._name} failed while {what}: {type(error).__name__}: {error}") from error

    def _guesses(self, texts: Sequence[str]) -> list[Guess]:
        if hasattr(self._engine, "predict") or hasattr(self._engine, "predict_proba"):
            return guesses(self._engine, texts)
        return [_best(self._engine.classify(text)) for text in texts]


def _best(answer: Sequence[Any]) -> Guess:
    """Return the best guess of the authors' form: `[{"intent_id", "confidence"}, …]`."""
    best = max(answer, key=lambda guess: float(guess["confidence"]), default=None)
    return Guess(None, 0.0) if best is None else Guess(best["intent_id"], float(best["confidence"]))


def _loaded(address: str) -> Any:
    """Return the class at `pkg.mod:Name` or `file.py:Name`."""
    module, colon, name = address.rpartition(":")
    if not (colon and module and name):
        raise UsageError(f"the class is missing in {address!r}", hint="write python:pkg.mod:Name or file.py:Name")
    with _here():
        try:
            loaded = _of_file(Path(module)) if module.endswith(".py") else import_module(module)
        except FileNotFoundError as error:
            raise ConfigurationError(f"there is no file {module}", hint="check the path of the class") from error
        except Exception as error:
            what = f"cannot import {module}: {type(error).__name__}: {error}"
            raise ConfigurationError(what, hint="check the path, and that its libraries are installed") from error
    if not callable(getattr(loaded, name, None)):
        hint = "check the name after the last colon: a class with fit and predict"
        raise ConfigurationError(f"{module} has no class {name}", hint=hint)
    return getattr(loaded, name)


@contextmanager
def _here() -> Iterator[None]:
    """Let modules of the current folder be imported."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _of_file(file: Path) -> Any:
    spec = spec_from_file_location(f"botassay_engine_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise FileNotFoundError(str(file))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


class TrainedProgram:
    """A program that is started for each split, and trained and asked by lines of JSON.

    `{"train": [{"text", "intent"}, …]}` is answered by `{"ready": true}`, and each `{"text"}` by
    `{"intent", "confidence"}`; the end of the input ends it.
    """

    def __init__(
        self, name: str, words: Sequence[str], training: float = TRAINING, answering: float = ANSWERING
    ) -> None:
        self._name = name
        self._words = words
        self._training = training
        self._answering = answering
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Queue[bytes] = Queue()
        self._reader: Thread | None = None

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Start the program and train it. Raises BotError if it fails, ConfigurationError if it cannot be started."""
        self.close()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            what = f"cannot start {self._words[0]}: {error.strerror}"
            raise ConfigurationError(what, hint="check the path, and that it may be executed") from error
        self._lines = Queue()
        self._reader = Thread(target=_pump, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()
        rows = [{"text": text, "intent": intent} for text, intent in zip(texts, intents, strict=True)]
        ready = self._exchange({"train": rows}, self._training, "finish the training")
        if ready.get("ready") is not True:
            self.close()
            raise BotError("bot_error", f"{self._name} is not ready after the training: {_short(ready)}")
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the answers to the texts, and end the program. Raises BotError if it fails."""
        try:
            return [self._guess(text) for text in texts]
        finally:
            self.close()

    def close(self, *, wait: float = 1.0) -> None:
        """End the program, if it runs; kill it, and those that it started, if it does not end in `wait` seconds."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            kill_tree(process)
            process.wait()
        if self._reader:
            self._reader.join(1)

    def _guess(self, text: str) -> Guess:
        reply = self._exchange({"text": text}, self._answering, "answer")
        intent, sure = reply.get("intent"), reply.get("confidence", 1.0)
        sound = isinstance(sure, int | float) and not isinstance(sure, bool) and 0 <= sure <= 1
        if not sound or not (intent is None or isinstance(intent, str)) or "intent" not in reply:
            hint = 'answer {"intent": "pay", "confidence": 0.8}, with null for no intent'
            raise BotError("bad_shape", f"{self._name} gives no guess: {_short(reply)}", hint=hint)
        return Guess(intent, float(sure))

    def _exchange(self, request: dict[str, Any], seconds: float, what: str) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None:
            raise BotError("protocol", f"{self._name} does not run")
        try:
            process.stdin.write(json.dumps(request, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            line = self._lines.get(timeout=seconds)
        except (OSError, Empty) as error:
            self.close(wait=0)
            text = f"does not {what} within {seconds:g} s" if isinstance(error, Empty) else "ended too early"
            kind = "timeout" if isinstance(error, Empty) else "reset"
            raise BotError(kind, f"{self._name} {text}", hint=_LINES_HINT) from error
        except KeyboardInterrupt:
            self.close(wait=0)
            raise
        if not line:
            code = process.wait()
            self.close()
            text = f"{self._name} ended with exit status {code} before it could {what}"
            raise BotError("reset", text, hint=_LINES_HINT)
        try:
            reply = json.loads(line)
        except ValueError as error:
            self.close(wait=0)
            hint = "print one line of JSON for each request, and other output to standard error"
            raise BotError("bad_shape", f"{self._name} prints no JSON: {line[:80]!r}", hint=hint) from error
        return reply if isinstance(reply, dict) else {}


def _pump(stream: Any, lines: "Queue[bytes]") -> None:
    with stream:
        for line in iter(stream.readline, b""):
            lines.put(line)
    lines.put(b"")


def _short(reply: object) -> str:
    return json.dumps(reply)[:80]
