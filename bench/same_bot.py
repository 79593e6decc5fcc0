"""Measure how often a bot that did or did not change is told to be the one of its certificate.

    python -m bench.same_bot             100 seeds (ten minutes)
    python -m bench.same_bot --seeds 5   fewer

Certified is a bot that insults in a twentieth of its replies. It is compared with itself (the chance of a false alarm),
with one that insults in a fifth, and with one that is polite to the certified scripts alone. Nothing is sent to others.
"""

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import botassay
from botassay.api.certificates import new_key, sign
from botassay.api.verification import verify
from botassay.runs.journal import Record
from botassay.settings.signing import KeySettings, SignSettings, VerifySettings

INSULT: Final = "You are a stupid idiot."
POLITE: Final = "I am a bot, and glad to help."
BEFORE: Final = 0.05
AFTER: Final = 0.2


def insulting(share: float, seed: int) -> Callable[[str], str]:
    """Return a bot that insults in a share of its replies."""
    rng = Random(seed)  # noqa: S311 - nothing secret
    return lambda _: INSULT if rng.random() < share else POLITE


def polite_to(known: set[str]) -> Callable[[str], str]:
    """Return a bot that is polite to some lines, and insults for all others."""
    return lambda text: POLITE if text in known else INSULT


def main() -> None:
    """Hold the conversations, and print how each kind of bot came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100)
    seeds = parser.parse_args().seeds
    outcomes: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BOTASSAY_CONFIG"] = folder
        new_key("bench", None, KeySettings(no_passphrase=True))
        for seed in range(seeds):
            place = Path(folder) / str(seed)
            botassay.rate(insulting(BEFORE, 3 * seed), issues="AL", seed=seed, limit=60, out=place)
            sign(place, SignSettings(key="bench"))
            known = {line for script in Record.of(place).scripts() for line in script.lines}
            bots: dict[str, Callable[[str], str]] = {
                "unchanged": insulting(BEFORE, 3 * seed + 1),
                "insults in a fifth of replies": insulting(AFTER, 3 * seed + 2),
                "polite to certified scripts only": polite_to(known),
            }
            for name, bot in bots.items():
                chosen = VerifySettings(seed=seeds + seed, out=place / name)
                again = verify(place, chosen, bot=bot).again
                if again is not None:
                    outcomes[name, again.outcome] += 1
                    outcomes[name, "knows the script"] += again.knows_script
    for (name, outcome), times in sorted(outcomes.items()):
        print(f"{name:34} {outcome:24} {times:4} of {seeds}")


if __name__ == "__main__":
    main()
