"""A real Chromium to open pages in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browsing import launched


# For a module and not for a session: while Playwright's sync face is open, a loop counts as running on this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from launched()
