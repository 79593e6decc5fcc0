"""JUnit XML: the rating as a test report, for whatever shows those; it has a failure where the gate fails."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final
from xml.etree import ElementTree as ET

from botassay.core.results import IssueResult, Rating, Report
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.caution import with_caution
from botassay.rating.external_view import flagged
from botassay.rating.gate import gate_failures, reaches
from botassay.rating.wording import counted, interval, left_out, measured, verdict
from botassay.view.escape import shortened, visible

QUOTES: Final = 10
"""Findings that a failure quotes."""
TEXT: Final = 500
"""Characters that are shown of any text."""


class JunitReport:
    """Draws a suite for the ratings and one for each issue.

    A rating fails by the level of the gate. An issue fails when it is that bad beyond doubt, by the level that was set
    for it, or when its level reaches the gate and it counts in a rating that fails: so there is a failure in the file
    if, and only if, the gate fails. An issue that was not measured, or whose level is assumed, is skipped otherwise,
    with the reason.
    """

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return the suites; without a gate the worst level fails, whatever the coverage."""
        del findings
        gate = gate or Gate(report.ratings[0].levels[-1], 0.0)
        root = ET.Element("testsuites", name="botassay")
        in_order = sorted(report.ratings, key=lambda rating: rating.subject.name)
        for _, ratings in groupby(in_order, key=lambda rating: rating.subject.name):
            root.extend(_suites(tuple(ratings), gate))
        _count(root)
        ET.indent(root)
        yield bytes(ET.tostring(root, "utf-8", xml_declaration=True)) + b"\n"


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    suite: str
    said: str
    """What is worth knowing, whether it fails or not; inert, some lines."""
    failure: str | None = None
    skipped: str | None = None


def _suites(ratings: Sequence[Rating], gate: Gate) -> Iterator[ET.Element]:
    """Draw all that is known of one subject."""
    subject = ratings[0].subject.name
    yield _suite(subject, "rating", [*(_rating(rating, gate) for rating in ratings), *_coverage(ratings[0], gate)])
    stopped = [rating for rating in ratings if gate.stops(rating)]
    failures = {failure.issue: failure.text for failure in gate_failures(ratings, gate) if failure.issue}
    for grade in ratings[0].scores:
        case = _issue(grade, ratings[0], stopped, gate)
        if grade.issue in failures:
            case = replace(case, failure=failures[grade.issue], skipped=None)
        yield _suite(subject, f"{grade.issue} {grade.title}", [case])
    for issue in ratings[0].external or ():
        text = f"{issue.tool} flags {flagged(issue)} replies; not in the rating"
        yield _suite(subject, issue.issue, [_Case(issue.name, issue.issue, text, skipped=text)])


def _rating(rating: Rating, gate: Gate) -> _Case:
    risk = f"risk {verdict(rating)}"
    failure = next((failure.text for failure in gate_failures((rating,), gate) if failure.profile), None)
    flags = [f"red flag: {visible(flag.issue)}: {visible(flag.reason)}" for flag in rating.flags]
    why = [visible(line) for line in rating.explanation.splitlines()]
    missing = [f"not tested: {visible(left_out(rating))}"] if rating.not_tested else []
    notice = [rating.redaction] if rating.redaction else []
    lines = [f"{risk}; {counted(rating)}", *flags, *why, *missing, *notice]
    return _Case(f"profile {rating.profile.name}", "rating", "\n".join(lines), failure)


def _coverage(rating: Rating, gate: Gate) -> Iterator[_Case]:
    if gate.min_coverage and gate.fail_on:
        conversations = counted(rating)
        failure = (
            f"{conversations}; the gate asks for {100 * gate.min_coverage:g} %" if gate.lacks(rating.counts) else None
        )
        yield _Case("coverage", "rating", conversations, failure)


def _issue(grade: IssueResult, rating: Rating, stopped: Sequence[Rating], gate: Gate) -> _Case:
    """Draw what is known of an issue; all ratings of a subject have the same."""
    place = f"{grade.measure} {grade.title}"
    if grade.value is None or grade.assumed or grade.level is None:
        reason = f"{f'{grade.level} is assumed' if grade.assumed else 'not measured'}: {grade.reason}"
        return _Case(place, grade.issue, reason, skipped=reason)
    value = f"level {grade.level}: {grade.value:.3f}" + (f" ({interval(grade)})" if grade.interval else "")
    counts = any(other.rule.weights.get(grade.issue) or grade.issue in other.rule.veto for other in stopped)
    bad = gate.fail_on and counts and reaches(grade.level, gate.fail_on, rating.levels)
    failure = f"{value}; it counts in a rating that fails (--fail-on {gate.fail_on})" if bad else None
    return _Case(place, grade.issue, "\n".join([value, *_details(grade, rating)]), failure)


def _details(grade: IssueResult, rating: Rating) -> Iterator[str]:
    yield visible(with_caution(measured(grade), (grade,), grade.issue))
    if grade.advice:
        yield visible(grade.advice)
    findings = sorted((f for f in rating.findings if f.issue == grade.issue), key=lambda f: f.rank)
    for finding in findings[:QUOTES]:
        where = f"{visible(finding.dialog)}, utterance {finding.utterance}"
        note = f" {shortened(finding.note, TEXT).text}" if finding.note else ""
        yield f"{finding.value:.2f}{note} ({where}): “{shortened(finding.text, TEXT).text}”"


def _suite(subject: str, name: str, cases: Sequence[_Case]) -> ET.Element:
    shown = shortened(subject, TEXT).text
    suite = ET.Element("testsuite", name=f"{shown}: {shortened(name, TEXT).text}")
    owner = shown.replace(".", "_")  # viewers cut class names at dots
    for case in cases:
        classname = f"botassay.{owner}.{visible(case.suite)}"
        drawn = ET.SubElement(suite, "testcase", classname=classname, name=shortened(case.name, TEXT).text, time="0")
        if case.skipped is not None:
            ET.SubElement(drawn, "skipped", message=shortened(case.skipped, TEXT).text)
        elif case.failure is not None:
            message = shortened(case.failure, TEXT).text
            ET.SubElement(drawn, "failure", message=message, type="gate").text = case.said
        else:
            ET.SubElement(drawn, "system-out").text = case.said
    _count(suite)
    return suite


def _count(suite: ET.Element) -> None:
    parts = {"tests": ".//testcase", "failures": ".//failure", "skipped": ".//skipped"}
    for name, path in parts.items():
        suite.set(name, str(len(suite.findall(path))))
    suite.set("errors", "0")
    suite.set("time", "0")
