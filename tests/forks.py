"""Processes that cost little: everything is imported once, and each is forked from there, and killed like any other.

`python -m tests.forks MODULE:FUNCTION` reads a line of JSON for each process: the arguments of the function, the files
that stand for its input, its output and its messages, its folder and its environment. It answers with the process id,
and, when the process has ended, with how.
"""

import gc
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

_WRITTEN: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND
_OPENED: Final = (os.O_RDONLY, _WRITTEN, _WRITTEN)
ROOT: Final = Path(__file__).parents[1]


@dataclass
class Forked:
    """A process that was forked."""

    pid: int
    _nest: "Nest"

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; nobody else can have its process id, as long as its parent was not told to look for it."""
        os.kill(self.pid, number)

    def wait(self) -> int:
        """Wait until it ends; give the exit code, negative for a signal."""
        return self._nest.waited()


class Nest:
    """From where processes are forked, one at a time."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def fork(
        self,
        *arguments: str,
        out: Path | None = None,
        err: Path | None = None,
        stdin: Path | None = None,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Forked:
        """Begin a process. What it prints is thrown away unless there is a file for it; its messages go there, too."""
        files = [str(file or os.devnull) for file in (stdin, out, err or out)]
        around = None if environment is None else dict(environment)
        self._say({"arguments": arguments, "files": files, "cwd": str(cwd or ROOT), "environment": around})
        return Forked(int(self._heard()), self)

    def waited(self) -> int:
        self._say(None)
        return int(self._heard())

    def _say(self, what: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _heard(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()


@contextmanager
def nest(function: str, **environment: str) -> Iterator[Nest]:
    """Import a module once, from which a function is called in a process of its own, as often as it is wanted."""
    command = [sys.executable, "-m", "tests.forks", function]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, cwd=ROOT, text=True, env={**os.environ, **environment}
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield Nest(process)
        assert process.stdin
        process.stdin.close()


def main(function: str) -> None:
    """Fork whenever somebody asks for it."""
    module, _, name = function.partition(":")
    called = getattr(import_module(module), name)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("ready", flush=True)  # noqa: T201 - for whoever asks
    gc.freeze()  # what is here already is not looked at again, nor copied, in every process
    pid = 0
    for line in sys.stdin:
        asked = json.loads(line)
        if asked is None:
            answer = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        else:
            answer = pid = os.fork()
            if not pid:
                _live(called, asked)
        print(answer, flush=True)  # noqa: T201


def _live(called: Any, asked: dict[str, Any]) -> None:
    """Be the process that was forked: nothing of it comes back."""
    code = 1
    try:
        for number, (file, flags) in enumerate(zip(asked["files"], _OPENED, strict=True)):
            os.dup2(os.open(file, flags, 0o600), number)
        os.chdir(asked["cwd"])
        if asked["environment"] is not None:
            os.environ.clear()
            os.environ.update(asked["environment"])
            time.tzset()
        code = int(called(*asked["arguments"]) or 0)
    except Exception:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
