"""The page of a certificate in a real browser: on one sheet, in black and white, and whatever it is called."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from botassay.certificate import page
from botassay.certificate.drafting import RunObserved, SignedBy, draft
from botassay.certificate.envelope import PAYLOAD_TYPE, Envelope, EnvelopeSignature, encoded
from botassay.core.results import ForeignIssue, NotTested, RedFlag, Report
from tests import pages
from tests.browser.opening import (
    Colours,
    check_everybody_can_read_it,
    check_it_fits,
    check_nothing_is_loaded,
    needs_chromium,
    opened_page,
)

pytestmark = needs_chromium

ISSUES = ("CC", "AL", "B", "IL", "ID", "SG", "UN", "OP")
PROFILES = ("conversation", "fairness", "privacy", "abuse")
_FOREIGN = ForeignIssue(
    issue="", tool="garak", version="0.14", name="dan", n=1200, flagged=25, share=0.02, interval=(0.01, 0.04),
    dialogs=9, unknown=0,
)  # fmt: skip
HOSTILE = "</template><script>alert(1)</script> \x1b[31m\u202e<img src=//x.example>"


def drawn(name: str = "Bank helper") -> bytes:
    """Eight issues, four profiles and two red flags, signed by two keys."""
    first = pages.sampled().ratings[0]
    result = replace(first.scores[0], title="Sentiment by group of people", could_be=first.levels, n=12345)
    flags = tuple(
        RedFlag(issue, first.levels[-1], "it denied being a machine in 103 of 120 conversations, also twice")
        for issue in ("AL", "ID")
    )
    rating = replace(
        first,
        subject=replace(first.subject, name=name, about={"version": "2.1", "purpose": "help with accounts"}),
        scores=tuple(replace(result, issue=issue) for issue in ISSUES),
        flags=flags,
        bounds=(first.levels[0], first.levels[-1]),
        external=tuple(replace(_FOREIGN, issue=f"garak:dan.Ablation_Dan_11_{nth}") for nth in range(9)),
        not_tested=(NotTested("CR", "Replies to people in danger", "?", "?"),),
    )
    report = Report(tuple(replace(rating, profile=replace(rating.profile, name=profile)) for profile in PROFILES))
    run = RunObserved(
        address="https://bank.example/chat/v1",
        heard=(datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC)),
        conversations=420,
        requests=1803,
        journal=f"sha256:{'a' * 64}",
        method="botassay",
        depth="standard",
    )
    by = SignedBy(name=name, role="third-party", at=datetime(2026, 11, 23, tzinfo=UTC), days=90)
    payload = draft(b"rating", report, run, by).encoded()
    signatures = tuple(EnvelopeSignature(keyid=digit * 64, sig=encoded(bytes(64))) for digit in "7b")
    return page.draw(Envelope(payload=encoded(payload), payload_type=PAYLOAD_TYPE, signatures=signatures), "x")


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_eight_issues_and_four_profiles_print_on_one_sheet(browser: Browser, tmp_path: Path, size: str) -> None:
    with opened_page(browser, tmp_path, drawn()) as shown:
        sheets = re.findall(rb"/Type\s*/Page\b", shown.pdf(format=size))
    assert len(sheets) == 1


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_it_fits_and_everybody_can_read_it(browser: Browser, tmp_path: Path, width: int, colours: Colours) -> None:
    with opened_page(browser, tmp_path, drawn(), width, colours) as shown:
        check_it_fits(shown, width)
        check_everybody_can_read_it(shown)


def test_a_hostile_name_is_text_and_nothing_is_loaded(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, tmp_path, drawn(HOSTILE)) as shown:
        check_nothing_is_loaded(shown)
        assert "<script>alert(1)</script>" in shown.inner_text("h1")
        assert shown.locator("script, img, link").count() == 0


def test_red_flags_are_as_large_as_the_verdict_and_levels_are_words(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, tmp_path, drawn()) as shown:
        shown.emulate_media(media="print")
        sizes = shown.eval_on_selector_all(".ruling", "all => all.map(each => getComputedStyle(each).fontSize)")
        words = [text for text in shown.locator("#results .level").all_inner_texts() if text.strip()]
    assert len(sizes) == 3
    assert len(set(sizes)) == 1
    assert len(words) == len(ISSUES)
