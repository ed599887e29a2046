"""The whole OpenAPI document, asked by schemathesis: no failure of the server, and no answer that is not documented."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from duotone.runtime import ProcessPolicy
from duotone.server.app import create_app
from duotone.server.ground import Settings
from tests.conftest import NIGHTLY
from tests.server.auth.world import Operation, World, fill, operations, renew
from tests.server.conftest import serving
from tests.server.shop import shop

DOCUMENT = create_app(Settings()).openapi()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
EXAMPLES = int(os.environ.get("DUOTONE_EXAMPLES", "200" if NIGHTLY else "10"))
DOCUMENTED = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
MAY_FAIL = {"read_readiness"}
"""What says with 503 that the server can't do its work, such as on a machine that has no time for it."""
NEVER_STARTED = {"start_process"}
"""What would run commands that somebody else has made up."""


def _is_endless(operation: Operation) -> bool:
    """Tell whether an answer is a stream, which has no end that could be waited for."""
    responses = DOCUMENT["paths"][operation.path][operation.method]["responses"]
    return operation.method == "get" and "text/event-stream" in responses.get("200", {}).get("content", {})


ASKED = [one for one in operations(DOCUMENT) if not _is_endless(one) and one.id not in NEVER_STARTED]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Serve somebody who has one of everything."""
    quick = Settings(wait_seconds=0.1, rate=1e6, burst=1_000_000)
    with serving(shop(quick, commands=ProcessPolicy())) as live, live.client() as client:
        yield fill(live, client, "ours")


@pytest.mark.longer
@pytest.mark.timeout(1800 if NIGHTLY else 60)
@pytest.mark.parametrize("operation", ASKED, ids=str)
def test_whatever_is_sent_is_answered_as_it_is_documented(world: World, operation: Operation) -> None:
    strategy = SCHEMA[operation.path][operation.method].as_strategy()
    headers = {"Authorization": f"Bearer {world.tokens['admin']}"}
    held_to = DOCUMENTED if operation.id in MAY_FAIL else [not_a_server_error, *DOCUMENTED]

    @settings(max_examples=EXAMPLES, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=strategy, is_known=st.booleans())
    def ask(case: Any, *, is_known: bool) -> None:
        if is_known:  # else nearly everything would be answered with 404
            case.path_parameters = {name: world.ids.get(name, given) for name, given in case.path_parameters.items()}
        case.call_and_validate(base_url=world.live.url, headers=headers, checks=held_to, timeout=20)

    ask()
    if operation.method != "get":
        renew(world)


ODD: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "not a number": b'{"inputs": {"x": NaN}, "workflow": "name: w"}',
    "infinity": b'{"config": {"max_duration": Infinity}}',
    "half a character": b'{"text": "\\ud800", "message": "\\ud800", "participant": "\\ud800", "because": "\\ud800"}',
    "no UTF-8": b'{"text": "\xff"}',
    "very deep": b"[" * 100_000,
    "very deep inside": b'{"inputs": ' + b"[" * 50_000 + b"]" * 50_000 + b', "workflow": "x"}',
    "a huge number": b'{"inputs": {"x": ' + b"9" * 5000 + b'}, "at": ' + b"9" * 400 + b"}",
    "a list": b"[]",
    "null": b"null",
    "nul": b'{"text": "\\u0000", "message": "\\u0000", "id": "\\u0000", "workflow": "\\u0000"}',
    "the same twice": b'{"text": "a", "text": "b"}',
}


@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
@pytest.mark.parametrize("odd", ODD)
def test_a_body_that_is_none_never_fails_the_server(world: World, odd: str, kind: str) -> None:
    headers = {"Authorization": f"Bearer {world.tokens['admin']}"} | ({"Content-Type": kind} if kind else {})
    for operation in ASKED:
        if operation.has_body:
            path = operation.path.format(**world.ids)
            answer = world.client.request(operation.method, path, content=ODD[odd], headers=headers)
            assert answer.status_code < 500, f"{operation}: {answer.text}"
            assert answer.status_code in operation.statuses, f"{operation}: {answer.text}"
    renew(world)


@pytest.mark.parametrize("value", [float("nan"), "\ud800", 10**400, -(10**400), 1e308])
def test_what_json_can_not_hold_is_refused_or_kept_as_it_is(world: World, value: Any) -> None:
    headers = {"Authorization": f"Bearer {world.tokens['admin']}", "Content-Type": "application/json"}
    workflow = "{name: w, inputs: {x: {}}, steps: [{id: first, function: sell}]}"
    body = json.dumps({"workflow": workflow, "inputs": {"x": value}})
    answer = world.client.post("/api/workflows/runs", content=body, headers=headers)
    assert answer.status_code in {202, 422}, answer.text
