"""One browser for all tests that look at pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.opening import CHROMIUM

expect.set_options(timeout=120_000)
"""Milliseconds: what is expected comes at once, but not on a machine that is busy with other things."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM)
        yield opened
        opened.close()
