"""Engines: parts of files are looked at by workers of a Dask cluster, and the rating is the same to the byte."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest
import trustme

import botassay
from botassay.api.report import RatingReport
from botassay.core.errors import ConfigurationError, InputError, InternalError, UsageError
from botassay.core.progress import Progress
from botassay.grading import engines
from botassay.grading.engines import check_engine, opened_engine
from botassay.plugins.registry import CHECKERS
from botassay.settings.rating import RateSettings, RatingSettings
from tests.live.conftest import Cli

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

CHOSEN = RateSettings(rating=RatingSettings(issues=("AL", "B", "CC", "ID", "IL")))
_WORDS = "hello your grub partition table boot menu women are bad nurses please two cards refund stupid".split()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "talks"
    folder.mkdir()
    chance = random.Random(7)  # noqa: S311 - any dialogs will do, the same ones each time
    for number in range(12):
        rows = []
        for _ in range(25):
            roles = ("user", "bot") * chance.randint(1, 3)
            rows.append({"utterances": [{"role": r, "text": " ".join(chance.choices(_WORDS, k=5))} for r in roles]})
        (folder / f"{number:02}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@contextmanager
def _started(*command: str, ready: str, settings: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start a program, and wait until it says that it is ready; it and its children end with the context."""
    program = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **(settings or {})},
        start_new_session=True,
    )
    try:
        assert program.stderr
        assert any(ready in line for line in program.stderr)
        yield program
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.communicate()


@contextmanager
def _cluster(
    scheme: str = "tcp", settings: Mapping[str, str] | None = None
) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and two workers on this machine, as a user starts them; their address, and the workers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"{scheme}://127.0.0.1:{free.getsockname()[1]}"
    quiet = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0")
    begin = partial(_started, settings=settings)
    listening = ("scheduler", "--host", address.rpartition(":")[0], "--port", address.rpartition(":")[2])
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", *quiet)
    with (
        begin(*listening, *quiet, ready="Scheduler at"),
        begin(*worker, ready="Registered to") as one,
        begin(*worker, ready="Registered to") as other,
    ):
        yield address, [one, other]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with _cluster() as (address, _):
        yield address


def _bytes(report: RatingReport) -> bytes:
    return msgspec.json.encode(report.ratings)


@pytest.mark.slow
def test_workers_of_a_cluster_give_the_same_bytes(corpus: Path, cluster: str, cli: Cli, tmp_path: Path) -> None:
    outputs = ("report.html", "findings.csv", "r.json")
    for name, more in (("one", ()), ("cluster", ("--engine", cluster)), ("here", ("--engine", "dask", "--workers", 2))):
        (tmp_path / name).mkdir()
        where = [option for output in outputs for option in ("-o", tmp_path / name / output)]
        ended = cli("rate", corpus, "--issues", "AL,B,CC,ID,IL", *more, *where)
        assert ended.code == 0, ended.err
    for output in outputs:
        assert (tmp_path / "one" / output).read_bytes() == (tmp_path / "cluster" / output).read_bytes()
        assert (tmp_path / "one" / output).read_bytes() == (tmp_path / "here" / output).read_bytes()


@pytest.mark.slow
def test_a_worker_that_is_killed_on_the_way_changes_nothing(corpus: Path) -> None:
    whole = _bytes(botassay.rate(corpus, CHOSEN))
    with _cluster() as (address, workers):

        def kill(progress: Progress) -> None:
            if progress.done and workers[0].poll() is None:
                os.killpg(workers[0].pid, signal.SIGKILL)
                workers[0].wait()

        assert _bytes(botassay.rate(corpus, CHOSEN, engine=address, on_progress=kill)) == whole
        assert workers[0].returncode == -signal.SIGKILL


def _mortal(marker: str, number: int) -> bytes:
    if number == 3 and not Path(marker).exists():
        if not marker.endswith("always"):
            Path(marker).touch()
        os._exit(9)
    return bytes([number])


@pytest.mark.slow
def test_work_at_which_workers_die_is_done_again_and_at_last_named(tmp_path: Path) -> None:
    with opened_engine("dask", 2) as engine:
        once = engine.mapped(partial(_mortal, str(tmp_path / "once")), range(6), str)
        assert list(once) == [(number, bytes([number])) for number in range(6)]
        with pytest.raises(InternalError, match="workers died again and again at part 3") as caught:
            list(engine.mapped(partial(_mortal, str(tmp_path / "always")), range(6), lambda number: f"part {number}"))
    assert caught.value.exit_code == 70


