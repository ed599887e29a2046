"""The awaited value is an object or a dict, and the code asks which before it takes a key."""

import asyncio
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict


@dataclass
class Device:
    name: str


class Loose(BaseModel):
    model_config = ConfigDict(extra="allow")


class Devices:
    async def find(self, name: str) -> Device | dict[str, Any]:
        await asyncio.sleep(0)
        return Device(name)

    async def first(self) -> Device:
        await asyncio.sleep(0)
        return Device("a")

    async def everything(self) -> list[Device]:
        await asyncio.sleep(0)
        return []

    async def loose(self) -> Loose:
        await asyncio.sleep(0)
        return Loose()


async def conditional(devices: Devices) -> str:
    device = await devices.first()
    return device["name"] if isinstance(device, dict) else device.name


async def guarded(devices: Devices) -> bool:
    device = await devices.first()
    return isinstance(device, dict) and bool(device.get("name"))


async def refused(devices: Devices) -> str:
    device = await devices.first()
    return not isinstance(device, dict) or device["name"]


async def filtered(devices: Devices) -> list[str]:
    return [device["name"] for device in await devices.everything() if isinstance(device, dict)]


async def each(devices: Devices) -> list[str]:
    return [device["name"] if isinstance(device, dict) else device.name for device in await devices.everything()]


async def by_attribute(devices: Devices) -> str:
    device = await devices.first()
    if hasattr(device, "get"):
        return device.get("name", "")
    return device.get("name", "") if hasattr(device, "get") else device.name


async def union(devices: Devices) -> str:
    device = await devices.find("a")
    return device.get("name", "") if isinstance(device, dict) else device.name


async def extra(devices: Devices) -> Any:
    loose = await devices.loose()
    return loose.items


async def position(devices: Devices) -> str:
    return (await devices.everything())[0].name
