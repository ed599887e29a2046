"""A conversation on a server: what is said goes there, and what comes of it comes back as a stream of its events."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from uuid import uuid4

from duotone.cli.chatting.items import Asked, Ended, Item, Words, items_of
from duotone.cli.chatting.waiting import wait_until
from duotone.cli.stores.client import Client, Frame, path
from duotone.cli.stores.shapes import Row
from duotone.errors import DuotoneError, ServerRefused, WrongUse

__all__ = ["TalkThere"]

_OVER = frozenset({"ended", "abandoned", "lost"})
_KEPT = frozenset({"promise.delivered", "promise.expired", "promise.withdrawn"})
"""How a promise ends."""
_REPLIED = "conversation.replied"
_LOOK = 0.3
_PATIENCE = 60.0
"""Seconds to wait until a turn is over that goes on by itself."""
_NOT_FOUND, _BUSY = 404, 409


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
        self._is_turning = self._is_closed = False
        self._promised = self._open_promises()
        self._told: set[str] = set()
        """The runs whose ends were shown."""
        self._seq: int = known["seq"]
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
                self._run = self._begin_turn(text)
            yield from self._turn()
        finally:
            self._is_turning = False

    def _begin_turn(self, text: str) -> str:
        """Begin a turn, once none goes on that something in the background has woken; returns its run."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                run: str = self._client.post(path("conversations", self._name, "runs"), {"message": text})["id"]
            except ServerRefused as error:
                if error.status != _BUSY or time.monotonic() >= until:
                    raise
            else:
                return run
            self._is_turning, self._frames = False, SimpleQueue()  # what comes meanwhile is told as news
            time.sleep(_LOOK)
            self._is_turning = True

    def interrupt(self) -> bool:
        """Let the turn stand still, from any thread; False if none goes on."""
        told = self._client.post(path("conversations", self._name, "interrupt"), {"reason": "Ctrl-C"})
        return bool(told["done"])

    def decide(self, call: str, *, approved: bool) -> None:
        """Approve or reject a call that waits for it."""
        body = {"decision": "approve"} if approved else {"decision": "reject", "reason": "the user does not want it"}
        self._client.post(path("approvals", self._name, call), body)

    def wait(self, seconds: float) -> bool:
        """Wait until all that was promised has come, and the agent has answered what it answers by itself."""
        return wait_until(self._is_quiet, seconds, every=_LOOK)

    def _is_quiet(self) -> bool:
        body: Row = self._client.get(path("conversations", self._name))
        is_answering = body["state"] == "running" or (body["wakes"] and body["unanswered"])
        return not (is_answering or self._promised or self._running()) and self._seq >= body["seq"]

    def left(self) -> Sequence[str]:
        """Return what goes on when this is left, a line each."""
        return [f"{one['id']} goes on on the server: {one['command']}" for one in self._running()]

    def close(self) -> None:
        """Leave."""
        self._is_closed = True

    # -- the stream -------------------------------------------------------------------------------------------------

    def _listen(self, after: int) -> None:
        """Take in the stream, and come back where it has ended, since a server may be started again."""
        while not self._is_closed:
            try:
                for frame in self._client.stream(path("conversations", self._name, "stream"), after=after):
                    self._take_in(frame)
                    after = frame.data.get("id", after)
            except ServerRefused as error:
                self._frames.put(error)
                return
            except DuotoneError as error:
                if self._is_turning:
                    self._frames.put(error)
            time.sleep(_LOOK)

    def _take_in(self, frame: Frame) -> None:
        kind: str = frame.data.get("kind", "")
        if kind.startswith("promise."):
            self._hear_of(kind, frame.data["data"])
        elif self._is_turning:
            self._frames.put(frame)
        elif kind == "run.ended":
            self._on_news(_REPLIED, frame.data["data"].get("outputs") or {"text": ""})
        if kind == "run.ended":
            self._told.add(frame.data["run"])
        self._seq = frame.data.get("seq", self._seq)

    def _hear_of(self, kind: str, data: Row) -> None:
        """Tell what is delivered, but for an answer that was shown while it was given."""
        if kind == "promise.made":
            self._promised.add(data["promise"])
        elif kind in _KEPT:
            notice: Row | None = data.get("receipt")
            if notice is not None and not (notice["kind"] == _REPLIED and notice["data"]["run"] in self._told):
                self._on_news(notice["kind"], notice["data"])
            self._promised.discard(data["promise"])

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

    def _open_promises(self) -> set[str]:
        every = self._client.every(path("promises"), status=["promised", "pending", "claimed"])
        return {one["id"] for one in every if one["session"] == self._name}

    def _running(self) -> list[Row]:
        every = self._client.every(path("processes"))
        return [one for one in every if one["session"] == self._name and one["state"] not in _OVER]


def _end(data: Row) -> Ended:
    outputs: Row = data.get("outputs") or {}
    fault = data.get("fault")
    state: str = data.get("state") or outputs.get("state") or ("error" if data.get("status") == "failed" else "idle")
    return Ended(state, f"{fault['type']}: {fault['message']}" if fault else data.get("reason") or "")
