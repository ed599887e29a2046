"""Whatever the log holds is shown as text, and a chain that was tampered with is seen."""

from __future__ import annotations

import contextlib
import json

import pytest
from playwright.sync_api import Browser, Route, expect

from duotone.errors import ApprovalNeeded
from duotone.runtime import Action, Risk, Rule, Verdict
from duotone.runtime.events import Append, Draft, Json
from duotone.server.ground import Ground
from tests.server.conftest import Live, Serve
from tests.server.console.opening import console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

HOSTILE = '</script><img src=x onerror="alert(1)"><svg/onload=alert(2)>\'"${alert(3)}<style>*{display:none}</style>'
MARKUP = "main img, main style, main script, main iframe, main [onerror], main [onload]"

ODD: dict[str, Json] = {
    "whole": 1.0,
    "huge": 10**30,
    "wide": 1e22,
    "tiny": 5e-07,
    "small": 0.0001,
    "less": -0.0,
    "third": 1 / 3,
    "at the edge": [1e15, 1e16, 123456789012345680.0],
    "Ünï\U0001f40d\uffee": "\x7f\x1f\u2028 “quoted” \\ /",
    "\U0001f40d before": {"10": 1, "9": [], "": None},
    "\uffee after": True,
}


async def write_hostile(live: Live) -> None:
    """Put it everywhere where a name or a text can be."""
    hypervisor, log = live.ground.hypervisor, live.ground.runtime.log
    await hypervisor.create_session(creator=HOSTILE, id=HOSTILE)
    await hypervisor.create_session(creator=HOSTILE, id="tame")
    await hypervisor.join_session("tame", HOSTILE, trust=1.0)
    await hypervisor.activate_session("tame")
    with contextlib.suppress(ApprovalNeeded):
        await hypervisor.act("tame", HOSTILE, Action(HOSTILE, Risk.IRREVERSIBLE), str, "")
    run: dict[str, Json] = {"kind": "saga", "name": HOSTILE, "status": "running", "owner": HOSTILE, "fence": 1}
    step: dict[str, Json] = {"step": HOSTILE, "attempt": 1, "unit": HOSTILE, "color": HOSTILE, "home": HOSTILE}
    ended: dict[str, Json] = {"status": "failed", "outputs": HOSTILE, "todo": [HOSTILE]}
    fault: dict[str, Json] = {"type": HOSTILE, "message": HOSTILE, "retryable": False}
    drafts = [
        Draft("run.started", run, "evil"),
        Draft("step.started", step, "evil"),
        Draft("run.ended", {**ended, "fault": fault}, "evil"),
        Draft(HOSTILE, {HOSTILE: HOSTILE, "__proto__": HOSTILE, "constructor": [HOSTILE]}),
    ]
    await log.append(Append("evil", drafts))


def test_whatever_the_log_holds_is_shown_as_text(browser: Browser, serve: Serve) -> None:
    live = serve(Ground(policy=Rule(Verdict.ASK, reason=HOSTILE)))
    live.call(write_hostile(live))
    with console(browser, live) as seen:
        for page in ("", "sessions", "sessions/tame", "runs/evil", "events", "approvals", "background"):
            seen.visit(f"#/{page}")
            seen.page.wait_for_timeout(100)
            assert seen.page.locator(MARKUP).count() == 0, page
            expect(seen.page.locator("main")).to_be_visible()
        seen.visit("#/sessions")
        expect(seen.page.locator(".row").first).to_contain_text(HOSTILE)
        seen.page.locator(".row").first.click()
        expect(seen.page.locator(".drawer .error")).to_be_visible()
        seen.visit("#/sessions/tame")
        expect(seen.page.locator(".person")).to_contain_text(HOSTILE)
        seen.visit("#/approvals")
        expect(seen.page.locator(".approval .because")).to_have_text(f"Why it waits: {HOSTILE}")
        seen.visit("#/runs/evil")
        expect(seen.page.locator(".trouble")).to_contain_text(HOSTILE)
        seen.visit("#/events")
        seen.page.locator(".row").first.click()
        expect(seen.page.locator(".drawer .json")).to_contain_text("__proto__")


def test_hashes_are_the_same_for_numbers_and_texts_of_every_kind(browser: Browser, live: Live) -> None:
    live.call(live.ground.runtime.log.append(Append("Ünï\U0001f40d", [Draft("odd.ones", ODD), Draft("odd.ones", {})])))
    with console(browser, live, "#/events") as seen:
        expect(seen.page.locator(".chain")).to_contain_text("The chain holds · 2 of 2 events")
        seen.page.locator(".row").nth(1).click()
        expect(seen.page.locator(".json")).to_contain_text('"huge": 1000000000000000000000000000000')


def test_an_event_that_was_changed_breaks_the_chain_in_view(browser: Browser, shown: Live) -> None:
    def tamper(route: Route) -> None:
        response = route.fetch()
        page = json.loads(response.text())
        for event in page["items"]:
            if event["kind"] == "ring.elevated":
                event["data"]["by"] = "somebody else"
        route.fulfill(response=response, body=json.dumps(page))

    with console(browser, shown, None) as seen:
        seen.page.route("**/api/events?*", tamper)
        seen.visit("#/events")
        expect(seen.page.locator(".chain")).to_contain_text("The chain is broken at event 34")
        expect(seen.page.locator(".row", has_text="ring.elevated").locator(".seal")).to_have_text("✗")
