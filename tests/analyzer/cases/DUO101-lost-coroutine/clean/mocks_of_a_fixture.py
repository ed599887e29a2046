"""A fixture makes mocks, which have whatever is asked of them."""

import asyncio


class Deferrer:
    async def defer_all_jobs(self, jobs):
        await asyncio.sleep(0)

    async def worker(self):
        await self.defer_all_jobs([])


async def test_the_worker_defers(mocker):
    mock = mocker.Mock()
    other = mocker.MagicMock()

    class Counting(Deferrer):
        async def defer_all_jobs(self, jobs):
            mock.defer_all_jobs()
            other.defer_all_jobs()

    await Counting().worker()
    assert mock.mock_calls == [mocker.call.defer_all_jobs(), 1]


async def test_nothing_is_deferred(mock_deferrer):
    mock_deferrer.defer_all_jobs()
