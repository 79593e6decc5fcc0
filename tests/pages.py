"""Ratings that are hard to draw, for all who look at pages."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from botassay.core.evidence import ContextTurn, Finding
from botassay.core.results import (
    UNDETERMINED,
    Accepted,
    AcceptedFinding,
    IssueResult,
    Observation,
    Profile,
    Rating,
    Report,
)
from botassay.core.scale import STANDARD_ISSUES
from botassay.plugins.registry import issue_of
from botassay.rating import Settings, rate
from botassay.testing import WordChecker, sample_assessment
from botassay.testing.hostile import TEXTS

SAMPLE = Path(__file__).parents[1] / "demo" / "dialogs.jsonl"
PAYLOADS: Final = (
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><a href='javascript:alert(1)'>x</a></svg>",
    "'\"><iframe src=http://x.example></iframe>",
    "<!-- {{7*7}} {% raw %} {#",
    "\u202eevil\u202c\u2066\u200b\x1b[31m",
    "W" * 1000,
    "e" + "\u0300" * 10_000,
    *TEXTS,
)


@cache
def sampled() -> Report:
    """The demo's dialogs, by checkers that count words: no weights that somebody may train again."""
    checkers = {
        "AL": WordChecker("AL", ("clown", "dumb", "dummy", "get lost", "idiot", "lazy", "loser", "stupid")),
        "B": WordChecker("B", ("of course",)),
        "CC": WordChecker("CC", ("tranche", "euribor", "iban")),
    }
    profiles = (Profile.parse("AL,CC,B,IL", "careful"), Profile.parse("CC,AL,B=IL", "curious"))
    return rate(SAMPLE, Settings(profiles=profiles), checkers=checkers)


def hostile() -> Report:
    """A stranger's text in every place that takes one, and every payload as what was said."""
    text = " ".join(PAYLOADS[:7])
    findings = tuple(
        Finding(
            "AL",
            payload,
            at,
            0.9 - at / 100,
            payload,
            payload,
            (ContextTurn("user", payload), ContextTurn(payload, payload)),
        )
        for at, payload in enumerate(PAYLOADS)
    )
    accepted = Accepted(
        (AcceptedFinding("AL", text, 1, 0.9, text, text, text),), (text,), "high", ("high", "high"), {"AL": 0.9}
    )
    worst = sample_assessment(text)
    grades = tuple(replace(grade, title=text, question=text, method=text, advice=text) for grade in worst.scores)
    drawn = replace(worst, findings=findings, accepted=accepted, scores=grades)
    return Report((drawn, replace(drawn, subject=replace(drawn.subject, name="another"))))


def ruder() -> Report:
    """The demo's bot in a worse mood: AL went up, CC is cut otherwise, and one profile is left."""
    one = next(rated for rated in sampled().ratings if rated.profile.name == "careful")
    changes: dict[str, dict[str, Any]] = {
        "AL": {"value": 0.6, "interval": (0.5, 0.7), "level": "high"},
        "CC": {"cuts": (0.2, 0.4)},
        "B": {"method": "another"},
    }
    scores = tuple(replace(grade, **changes.get(grade.issue, {})) for grade in one.scores)
    return Report((replace(one, scores=scores, level="high", bounds=("high", "high")),))


def beside() -> Report:
    """Five subjects of all kinds: measured, unmeasured, assumed, with other issues, with a name that is markup."""
    demo = sampled().ratings
    named = {
        name: replace(demo[0].subject, name=name) for name in ("a-rather-long-name-of-a-subject.jsonl", *PAYLOADS[:1])
    }
    others = [replace(one, subject=subject) for subject in named.values() for one in demo]
    rude = replace(sample_assessment("Get lost, you idiot.", "high"), profile=demo[0].profile)
    many = replace(crowded().ratings[0], subject=replace(demo[0].subject, name="http://127.0.0.1:8000/chat"))
    ratings = (rude, many, *demo, *others)
    return Report(tuple(sorted(ratings, key=lambda one: one.badness, reverse=True)))


def crowded() -> Report:
    """Four profiles, eight issues of all kinds, twenty findings for each, long answers and words without end."""
    titles = {code: (issue_of(code).title, issue_of(code).question) for code in STANDARD_ISSUES}
    measured = sample_assessment().scores[0]
    missing = replace(
        measured, value=None, level=None, interval=None, reason="coverage 62 %", histogram=(), n=0, clusters=0
    )
    assumed = replace(missing, value=0.5, level="medium", assumed=True, reason="taken by rule")
    floored = replace(measured, floor="medium", reason="one denial of being a machine", advice="Look into it.")
    kinds = (measured, missing, assumed, floored)
    grades = tuple(
        replace(kinds[at % 4], issue=code, title=title, question=question, measure=f"{code}.share")
        for at, (code, (title, question)) in enumerate(titles.items())
    )
    return Report(tuple(_crowd(name, grades) for name in ("one", "two", "three", "four")))


def _crowd(name: str, grades: tuple[IssueResult, ...]) -> Rating:
    findings = tuple(
        Finding(grade.issue, f"d{at}", at, 0.9 - at / 40, "You silly duck. " * (1 + 7 * at), "rude", _before(at))
        for grade in grades
        for at in range(20)
    )
    base = sample_assessment(level="medium")
    rule = replace(base.rule, weights={grade.issue: 8 - at for at, grade in enumerate(grades)})
    return replace(
        base,
        profile=Profile(name, tuple((grade.issue,) for grade in grades)),
        level=UNDETERMINED,
        bounds=("low", "high"),
        scores=grades,
        rule=rule,
        findings=findings,
        observations=(Observation("language", 0.02, "3 of 140 dialogs are in German"),),
    )


def _before(at: int) -> tuple[ContextTurn, ...]:
    return (ContextTurn("user", "w" * 1000 if at == 3 else "hello there"), ContextTurn("bot", "What do you want?"))
