"""A plain function that makes its receiver by a call knows another object than the async class with that method."""

import asyncio

import vendor_sdk


class _Job:
    async def start_remotely(self, *args: int) -> int:
        await asyncio.sleep(0)
        return sum(args)


Job = vendor_sdk.blocking(_Job)


async def start(job: _Job) -> int:
    return await job.start_remotely(1)


def factory(kind):
    return vendor_sdk.made(kind)


def test_jobs(worker, kind, name) -> None:
    worker.with_memory(4).start_remotely(1, 2)
    getattr(worker.jobs(), name).start_remotely()
    assert factory(kind).start_remotely(1, 2) == 3
