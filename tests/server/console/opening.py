"""Opens the console as an operator would, and remembers everything that went wrong in it."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page

from tests.server.conftest import Live


@dataclasses.dataclass
class Console:
    page: Page
    url: str
    requests: list[str] = dataclasses.field(default_factory=list)
    complaints: list[str] = dataclasses.field(default_factory=list)
    refusals: list[str] = dataclasses.field(default_factory=list)
    """What the browser writes when the server refuses something; the page itself says so as well."""

    def visit(self, fragment: str = "#/") -> None:
        """Open a page; it says itself when everything stands."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/{fragment}")
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def go(self, fragment: str) -> None:
        """Go to another page without loading anything anew."""
        self.page.evaluate("delete document.documentElement.dataset.ready")
        self.page.evaluate("where => { location.hash = '#/none-' + where; location.hash = where; }", fragment)
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_text_contents()

    def note(self, message: ConsoleMessage) -> None:
        is_refusal = message.text.startswith("Failed to load resource")
        (self.refusals if is_refusal else self.complaints).append(message.text)

    def dismiss(self, dialog: Dialog) -> None:
        """Close a box that should never have opened."""
        self.complaints.append(dialog.message)
        dialog.dismiss()


@contextlib.contextmanager
def console(browser: Browser, live: Live, fragment: str | None = "#/", **options: Any) -> Iterator[Console]:
    """Open the console, and fail if it complained, broke its policy, or asked anybody but its server."""
    sizes = {"viewport": {"width": 1360, "height": 820}, "reduced_motion": "reduce"}
    with browser.new_context(**{**sizes, **options}) as profile:
        page = profile.new_page()
        page.set_default_timeout(15_000)
        seen = Console(page, live.url)
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.on("console", seen.note)
        page.on("dialog", seen.dismiss)
        if fragment is not None:
            seen.visit(fragment)
        yield seen
        assert seen.complaints == []
        assert [url for url in seen.requests if not url.startswith((live.url, "about:"))] == []
