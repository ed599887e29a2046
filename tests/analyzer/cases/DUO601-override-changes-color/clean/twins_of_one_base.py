"""Classes that differ in color, and say so by their names, stand for one abstract class, and one is plain by its name."""

import asyncio
from abc import ABC, abstractmethod


class StoreBase(ABC):
    @abstractmethod
    def get(self, key):
        """Return what is there."""


class Store(StoreBase):
    def get(self, key):
        return {"key": key}


class AsyncStore(StoreBase):
    async def get(self, key):
        await asyncio.sleep(0)
        return {"key": key}


class ValidatorBase(ABC):
    def validate(self, text: str) -> bool:
        raise NotImplementedError


class OneByOne(ValidatorBase):
    def validate(self, text: str) -> bool:
        return bool(text)


class AsyncValidator(ValidatorBase):
    async def validate(self, text: str) -> bool:
        await asyncio.sleep(0)
        return bool(text)


class Letter:
    async def send(self) -> int:
        await asyncio.sleep(0)
        return 1


class SyncLetter(Letter):
    def send(self) -> int:
        return 1
