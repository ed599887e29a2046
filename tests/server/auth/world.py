"""Somebody with one of everything that the server has: what their paths lead to, and what can be sent there."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import time
from typing import Any

import httpx

from duotone.runtime import Promise
from tests.server.conftest import Live

FLOW = "{name: buy, steps: [{id: first, function: sell}]}"

BODIES: dict[str, Any] = {
    "create_session": {},
    "join_session": {"participant": "bob"},
    "elevate_participant": {"ring": 0, "seconds": 5},
    "terminate_session": {},
    "kill_session": {},
    "validate_workflow": {"workflow": FLOW},
    "draw_workflow": {"workflow": FLOW},
    "start_workflow": {"workflow": FLOW},
    "start_saga": {"inputs": {"item": "pot"}},
    "cancel_run": {},
    "decide_step": {"step": "first", "decision": "retry"},
    "branch_run": {"step": "first"},
    "create_conversation": {"agent": "helper"},
    "send_message": {"text": "hello"},
    "start_turn": {"message": "hello"},
    "interrupt_turn": {},
    "pause_turn": {},
    "fork_conversation": {},
    "decide_approval": {"decision": "approve"},
    "start_process": {"command": ["true"]},
    "write_process_input": {"text": ""},
    "kill_process": {},
    "withdraw_promise": {},
    "create_chat_completion": {"model": "helper", "messages": [{"role": "user", "content": "hello"}]},
    "create_response": {"model": "helper", "input": "hello"},
    "create_agent_run": {"model": "helper", "input": "hello"},
}
"""What is sent to each operation that takes a body."""


@dataclass(frozen=True)
class Operation:
    """One line of the OpenAPI document."""

    id: str
    method: str
    path: str
    scope: str | None
    has_body: bool
    statuses: frozenset[int]

    def __str__(self) -> str:
        return self.id


def operations(document: dict[str, Any]) -> list[Operation]:
    """Return all operations of a document."""
    return [
        Operation(
            one["operationId"],
            method,
            path,
            one.get("x-scope"),
            "requestBody" in one,
            frozenset(map(int, one["responses"])),
        )
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    ]


@dataclass
class World:
    """What a tenant has."""

    live: Live
    client: httpx.Client
    tenant: str
    tokens: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def ask(self, operation: Operation, token: str | None, ids: dict[str, str]) -> tuple[int, str]:
        """Return the status of an answer and its body, or nothing of it where it is a stream without an end."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        body = BODIES.get(operation.id, {}) if operation.has_body else None
        path = operation.path.format(**ids)
        with self.client.stream(operation.method.upper(), path, json=body, headers=headers) as answer:
            is_stream = answer.headers.get("content-type", "").startswith("text/event-stream")
            return answer.status_code, "" if is_stream else answer.read().decode()


def fill(live: Live, client: httpx.Client, tenant: str) -> World:
    """Return a tenant with a token for each scope, and one of everything."""
    world = World(live, client, tenant)
    for scope in ("read", "run", "approve", "admin"):
        world.tokens[scope] = live.token(scope, tenant=tenant, name=f"{tenant}-{scope}")
    renew(world)
    return world


def renew(world: World) -> None:
    """Give a tenant one of everything anew."""
    session = _made(world, "/api/sessions", {})
    _made(world, f"/api/sessions/{session}/participants", {"participant": "ada", "trust": 1.0})
    _made(world, f"/api/sessions/{session}/activate", {})
    world.ids = {
        "session": session,
        "participant": "ada",
        "request": _asked(world, session),
        "run": _made(world, "/api/workflows/runs", {"workflow": FLOW}),
        "conversation": _made(world, "/api/conversations", {"agent": "helper"}),
        "process": _made(world, "/api/processes", {"command": ["sleep", "30"]}),
        "promise": _promised(world, session),
        "response": _made(world, "/v1/responses", BODIES["create_response"]),
        "folder": "src",
        "saga": "order",
        "model": "helper",
    }


def _made(world: World, path: str, body: dict[str, Any]) -> str:
    headers = {"Authorization": f"Bearer {world.tokens['admin']}"}
    answer = world.client.post(path, json=body, headers=headers)
    assert answer.is_success, answer.text
    made: dict[str, Any] = answer.json()
    return str(made.get("id"))


def _asked(world: World, session: str) -> str:
    """Let somebody do what needs an approval, and return its request."""
    ground, name = world.live.ground, f"@{world.tenant}.{session}"

    async def act() -> str:
        try:
            await ground.hypervisor.act(name, "ada", "delete_all", lambda: "gone")
        except PermissionError as error:
            return str(vars(error)["request"])
        raise AssertionError("it was done without an approval")

    return world.live.call(act())


def _promised(world: World, session: str) -> str:
    promise = Promise(f"promise-{session}", f"@{world.tenant}.{session}", "web", "task.completed", "it", time() + 60)

    async def make() -> None:
        await world.live.ground.runtime.outbox.make(promise)

    world.live.call(make())
    return promise.id
