"""The type is narrowed by `isinstance`, `None` checks, an early return, or `match`."""

from __future__ import annotations

import asyncio
from typing import Optional, Union


class LocalStore:
    def put(self, key: str) -> None:
        print(key)


class RemoteStore:
    async def put(self, key: str) -> None:
        await asyncio.sleep(0)


def save(store: Union[LocalStore, RemoteStore], key: str) -> None:
    if isinstance(store, RemoteStore):
        store.put(key)  # expect: DUO101
    else:
        store.put(key)


def save_early(store: LocalStore | RemoteStore, key: str) -> None:
    if isinstance(store, LocalStore):
        store.put(key)
        return
    store.put(key)  # expect: DUO101


def save_optional(store: Optional[RemoteStore], key: str) -> None:
    if store is None:
        return
    store.put(key)  # expect: DUO101


def save_any(store: object, key: str) -> None:
    if isinstance(store, RemoteStore) and key:
        store.put(key)  # expect: DUO101


def save_matched(store: object, key: str) -> None:
    match store:
        case LocalStore():
            store.put(key)
        case RemoteStore() as remote:
            remote.put(key)  # expect: DUO101
