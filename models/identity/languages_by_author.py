"""Measure the six languages on each author whose sentences may be read, with weights fitted without that author.

    python models/identity/languages_by_author.py [--mistakes CODE] [AUTHOR ...]

Prints a line for each author and language, and one for all authors together. Most of these sentences were used to mend
the rules, so the totals are too good; they serve to compare two versions. Replies are judged as answers to the first
question of the prober.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from train_languages import NAMES, Example, Row, asked, fit, replied, rows

from botassay.identity.languages import likelihood
from botassay.identity.languages.foreign_questions import asked_in
from botassay.identity.languages.foreign_replies import categorise_foreign
from botassay.identity.languages.language_rules import LANGUAGES, language_rules
from botassay.identity.languages.likelihood import CLASSES
from botassay.identity.languages.weighed import FeatureWeights
from botassay.identity.replies.categories import Category

AUTHORS: Final = tuple(
    "first second third sixth eighth aside ninth twelfth thirteenth fourteenth own later pairs near traps plain".split()
)
SIDES: Final = {Category.CONFIRM: "machine", Category.DENIAL: "human"}
QUESTIONS: Final = {"ask": True, "positive": True, "other": False, "negative": False}


def use_weights(learned: Sequence[Row]) -> None:
    """Fit weights to rows, and judge by them from now on."""
    weights = {
        "questions": weights_of(list(asked(learned)), ("other", "ask")),
        "replies": weights_of(list(replied(learned)), CLASSES),
    }
    vars(likelihood)["bundled_weights"] = weights.__getitem__


def weights_of(examples: Sequence[Example], classes: Sequence[str]) -> FeatureWeights:
    """Return weights fitted to examples."""
    weights, bias = fit(examples, classes)
    return FeatureWeights(weights.astype(np.int16), tuple(map(int, bias)))


def judged(row: Row) -> tuple[str, str]:
    """Return what a sentence is and what it was taken for."""
    if row.label in QUESTIONS:
        found = asked_in(row.text, (row.code,)) is not None
        return ("ask" if QUESTIONS[row.label] else "other"), ("ask" if found else "other")
    said = categorise_foreign(row.text, language_rules(row.code).prompts.plain[0], row.code)
    return NAMES[row.label], SIDES.get(said.subcategory.category, "neither")


def line(totals: Counter[tuple[str, str]]) -> str:
    """Return totals in words."""
    of = {label: sum(n for (true, _), n in totals.items() if true == label) for label in ("ask", "other", *CLASSES)}
    right = sum(totals[label, label] for label in CLASSES)
    replies = sum(of[label] for label in CLASSES)
    missed = ", ".join(f"{true} as {got} {totals[true, got]}" for true in CLASSES for got in CLASSES if true != got)
    found = ", ".join(f"{label} {totals[label, label]}/{of[label]}" for label in ("ask", *CLASSES))
    others = f"others asking {totals['other', 'ask']}/{of['other']}"
    return f"{found}, {others}; {missed}; {100 * right / max(1, replies):.1f} % of replies"


def main() -> None:
    """Print the totals."""
    arguments = sys.argv[1:]
    shown = arguments[arguments.index("--mistakes") + 1] if "--mistakes" in arguments else ""
    all_rows = [row for row in rows() if row.label in QUESTIONS or row.label in NAMES]
    together: dict[str, Counter[tuple[str, str]]] = {code: Counter() for code in LANGUAGES}
    for author in [name for name in AUTHORS if name in arguments] or AUTHORS:
        measured = [row for row in all_rows if row.author == author]
        if not measured:
            continue
        use_weights([row for row in all_rows if row.author != author])
        for code in LANGUAGES:
            here = [(row.text, *judged(row)) for row in measured if row.code == code]
            totals = Counter((true, got) for _, true, got in here)
            together[code] += totals
            print(f"{author} {code}: {line(totals)}", flush=True)
            if shown in {code, "all"}:
                print(*(f"    {true} as {got}: {text}" for text, true, got in here if true != got), sep="\n")
    for code in LANGUAGES:
        print(f"all {code}: {line(together[code])}")


if __name__ == "__main__":
    main()
