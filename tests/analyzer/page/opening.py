"""Opens a page as a reader would, and remembers everything that went wrong in it."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Dialog, Page

from duotone.analyzer.engine import Report
from duotone.analyzer.page import Context, render


@dataclasses.dataclass
class Opened:
    page: Page
    address: str
    requests: list[str] = dataclasses.field(default_factory=list)
    complaints: list[str] = dataclasses.field(default_factory=list)

    def visit(self, fragment: str = "") -> None:
        """Load the page; it says itself when everything stands."""
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def dismiss(self, dialog: Dialog) -> None:
        """Close a box that should never have opened."""
        self.complaints.append(dialog.message)
        dialog.dismiss()

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def texts(self, selector: str) -> list[str]:
        """The text of each, also of those that are out of sight and not laid out yet."""
        return self.page.locator(selector).all_text_contents()


@contextlib.contextmanager
def opened(browser: Browser, report: Report, context: Context, **options: Any) -> Iterator[Opened]:
    """Write the page to a file, open it, and fail if it complained or asked for anything."""
    file = context.root / "report.html"
    file.write_text(render(report, context), encoding="utf-8", newline="\n")
    with browser.new_context(reduced_motion="reduce", **options) as profile:
        page = profile.new_page()
        seen = Opened(page, Path(file).as_uri())
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.on("console", lambda message: seen.complaints.append(message.text))
        page.on("dialog", seen.dismiss)
        if options.get("java_script_enabled", True):
            seen.visit()
        else:
            page.goto(seen.address)
        yield seen
        assert seen.complaints == []
        assert {url.partition("#")[0] for url in seen.requests} <= {seen.address, "about:blank"}
