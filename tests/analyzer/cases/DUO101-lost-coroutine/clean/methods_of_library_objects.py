"""A method of the project has the name of one that an unread library has, on objects that the library made."""

import asyncio

from soundlib import Devices, VideoSource


class Player:
    def __init__(self, name: str) -> None:
        self._device = Devices.create_device(name)
        self._video = VideoSource(640, 480)
        self._audio = None

    async def write_frames(self, frames: bytes) -> None:
        done = asyncio.get_running_loop().create_future()
        self._device.write_frames(frames, completion=done.set_result)
        await done

    async def play(self, frames: bytes) -> None:
        await self.write_frames(frames)
        self._video.write_frames(frames)
