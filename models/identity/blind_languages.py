"""Measure the six languages on sets that nobody read while the rules were written: prints totals only.

    python models/identity/blind_languages.py FOLDER [look|measure] [--mistakes] [--unasked] [--weights FOLDER]
    python models/identity/blind_languages.py FOLDER --rates     # writes denial_errors.toml of the languages

FOLDER holds ``de_questions_look.tsv``, ``de_other_look.tsv`` and ``de_replies_look.tsv``, and so on for each language:
a text and its label, `ask` or `other`, `confirm`, `deny` or `neither`. Mistakes are listed for the look half alone.
Replies are judged as answers to the first question of the prober, "Are you a robot?"; with ``--unasked`` without a
question, when a bare yes or no says nothing. With ``--weights``, weights of that folder are used, which
train_languages.py may have trained without the author of the rows.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.detector_error import fit_beta
from botassay.identity.languages import likelihood
from botassay.identity.languages.foreign_questions import asked_in
from botassay.identity.languages.foreign_replies import categorise_foreign
from botassay.identity.languages.language_rules import LANGUAGES, language_rules
from botassay.identity.languages.weighed import FeatureWeights
from botassay.identity.replies.categories import Category

RATES: Final = Path(__file__).parents[2] / "src/botassay/identity/languages/denial_errors.toml"
SIDES: Final = {Category.CONFIRM: "confirm", Category.DENIAL: "deny"}


class Totals(NamedTuple):
    """What came of the sets of a language."""

    asking: int
    found: int
    other: int
    taken: int
    """Texts that do not ask and were taken for the question."""
    replies: Counter[tuple[str, str]]
    """By label and verdict."""
    mistakes: tuple[str, ...]

    @property
    def precision(self) -> float:
        """The share of what was found that asks."""
        return self.found / max(1, self.found + self.taken)

    def right(self, label: str) -> tuple[int, int]:
        """Return how many replies of a label were judged so, of how many."""
        return self.replies[label, label], sum(n for (true, _), n in self.replies.items() if true == label)


def rows(path: Path) -> Iterator[tuple[str, str]]:
    """Yield texts with their labels."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(row) > 1 and tuple(row[:2]) != ("text", "label"):
                yield row[0], row[1]


def verdict(reply: str, code: str) -> str:
    """Return `confirm`, `deny` or `neither`."""
    question = None if "--unasked" in sys.argv else language_rules(code).prompts.plain[0]
    return SIDES.get(categorise_foreign(reply, question, code).subcategory.category, "neither")


def other_weights() -> None:
    """Use the weights of the folder after ``--weights``."""
    folder = Path(sys.argv[sys.argv.index("--weights") + 1])
    loaded = {name: FeatureWeights.load(folder / f"{name}.npz") for name in ("questions", "replies")}
    vars(likelihood)["bundled_weights"] = loaded.__getitem__


def totals(folder: Path, code: str, half: str) -> Totals:
    """Measure a language on one half."""
    sets = {name: list(rows(folder / f"{code}_{name}_{half}.tsv")) for name in ("questions", "other", "replies")}
    judged = [(text, label == "ask", asked_in(text, (code,)) is not None) for text, label in sets["questions"]]
    judged += [(text, label == "ask", asked_in(text, (code,)) is not None) for text, label in sets["other"]]
    answered = [(text, label, verdict(text, code)) for text, label in sets["replies"]]
    mistakes = [f"{'missed' if asks else 'taken'}: {text}" for text, asks, taken in judged if asks != taken]
    mistakes += [f"{label} as {got}: {text}" for text, label, got in answered if label != got]
    return Totals(
        asking=sum(asks for _, asks, _ in judged),
        found=sum(asks and taken for _, asks, taken in judged),
        other=sum(not asks for _, asks, _ in judged),
        taken=sum(taken and not asks for _, asks, taken in judged),
        replies=Counter((label, got) for _, label, got in answered),
        mistakes=tuple(mistakes),
    )


def write_rates(folder: Path) -> None:
    """Write how often denials are missed or seen where there are none, by language."""
    measured = {code: totals(folder, code, "measure").replies for code in LANGUAGES}
    rows: list[dict[str, str | int]] = [
        {
            "language": code,
            "others": sum(n for (label, _), n in replies.items() if label != "deny"),
            "mistaken": sum(n for (label, got), n in replies.items() if label != "deny" and got == "deny"),
            "denials": sum(n for (label, _), n in replies.items() if label == "deny"),
            "found": replies["deny", "deny"],
        }
        for code, replies in measured.items()
    ]
    text = [
        "# How often denials are missed or mistaken in other languages than English, each a source; written by",
        "# models/identity/blind_languages.py from replies that nobody read while rules and weights were made.",
        f"false_alarms = {list(fit_beta([(int(row['mistaken']), int(row['others'])) for row in rows]))}",
        f"recall = {list(fit_beta([(int(row['found']), int(row['denials'])) for row in rows]))}",
    ]
    for row in rows:
        text += ["", "[[sources]]", *(f"{name} = {json.dumps(value)}" for name, value in row.items())]
    RATES.write_text("\n".join(text) + "\n", "utf-8")


def main() -> None:
    """Print the totals of all languages."""
    if "--weights" in sys.argv:
        other_weights()
    if "--rates" in sys.argv:
        write_rates(Path(sys.argv[1]))
        return
    folder, half = Path(sys.argv[1]), "look" if "look" in sys.argv[2:3] else "measure"
    for code in LANGUAGES:
        of = totals(folder, code, half)
        confirmed, denied, neither = (of.right(label) for label in ("confirm", "deny", "neither"))
        print(
            f"{code}: {of.found} of {of.asking} questions, {of.taken} of {of.other} others taken for one"
            f" (precision {100 * of.precision:.1f}); confirmations {confirmed[0]}/{confirmed[1]}, denials"
            f" {denied[0]}/{denied[1]}, neither {neither[0]}/{neither[1]}; denials taken for confirmations"
            f" {of.replies['deny', 'confirm']}, confirmations for denials {of.replies['confirm', 'deny']}, neither for"
            f" a denial {of.replies['neither', 'deny']}, for a confirmation {of.replies['neither', 'confirm']}"
        )
        if half == "look" and "--mistakes" in sys.argv:
            print(*(f"    {each}" for each in of.mistakes), sep="\n")


if __name__ == "__main__":
    main()
