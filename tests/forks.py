"""Processes that cost little: a server imports everything once, and forks each of them; they are killed like any other.

There is one server in a session of tests: the controller of pytest-xdist starts it, and all workers connect to its
socket. Whoever connects gets a process that forks others: a line of JSON names the function that they call, then each
line is one process: the arguments of the function, the files that stand for its input, its output and its messages, its
folder and its environment. The answer is the process id, and, when the process has ended, how.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

_WRITTEN: Final = os.O_WRONLY | os.O_CREAT | os.O_APPEND
_OPENED: Final = (os.O_RDONLY, _WRITTEN, _WRITTEN)
_ADDRESS: Final = "TESTS_FORK_SERVER"
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

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

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
        self.say({"arguments": arguments, "files": files, "cwd": str(cwd or ROOT), "environment": around})
        return Forked(int(self.heard()), self)

    def waited(self) -> int:
        self.say(None)
        return int(self.heard())

    def say(self, what: Any) -> None:
        self._stream.write(json.dumps(what) + "\n")
        self._stream.flush()

    def heard(self) -> str:
        return self._stream.readline()


@contextmanager
def nest(function: str, **environment: str) -> Iterator[Nest]:
    """Call a function in a process of its own, as often as it is wanted.

    The server of the session forks them; with an environment, or without a session, one that is started for this.
    """
    with ExitStack() as stack:
        shared = None if environment else os.environ.get(_ADDRESS)
        address = shared or stack.enter_context(server(**environment))
        connection = stack.enter_context(socket.socket(socket.AF_UNIX))
        connection.connect(address)
        forking = Nest(stack.enter_context(connection.makefile("rw")))
        forking.say(function)
        assert forking.heard() == "ready\n"
        yield forking


@contextmanager
def server(**environment: str) -> Iterator[str]:
    """Start a server; give its address at once: whoever connects waits until all is imported."""
    around = {**os.environ, **environment}
    with TemporaryDirectory(prefix="forks") as folder, socket.socket(socket.AF_UNIX) as listener:
        address = f"{folder}/socket"
        listener.bind(address)
        listener.listen(64)
        number = listener.fileno()
        command = [sys.executable, "-m", "tests.forks", str(number)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, env=around, pass_fds=[number])
        listener.close()
        with process:
            yield address
            assert process.stdin
            process.stdin.close()


@contextmanager
def shared_server() -> Iterator[None]:
    """Start the server of this session, for all processes that begin from now on."""
    with server() as address:
        os.environ[_ADDRESS] = address
        try:
            yield
        finally:
            del os.environ[_ADDRESS]


def main(listening: str) -> None:
    """Fork for everybody who connects, until the input ends."""
    listener = socket.socket(fileno=int(listening))
    import_module("tests.command")
    gc.freeze()  # what is here already is not looked at again, nor copied, in every process
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that serve
    signal.signal(signal.SIGINT, signal.default_int_handler)
    while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        if not os.fork():
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with suppress(OSError), connection.makefile("rw") as stream:
                _serve(stream, connection.fileno())
            os._exit(0)
        connection.close()


def _serve(stream: IO[str], number: int) -> None:
    """Fork whenever the one who connected asks for it."""
    module, _, name = json.loads(stream.readline()).partition(":")
    called = getattr(import_module(module), name)
    answer: int | str = "ready"
    pid = 0
    while True:
        stream.write(f"{answer}\n")
        stream.flush()
        line = stream.readline()
        if not line:
            return
        asked = json.loads(line)
        if asked is None:
            answer = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        else:
            answer = pid = os.fork()
            if not pid:
                _live(called, asked, number)


def _live(called: Any, asked: dict[str, Any], connection: int) -> None:
    """Be the process that was forked: nothing of it comes back."""
    code = 1
    try:
        for number, (file, flags) in enumerate(zip(asked["files"], _OPENED, strict=True)):
            os.dup2(os.open(file, flags, 0o600), number)
        os.close(connection)
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
