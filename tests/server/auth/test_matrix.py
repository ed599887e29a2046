"""Every route of the OpenAPI document × every scope × own and foreign things × no token: who is answered, and how."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.routing import APIRoute

from duotone.runtime import ProcessPolicy
from duotone.server.app import ROUTERS, create_app
from duotone.server.asking import scope_of
from duotone.server.ground import Settings
from duotone.server.tokens import SCOPES
from tests.server.auth.world import BODIES, Operation, World, fill, operations, renew
from tests.server.conftest import serving
from tests.server.shop import shop

OPERATIONS = operations(create_app(Settings()).openapi())
PUBLIC = {"read_health", "read_readiness"}
"""What is answered to everybody."""
PAGES = {"open_console", "read_console_file"}
"""The pages of the console, which hold nothing of anybody's."""
GUARDED = [one for one in OPERATIONS if one.id not in PUBLIC]
OPERATORS = {"start_check", "get_check"}
"""What is whose the machine is, and so no tenant's of these."""
SHARED = {"start_saga", "get_model"}
"""What the operator has, which is every tenant's."""


@pytest.fixture(scope="module")
def worlds() -> Iterator[tuple[World, World]]:
    """Serve two tenants, each with one of everything."""
    with serving(shop(commands=ProcessPolicy())) as live, live.client() as client:
        yield fill(live, client, "ours"), fill(live, client, "theirs")


def test_every_route_says_which_scope_it_needs() -> None:
    assert {one.id for one in OPERATIONS if one.scope is None} == PUBLIC
    assert {one.scope for one in GUARDED} == set(SCOPES)
    assert len({one.id for one in OPERATIONS}) == len(OPERATIONS)


def test_every_route_is_in_the_document() -> None:
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    hidden = {route.operation_id for route in routes if not route.include_in_schema}
    assert hidden == PAGES
    assert all(route.methods == {"GET"} for route in routes if route.operation_id in PAGES)
    shown = {route.operation_id: scope_of(route) for route in routes if route.include_in_schema}
    assert shown == {one.id: one.scope for one in OPERATIONS}


def test_every_body_is_known_here() -> None:
    assert {one.id for one in OPERATIONS if one.has_body} == set(BODIES)


@pytest.mark.parametrize("operation", GUARDED, ids=str)
def test_without_a_token_nobody_is_answered(worlds: tuple[World, World], operation: Operation) -> None:
    ours, _ = worlds
    for token in (None, "nonsense", f"dt_{'0' * 12}_{'x' * 43}"):
        assert ours.ask(operation, token, ours.ids)[0] == 401


@pytest.mark.parametrize("operation", GUARDED, ids=str)
def test_a_scope_opens_what_it_says_and_nothing_else(worlds: tuple[World, World], operation: Operation) -> None:
    ours, _ = worlds
    for scope, allows in SCOPES.items():
        if operation.scope not in allows:
            status, _ = ours.ask(operation, ours.tokens[scope], ours.ids)
            assert status == 403
    for scope, allows in SCOPES.items():
        if operation.scope in allows:
            if operation.scope != "read":
                renew(ours)
            status, body = ours.ask(operation, ours.tokens[scope], ours.ids)
            assert status not in {401, 403, 422}, body
            assert (status == 404) == (operation.id in OPERATORS), body
            assert status < 500, body
            assert status in operation.statuses, body


@pytest.mark.parametrize("operation", [one for one in GUARDED if "{" in one.path and one.id not in SHARED], ids=str)
def test_what_is_somebody_elses_is_answered_like_what_never_was(
    worlds: tuple[World, World], operation: Operation
) -> None:
    ours, theirs = worlds
    nowhere = {name: value[:-1] + ("0" if value[-1] != "0" else "1") for name, value in theirs.ids.items()}
    status, unknown = ours.ask(operation, ours.tokens["admin"], nowhere)
    assert status == 404
    status, foreign = ours.ask(operation, ours.tokens["admin"], theirs.ids)
    assert status == 404
    assert _without(foreign, theirs.ids) == _without(unknown, nowhere)
    # Somebody who knows how the log calls it has nothing of that.
    marked = {name: f"@theirs.{value}" for name, value in theirs.ids.items()}
    assert ours.ask(operation, ours.tokens["admin"], marked)[0] in {400, 404}


def _without(body: str, ids: dict[str, str]) -> str:
    for value in sorted(ids.values(), key=len, reverse=True):
        body = body.replace(value, "…")
    return body


def test_no_list_has_anything_of_somebody_elses(worlds: tuple[World, World]) -> None:
    ours, theirs = worlds
    for operation in GUARDED:
        if operation.method == "get" and "{" not in operation.path and "stream" not in operation.id:
            status, body = ours.ask(operation, ours.tokens["read"], {})
            assert status == 200, body
            foreign = [
                name
                for name, value in theirs.ids.items()
                if name not in {"folder", "saga", "model", "participant"} and value in body
            ]
            assert foreign == [], operation.id


def test_what_was_refused_has_left_nothing_behind(worlds: tuple[World, World]) -> None:
    ours, theirs = worlds

    def seen() -> list[str]:
        with theirs.live.client(theirs.tokens["admin"]) as client:
            return [
                client.get(path).text
                for path in (f"/api/sessions/{theirs.ids['session']}", "/api/runs", "/api/approvals")
            ]

    before = seen()
    for operation in GUARDED:
        if "{" in operation.path and operation.method != "get" and operation.id not in SHARED:
            ours.ask(operation, ours.tokens["admin"], theirs.ids)
    assert seen() == before
