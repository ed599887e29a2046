"""The tail of the log: read once for all who follow it, each of whom is shown every event of its stream once.

1. The tail reads in the order of ids and waits for no subscriber: one whose queue is full has fallen behind.
2. Whoever begins, or has fallen behind, joins the tail first and then reads the log up to where it joined. So there is
   no gap, and what comes both ways is known by its id.
3. All of it happens on one loop, so that nothing changes between two awaits.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Final

from duotone.errors import DuotoneError, LogClosed
from duotone.runtime import Event
from duotone.runtime.log import AsyncLog
from duotone.server.frames import END, HEARTBEAT, Frame, ready, resync, said, shown
from duotone.server.history import PAGE, Begin, History, Topic
from duotone.server.problems import Problem
from duotone.server.tenancy import tenant_of

__all__ = ["Subscription", "Tail"]

_ROOM: Final = 256
"""So many frames wait for one subscriber."""
_MOST: Final = 20_000
"""So many may follow at once."""
_LOOK: Final = 5.0
"""Seconds after which the tail looks at the log although it was not told."""
_REST: Final = 0.5
"""Seconds to wait after the log could not be read."""


class Subscription:
    """One reader of a stream; `next` returns what is to be sent to it."""

    def __init__(self, tail: Tail, history: History, start: Begin) -> None:
        """Begin where `start` says; nothing is read yet."""
        self.topic = history.topic
        self._tail = tail
        self._history = history
        self._first = list(start.first)
        self._queue: deque[Frame] = deque()
        self._bell = asyncio.Event()
        self._upto: int | None = None
        """How far the log is to be read before what was queued meanwhile follows; None for one that is live."""
        self._has_missed = True
        self._is_over = False
        self._is_closed = False

    def offer(self, frame: Frame) -> None:
        """Queue a frame, without ever waiting; who has no room for it has fallen behind."""
        if self._has_missed:
            return
        if len(self._queue) < _ROOM:
            self._queue.append(frame)
        else:
            self._fall_behind()
        self._bell.set()

    def _fall_behind(self) -> None:
        self._has_missed = True
        self._queue.clear()
        self._tail.resyncs += 1
        self._first.append(resync("slow", "the reader was slow; what it missed follows", self._history.position))

    def beat(self) -> None:
        """Show that the stream lives, if nothing else is about to."""
        if not self._queue:
            self.offer(HEARTBEAT)

    def close(self) -> None:
        """Follow no more; whoever waits for the next frames is let go."""
        self._is_closed = True
        self._tail.leave(self)
        self._bell.set()

    async def next(self) -> list[Frame]:
        """Wait for what is to be sent next; nothing means that this is the end, and the reader may come back."""
        try:
            return await self._next()
        except DuotoneError:  # the log is closed, or can't be read at the moment
            self._tail.failures += 1
            self.close()
            return []

    async def _next(self) -> list[Frame]:
        while not self._is_closed:
            batch = self._told() or (await self._caught_up() if self._has_missed or self._upto else await self._live())
            if self._is_over and self._upto is None and not self._has_missed:
                self.close()
                return [*batch, END]
            if batch:
                return batch
        return []

    def _told(self) -> list[Frame]:
        told, self._first = self._first, []
        return told

    async def _caught_up(self) -> list[Frame]:
        """Read a page of what came before this one joined the tail."""
        if self._has_missed:
            self._has_missed = False
            self._upto = await self._tail.join(self) or None
        if self._upto is None:
            return []
        events, is_end = await self._history.page()
        if is_end or self._history.position >= self._upto:
            self._upto = None
        return [self._noted(shown(event)) for event in events]

    async def _live(self) -> list[Frame]:
        await self._bell.wait()
        self._bell.clear()
        queue, self._queue = self._queue, deque()
        return [self._noted(frame) for frame in queue if frame.id is None or frame.id > self._history.position]

    def _noted(self, frame: Frame) -> Frame:
        """Know where the stream stands once a frame is sent."""
        if frame.id is not None:
            self._history.position = max(self._history.position, frame.id)
            if self.topic.kind == "run" and frame.kind.startswith("run."):
                self._is_over = frame.kind == "run.ended"
        return frame


class Tail:
    """The one reader of a log for all subscribers of a process."""

    def __init__(self, log: AsyncLog, heartbeat: float) -> None:
        """Read nothing before somebody follows."""
        self.position = 0
        """The id up to which everybody was told."""
        self.events = self.resyncs = self.failures = 0
        """How many events were shown, how often somebody fell behind, how often the log could not be read."""
        self._log = log
        self._heartbeat = heartbeat
        self._followers: dict[tuple[str, str], dict[Subscription, None]] = {}
        self._subscriptions: dict[Subscription, None] = {}
        self._starting = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    def __len__(self) -> int:
        """Return how many follow."""
        return len(self._subscriptions)

    def follow(self, topic: Topic, start: Begin) -> Subscription:
        """Return a subscription; raises a problem 503 if there are too many, or the server ends."""
        if self._is_closed or len(self._subscriptions) >= _MOST:
            detail = "the server ends" if self._is_closed else f"{_MOST} streams are open, and no more can be"
            raise Problem(503, "NoMoreStreams", detail, "try again later", headers={"Retry-After": "1"})
        return Subscription(self, History(self._log, topic, start), start)

    async def end(self) -> Begin:
        """Return the end of the log as where a stream begins, and tell its reader, who may come back from there."""
        last = await self._log.last()
        return Begin(last, first=[ready(last)])

    async def join(self, subscription: Subscription) -> int:
        """Tell a subscription of every event from here on; returns the id of the last that it is not told of."""
        async with self._starting:
            if not self._tasks:
                self._loop = asyncio.get_running_loop()
                self.position = await self._log.last()
                self._tasks = [self._loop.create_task(work()) for work in (self._read, self._beat)]
        self._subscriptions[subscription] = None
        for key in subscription.topic.keys:
            self._followers.setdefault(key, {})[subscription] = None
        if self._is_closed:
            subscription.close()
        return self.position

    def leave(self, subscription: Subscription) -> None:
        """Tell a subscription of nothing more; the tail rests when nobody is left."""
        self._subscriptions.pop(subscription, None)
        for key in subscription.topic.keys:
            followers = self._followers.get(key, {})
            followers.pop(subscription, None)
            if not followers:
                self._followers.pop(key, None)
        if not self._subscriptions:
            self._stop()

    def _stop(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()

    def close(self) -> None:
        """Let every stream end, and begin no other."""
        self._is_closed = True
        for subscription in list(self._subscriptions):
            subscription.close()
        self._stop()

    def say(self, session: str, text: str) -> None:
        """Show a part of a reply to those who follow its conversation; from any thread."""
        if self._loop is not None and ("conversation", session) in self._followers:
            with contextlib.suppress(RuntimeError):  # the loop has closed, and nobody follows
                self._loop.call_soon_threadsafe(self._give, ("conversation", session), said(session, text))

    # -- tasks ----------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            try:
                await self._log.wait(self.position, _LOOK)
                events = await self._log.read_all(after=self.position, limit=PAGE)
            except LogClosed:
                self.close()
                return
            except DuotoneError:  # counted for /metrics; who follows waits until the log can be read again
                self.failures += 1
                await asyncio.sleep(_REST)
            else:
                for number, event in enumerate(events, 1):
                    self._show(event)
                    if number % max(1, _ROOM // 4) == 0:  # who is quick takes what is queued, and has room again
                        await asyncio.sleep(0)

    def _show(self, event: Event) -> None:
        frame = shown(event)
        self._give(("session", event.session), frame)
        self._give(("tenant", tenant_of(event.session)), frame)
        if event.run is not None:
            self._give(("run", event.run), frame)
        self.position = event.id
        self.events += 1

    def _give(self, key: tuple[str, str], frame: Frame) -> None:
        for subscription in self._followers.get(key, ()):
            subscription.offer(frame)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            for subscription in self._subscriptions:
                subscription.beat()
