"""A row became a model, and one of its users still reads it as a dictionary."""

import asyncio
from dataclasses import dataclass


@dataclass
class Device:
    name: str
    online: bool = False


class Devices:
    async def find(self, name: str) -> Device | None:
        await asyncio.sleep(0)
        return Device(name)

    async def everything(self) -> list[Device]:
        await asyncio.sleep(0)
        return []


async def describe(devices: Devices, name: str) -> str:
    device = await devices.find(name)
    if device is None:
        return "unknown"
    state = "online" if device.online else "offline"
    return f"{device['name']} is {state}"  # expect: DUO110


async def online(devices: Devices) -> list[str]:
    return [device.name for device in await devices.everything() if device.get("online")]  # expect: DUO110
