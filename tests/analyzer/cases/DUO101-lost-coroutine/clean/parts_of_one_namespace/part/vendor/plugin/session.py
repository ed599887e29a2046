"""Objects of another part have a method of the same name, which is plain."""

from __future__ import annotations

import asyncio

from vendor import rtc
from vendor.plugin.io import Output


class Session:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.video: rtc.VideoSource | None = None
        self.audio: rtc.AudioSource | None = None

    async def begin(self, frame: bytes) -> None:
        self.video = rtc.VideoSource(640, 480)
        await asyncio.sleep(0)
        await self.audio.capture_frame(frame)

    async def show(self, frame: bytes) -> None:
        if self.video is not None:
            self.video.capture_frame(frame)
        await self.output.capture_frame(frame)
