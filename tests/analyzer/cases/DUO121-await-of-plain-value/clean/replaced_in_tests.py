"""Tests await mocks that stand for plain functions."""

from unittest.mock import AsyncMock, MagicMock, patch


class Clock:
    def now(self) -> float:
        return 0.0


async def test_a_mock_may_be_awaited():
    clock = AsyncMock(spec=Clock)
    clock.tick.return_value = 1.0
    assert await clock.tick() == 1.0
    other = MagicMock()
    other.start = AsyncMock()
    await other.start()
    with patch.object(Clock, "now", new=AsyncMock(return_value=2.0)) as now:
        assert await now() == 2.0
