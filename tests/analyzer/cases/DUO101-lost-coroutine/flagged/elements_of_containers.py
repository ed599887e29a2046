"""The receiver is an element of a list, a dict, a tuple, or a variable of a loop or a comprehension."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping


class Worker:
    async def stop(self) -> None:
        await asyncio.sleep(0)


class Pool:
    def __init__(self) -> None:
        self.workers: list[Worker] = []
        self.by_name: dict[str, Worker] = {}
        self.waiting: deque[Worker] = deque()
        self.groups: dict[str, list[Worker]] = defaultdict(list)

    def stop_all(self) -> None:
        for worker in self.workers:
            worker.stop()  # expect: DUO101
        for worker in self.by_name.values():
            worker.stop()  # expect: DUO101
        for name, worker in self.by_name.items():
            print("stopping", name)
            worker.stop()  # expect: DUO101
        for group in self.groups.values():
            for number, worker in enumerate(group):
                print("stopping", number)
                worker.stop()  # expect: DUO101

    def stop_some(self, name: str) -> None:
        self.workers[0].stop()  # expect: DUO101
        self.by_name[name].stop()  # expect: DUO101
        self.waiting.popleft().stop()  # expect: DUO101
        first, *rest = self.workers
        first.stop()  # expect: DUO101
        found = self.by_name.get(name)
        if found:
            found.stop()  # expect: DUO101


def stop_given(workers: Iterable[Worker], table: Mapping[str, tuple[Worker, int]]) -> None:
    for worker in sorted(workers, key=id):
        worker.stop()  # expect: DUO101
    for worker, priority in table.values():
        print(priority)
        worker.stop()  # expect: DUO101
