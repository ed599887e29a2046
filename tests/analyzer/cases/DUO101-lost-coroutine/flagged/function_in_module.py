"""A coroutine function of the same module is called as a statement, in a coroutine and in a plain function."""

import asyncio


async def record_reading(sensor_id: str, value: float) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", 4242)
    writer.write(f"{sensor_id} {value}\n".encode())
    await writer.drain()


async def poll(sensor_id: str) -> None:
    for value in (20.5, 21.0):
        record_reading(sensor_id, value)  # expect: DUO101
        await asyncio.sleep(1)


def calibrate(sensor_id: str) -> None:
    record_reading(sensor_id, 0.0)  # expect: DUO101


def sweep(sensor_ids: list[str]) -> None:
    for sensor_id in sensor_ids:
        if sensor_id.startswith("room-"):
            record_reading(sensor_id, 1.0)  # expect: DUO101
