"""What is above only promises an awaitable, and gives None or raises: there is nothing to await."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Coroutine


class Guide(ABC):
    @abstractmethod
    def height_of(self, peak: str) -> Awaitable[float]:
        """How high a peak is."""
        pass

    def way_to(self, peak: str) -> Coroutine[None, None, list[str]]: ...

    def weather_at(self, peak: str) -> Awaitable[str]:
        raise NotImplementedError


class Map(Guide):
    async def height_of(self, peak: str):
        return super().height_of(peak)

    async def way_to(self, peak: str):
        return super().way_to(peak)

    async def weather_at(self, peak: str):
        return super().weather_at(peak)
