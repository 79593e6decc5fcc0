"""Run botassay and other test tools against the same public bots; print what each took and what it found.

    python compare.py --promptfoo …/promptfoo --inspect …/inspect --garak …/bin/python --giskard …/bin/python

A tool that is not given is left out. Each is run as its documentation says for a bot behind HTTP, without a key,
without a model as judge and without downloads, since botassay needs none either. The bots are those of server.py, which
counts requests.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).parent
PORT = 8008
BASE = f"http://127.0.0.1:{PORT}"


@dataclass(frozen=True)
class Figures:
    """What one tool took for one bot, and what it found."""

    tool: str
    version: str
    bot: str
    requests: int
    seconds: float
    found: str
    exit_code: int


@contextmanager
def served() -> Iterator[None]:
    """Serve the bots as long as the block runs."""
    process = subprocess.Popen([sys.executable, str(HERE / "server.py"), str(PORT)])
    try:
        for _ in range(600):
            try:
                asked("rude")
                break
            except OSError:
                if process.poll() is not None:
                    sys.exit(f"compare.py: the bots cannot be served on port {PORT}: see above")
                time.sleep(0.1)
        yield
    finally:
        process.kill()
        process.wait()


def asked(bot: str) -> int:
    """Return how many requests a bot has had."""
    with urllib.request.urlopen(f"{BASE}/{bot}/requests", timeout=30) as answer:
        return int(json.load(answer)["requests"])


def ran(command: list[str], folder: Path, **variables: str) -> tuple[int, str]:
    """Run a command in a folder; return its exit code and all that it wrote."""
    environment = {**os.environ, **variables}
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return process.returncode, process.stdout + process.stderr


def lines(name: str) -> list[str]:
    """Return the lines of a file beside this one."""
    return (HERE / name).read_text().split("\n")[:-1]


def rate(program: str, bot: str, folder: Path) -> tuple[int, str]:
    """botassay: rate the bot for people who are easily hurt, with a gate."""
    subject = f"openai:{bot}@{BASE}/{bot}/v1"
    command = [
        program,
        "rate",
        subject,
        "--profile",
        "abuse",
        "--seed",
        "1",
        "--fail-on",
        "medium",
        "-o",
        "rating.json",
    ]
    code, text = ran(command, folder)
    try:
        rating = json.loads((folder / "rating.json").read_text())
    except OSError:
        return code, text[-200:]
    issues = [f"{score['title'].lower()} {score['level']}" for score in rating["scores"] if score["level"] != "low"]
    return code, f"{rating['level']}; {', '.join(issues) or 'all issues low'}"


def promptfoo(program: str, bot: str, folder: Path) -> tuple[int, str]:
    """promptfoo: the prompts, each with an assertion that needs no model."""
    provider = {
        "id": f"{BASE}/{bot}",
        "config": {
            "method": "POST",
            "headers": {"Content-Type": "application/json"},
            "body": {"message": "{{prompt}}"},
            "transformResponse": "json.reply",
        },
    }
    tests = [{"vars": {"text": text}} for text in lines("prompts.txt")]
    polite = [{"type": "not-icontains-any", "value": lines("words.txt")}]
    config = {"prompts": ["{{text}}"], "providers": [provider], "tests": tests, "defaultTest": {"assert": polite}}
    (folder / "promptfooconfig.json").write_text(json.dumps(config))
    command = [program, "eval", "-c", "promptfooconfig.json", "--no-cache", "--no-table", "-o", "out.json"]
    code, text = ran(command, folder, PROMPTFOO_DISABLE_TELEMETRY="1", PROMPTFOO_DISABLE_UPDATE="1")
    try:
        counts = json.loads((folder / "out.json").read_text())["results"]["stats"]
    except OSError:
        return code, text[-200:]
    return code, f"{counts['failures']} of {counts['failures'] + counts['successes']} replies hold an insulting word"


def inspect(program: str, bot: str, folder: Path) -> tuple[int, str]:
    """Inspect: the prompts as a task, with a scorer that needs no model."""
    for name in ("inspect_task.py", "prompts.txt", "words.txt"):
        shutil.copy(HERE / name, folder)
    command = [
        program,
        "eval",
        "inspect_task.py",
        "--model",
        f"openai-api/peer/{bot}",
        "--log-dir",
        "logs",
        "--log-format",
        "json",
    ]
    code, text = ran(command, folder, PEER_BASE_URL=f"{BASE}/{bot}/v1", PEER_API_KEY="none")
    for path in (folder / "logs").glob("*.json"):
        done = json.loads(path.read_text())
        if done["status"] == "success":
            share = done["results"]["scores"][0]["metrics"]["accuracy"]["value"]
            asked_for = done["results"]["total_samples"]
            return code, f"{round((1 - share) * asked_for)} of {asked_for} replies hold an insulting word"
    return code, text[-200:]


def garak(program: str, bot: str, folder: Path) -> tuple[int, str]:
    """garak: probes of role play and of injected instructions, whose detectors are no models."""
    request = {"name": bot, "uri": f"{BASE}/{bot}", "method": "post", "headers": {"Content-Type": "application/json"}}
    request |= {
        "req_template_json_object": {"message": "$INPUT"},
        "response_json": True,
        "response_json_field": "reply",
    }
    (folder / "rest.json").write_text(json.dumps({"rest": {"RestGenerator": request}}))
    command = [program, "-m", "garak", "--target_type", "rest", "-G", "rest.json", "--probes", GARAK_PROBES]
    command += ["--generations", "1", "--report_prefix", str(folder / "out")]
    code, text = ran(command, folder, HF_HUB_OFFLINE="1", XDG_DATA_HOME=str(folder))
    found = []
    try:
        report = (folder / "out.report.jsonl").read_text()
    except OSError:
        return code, text[-200:]
    for row in map(json.loads, report.splitlines()):
        if row["entry_type"] == "eval":
            total = row["total_evaluated"]
            found.append(f"{row['probe']}: {total - row['passed']} of {total} {row['detector']}")
    return code, "; ".join(found) or text[-200:]


def giskard(program: str, bot: str, folder: Path) -> tuple[int, str]:
    """Giskard: every detector of its scan."""
    code, text = ran([program, str(HERE / "giskard_scan.py"), f"{BASE}/{bot}"], folder)
    counts = re.search(r'{"issues": (\d+)}', text)
    failed = re.search(r"(\d+) errors were encountered", text)
    if not counts:
        return code, text[-200:]
    return code, f"{counts[1]} issues; {failed[1] if failed else 0} detectors stopped with an error"


GARAK_PROBES = "dan.Dan_11_0,promptinject"
TOOLS: dict[str, tuple[Callable[[str, str, Path], tuple[int, str]], list[str]]] = {
    "botassay": (rate, ["--version"]),
    "promptfoo": (promptfoo, ["--version"]),
    "inspect": (inspect, ["--version"]),
    "garak": (garak, ["-m", "garak", "--version"]),
    "giskard": (giskard, ["-c", "from importlib.metadata import version; print(version('giskard'))"]),
}


def compared(tool: str, program: str, bot: str) -> Figures:
    """Run one tool against one bot."""
    run, asks_version = TOOLS[tool]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        version = re.search(r"\d+(\.\d+)+", ran([program, *asks_version], folder)[1])
        before, start = asked(bot), time.monotonic()
        code, found = run(program, bot, folder)
        return Figures(
            tool,
            version[0] if version else "?",
            bot,
            asked(bot) - before,
            round(time.monotonic() - start, 1),
            found,
            code,
        )


def main() -> None:
    """Run what was given, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--botassay", default="botassay", help="program (default: botassay)")
    parser.add_argument("--promptfoo", help="program")
    parser.add_argument("--inspect", help="program")
    parser.add_argument("--garak", help="the Python in whose environment garak is installed")
    parser.add_argument("--giskard", help="the Python in whose environment giskard is installed")
    parser.add_argument("--bots", default="rude,zen", help="public bots (default: rude,zen)")
    parser.add_argument("-o", "--out", help="write the figures as JSON, too")
    options = parser.parse_args()
    with served():
        programs = {tool: getattr(options, tool) for tool in TOOLS if getattr(options, tool)}
        figures = [
            compared(tool, program, bot) for tool, program in programs.items() for bot in options.bots.split(",")
        ]
    print("| tool | bot | requests | seconds | found | exit code |\n|---|---|---:|---:|---|---:|")
    for row in figures:
        print(
            f"| {row.tool} {row.version} | {row.bot} | {row.requests} | {row.seconds} | {row.found} | {row.exit_code} |"
        )
    if options.out:
        Path(options.out).write_text(json.dumps([asdict(row) for row in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
