"""A conversation on a server: what is said goes there, and what comes of it comes back as a stream of its events."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from uuid import uuid4

from duotone.cli.chatting.items import Asked, Ended, Item, Words, items_of
from duotone.cli.stores.client import Client, Frame, path
from duotone.cli.stores.shapes import Row
from duotone.errors import DuotoneError, ServerRefused, WrongUse

__all__ = ["TalkThere"]

_OVER = frozenset({"ended", "abandoned", "lost"})
_LOOK = 0.3
_NOT_FOUND = 404
_NEWS = {"process.ended": "process.completed"}


class TalkThere:
    """Talks to an agent of a server; who leaves ends nothing there."""

    def __init__(self, url: str, agent: str | None, name: str | None, on_news: Callable[[str, Row], object]) -> None:
        """Begin a conversation, or go on with one; `on_news` is told what comes by itself."""
        self._client = Client(url)
        self._name = name or f"chat-{uuid4().hex[:8]}"
        known = self._known() or self._begun(agent)
        self._agent: str = known["agent"]
        self._run: str = known["run"] or ""
        self._on_news = on_news
        self._asked: dict[str, Asked] = {}
        self._frames: SimpleQueue[Frame | DuotoneError] = SimpleQueue()
        self._is_turning = False
        threading.Thread(target=self._listen, args=(self._last_event(known["seq"]),), daemon=True).start()

    @property
    def title(self) -> str:
        """What it is, for whoever begins it."""
        return f"conversation {self._name} with {self._agent} on {self._client.url}"

    def say(self, text: str | None) -> Iterator[Item]:
        """Say something, and yield what comes of it; the server goes on by itself with what was decided."""
        self._is_turning = True
        try:
            if text is not None:
                self._run = self._client.post(path("conversations", self._name, "runs"), {"message": text})["id"]
            yield from self._turn()
        finally:
            self._is_turning = False

    def interrupt(self) -> bool:
        """Let the turn stand still, from any thread; False if none goes on."""
        told = self._client.post(path("conversations", self._name, "interrupt"), {"reason": "Ctrl-C"})
        return bool(told["done"])

    def decide(self, call: str, *, approved: bool) -> None:
        """Approve or reject a call that waits for it."""
        body = {"decision": "approve"} if approved else {"decision": "reject", "reason": "the user does not want it"}
        self._client.post(path("approvals", self._name, call), body)

    def wait(self, seconds: float) -> bool:
        """Wait until the processes of the conversation are over."""
        until = time.monotonic() + seconds
        while self._running():
            if time.monotonic() >= until:
                return False
            time.sleep(_LOOK)
        return True

    def left(self) -> Sequence[str]:
        """Return what goes on when this is left, a line each."""
        return [f"{one['id']} goes on on the server: {one['command']}" for one in self._running()]

    def close(self) -> None:
        """Leave."""

    # -- the stream -------------------------------------------------------------------------------------------------

    def _listen(self, after: int) -> None:
        try:
            for frame in self._client.stream(path("conversations", self._name, "stream"), after=after):
                if frame.data.get("kind") in _NEWS:
                    self._on_news(_NEWS[frame.data["kind"]], frame.data["data"])
                elif self._is_turning:
                    self._frames.put(frame)
                elif frame.data.get("kind") == "run.ended":
                    self._on_news("conversation.replied", frame.data["data"].get("outputs") or {"text": ""})
        except DuotoneError as error:
            self._frames.put(error)

    def _turn(self) -> Iterator[Item]:
        has_spoken = False
        while True:
            frame = self._frames.get()
            if isinstance(frame, DuotoneError):
                raise frame
            if frame.name == "text":
                has_spoken = True
                yield Words(frame.data["text"])
                continue
            kind: str = frame.data.get("kind", "")
            data: Row = frame.data.get("data", {})
            if kind == "step.ended" and str(data.get("step")).startswith("agent/"):
                result: Row = data.get("result") or {}
                if result.get("text") and not has_spoken:  # it doesn't stream
                    yield Words(result["text"])
                has_spoken = False
            yield from items_of(kind, data, self._asked)
            if kind in {"run.ended", "run.waiting"} and frame.data["run"] == self._run:
                yield _end(data)
                return

    # -- what the server knows --------------------------------------------------------------------------------------

    def _known(self) -> Row | None:
        try:
            known: Row = self._client.get(path("conversations", self._name))
        except ServerRefused as error:
            if error.status != _NOT_FOUND:
                raise
            return None
        return known

    def _begun(self, agent: str | None) -> Row:
        names = [one["name"] for one in self._client.get(path("agents"))]
        if not names:
            message = f"{self._client.url} has no agent; start it with `duotone serve --agent NAME=MODULE:AGENT`"
            raise WrongUse(message)
        begun: Row = self._client.post(path("conversations"), {"agent": agent or names[0], "id": self._name})
        return begun

    def _last_event(self, seq: int) -> int:
        page = self._client.get(path("sessions", self._name, "events"), after=max(0, seq - 1), limit=1)
        return page["items"][-1]["id"] if page["items"] else 0

    def _running(self) -> list[Row]:
        every = self._client.every(path("processes"))
        return [one for one in every if one["session"] == self._name and one["state"] not in _OVER]


def _end(data: Row) -> Ended:
    outputs: Row = data.get("outputs") or {}
    fault = data.get("fault")
    state: str = data.get("state") or outputs.get("state") or ("error" if data.get("status") == "failed" else "idle")
    return Ended(state, f"{fault['type']}: {fault['message']}" if fault else data.get("reason") or "")
