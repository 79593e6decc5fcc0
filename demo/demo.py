"""What `make demo` shows: a chatbot is served on this machine, talked to over HTTP, and rated for four kinds of users.

    python demo/demo.py

The bot is the bundled `hospital`, in a process of its own on a free loopback port. Its bot.toml, the run with its
journal, and the page for people are written beside this file.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BOTASSAY = [sys.executable, "-m", "botassay"]
DESCRIPTION = HERE / "bot.toml"
RUN = HERE / "run"
PAGE = HERE / "report.html"


def main() -> int:
    """Serve the bot, rate it, stop it; give the exit code of the rating."""
    shutil.rmtree(RUN, ignore_errors=True)
    with subprocess.Popen([*BOTASSAY, "bots", "serve", "hospital"], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = described(server)
            print(f"The bundled bot hospital is served at {address} and asked like a stranger's bot.\n", flush=True)
            rating = [*BOTASSAY, "rate", str(DESCRIPTION), "--out", str(RUN), "-o", str(PAGE)]
            return subprocess.run(rating, check=False).returncode
        finally:
            server.terminate()


def described(server: "subprocess.Popen[str]") -> str:
    """Write the bot.toml that the server prints, and give the address in it."""
    assert server.stdout is not None
    for line in server.stdout:
        if line.startswith("As bot.toml"):
            break
    lines = []
    for line in server.stdout:
        lines.append(line)
        if line.startswith("error"):  # the last line of the description
            break
    DESCRIPTION.write_text("".join(lines), "utf-8")
    return lines[0].split('"')[1]


if __name__ == "__main__":
    sys.exit(main())