@pytest.mark.slow
def test_a_bad_row_is_the_same_error_wherever_it_is_read(
    corpus: Path, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("talks").mkdir()
    for number in range(3):
        text = (corpus / f"{number:02}.jsonl").read_text()
        Path(f"talks/{number}.jsonl").write_text(text if number != 1 else text + "{broken\n")
    with pytest.raises(InputError) as alone:
        botassay.rate("talks", CHOSEN)
    for address in (cluster, "dask"):
        with pytest.raises(InputError) as there:
            botassay.rate("talks", CHOSEN, engine=address)
        assert str(there.value) == str(alone.value)


@pytest.mark.slow
def test_a_cluster_with_certificates_is_reached(corpus: Path, tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    authority.issue_cert("127.0.0.1", "localhost").private_key_and_cert_chain_pem.write_to_path(tmp_path / "node.pem")
    settings = {"DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(tmp_path / "ca.pem")}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        for part in ("CERT", "KEY"):
            settings[f"DASK_DISTRIBUTED__COMM__TLS__{role}__{part}"] = str(tmp_path / "node.pem")
    with _cluster("tls", settings) as (address, _):
        command = [sys.executable, "-m", "botassay", "rate", str(corpus), "--issues", "CC,ID", "--json"]
        one = subprocess.run(command, capture_output=True, check=True)
        there = subprocess.run(
            [*command, "--engine", address], capture_output=True, check=True, env={**os.environ, **settings}
        )
    assert there.stdout == one.stdout


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(corpus: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "botassay", "rate", str(corpus), "--issues", "AL,CC", "--json"]
    more = ["--engine", "dask", "--evidence", str(kept)]
    running = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not (kept.is_dir() and any(kept.glob("*.evidence"))):
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, error = running.communicate()
    assert running.returncode == 130, error
    assert "Traceback" not in error
    again = subprocess.run([*command, *more], capture_output=True, check=True)
    one = subprocess.run(command, capture_output=True, check=True)
    assert again.stdout == one.stdout


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_workers_of_another_version_are_named(corpus: Path, cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "__version__", "9.9")
    with pytest.raises(
        ConfigurationError, match=r"the version of botassay of the worker tcp://127\.0\.0\.1:\d+"
    ) as seen:
        botassay.rate(corpus, CHOSEN, engine=cluster)
    assert f"{botassay.__version__} there, 9.9 here" in str(seen.value)
    monkeypatch.undo()
    monkeypatch.setattr(engines, "numerics_print", lambda: "0" * 64)
    with pytest.raises(ConfigurationError, match="the numerics print of the worker"):
        botassay.rate(corpus, CHOSEN, engine=cluster)
    assert seen.value.exit_code == 78


def test_what_an_engine_cannot_do_is_refused(corpus: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object) -> tuple[int, str]:
        ended = cli("rate", *arguments)
        return ended.code, ended.err

    code, error = refused(corpus, "--engine", "tcp://192.0.2.1:8786")
    assert (code, "neither encrypted nor authenticated" in error, "--insecure-engine" in error) == (2, True, True)
    assert refused(corpus, "--engine", "ray")[0] == 2
    assert refused(corpus, "--engine", "tcp://nowhere")[0] == 2
    assert "requires files of dialogs" in refused("eliza", "--engine", "dask")[1]
    assert "--insecure-engine requires --engine" in refused(corpus, "--insecure-engine")[1]
    code, error = refused(corpus, "--issues", "SG", "--engine", "dask")
    assert (code, "SG is measured on the whole corpus at once" in error) == (2, True)
    code, error = refused(corpus, "--engine", "dask", "--shard", "1/2", "-o", "x.evidence")
    assert (code, "do not go with --shard" in error) == (2, True)
    with pytest.raises(UsageError, match="installed checkers only"):
        botassay.rate(corpus, engine="dask", checkers={"CC": CHECKERS.get("CC")})
    monkeypatch.setattr(engines, "_SECONDS", 1)
    code, error = refused(corpus, "--engine", "tcp://127.0.0.1:1")
    assert (code, "cannot be reached" in error) == (78, True)
    for module in ("distributed", "cryptography"):
        monkeypatch.setitem(sys.modules, module, None)
        code, error = refused(corpus, "--engine", "dask")
        assert (code, 'pip install "botassay[cluster]"' in error) == (78, True)
        monkeypatch.delitem(sys.modules, module)


@pytest.mark.parametrize(
    "address", ["dask", "tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1", "tls://far:8786"]
)
def test_engines_that_need_no_consent(address: str) -> None:
    check_engine(address, insecure=False)


@pytest.mark.parametrize("address", ["tcp://10.0.0.2:1", "tcp://localhost.evil.org:1", "tcp://[2001:db8::1]:1"])
def test_engines_that_anyone_on_the_way_could_use_need_consent(address: str) -> None:
    with pytest.raises(UsageError, match="neither encrypted nor authenticated"):
        check_engine(address, insecure=False)
    check_engine(address, insecure=True)


@pytest.mark.parametrize(
    "address", ["", "dask:1", "udp://a:1", "tcp://a", "tcp://a:b", "tcp://user@a:1", "tcp://a:1/x"]
)
def test_what_is_no_engine(address: str) -> None:
    with pytest.raises(UsageError, match="is not an engine"):
        check_engine(address, insecure=True)
