"""The receiver comes from a property, a cached property, or a factory with and without an annotation."""

import asyncio
import functools


class Spectrometer:
    async def expose(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Bench:
    def __init__(self) -> None:
        self._device = Spectrometer()

    @property
    def device(self) -> Spectrometer:
        return self._device

    @property
    def spare(self):
        return self._device

    @functools.cached_property
    def reference(self) -> Spectrometer:
        return Spectrometer()

    def measure(self) -> None:
        self.device.expose(0.1)  # expect: DUO101
        self.spare.expose(0.1)  # expect: DUO101
        self.reference.expose(0.1)  # expect: DUO101


def connect(port: str) -> Spectrometer:
    print("connecting to", port)
    return Spectrometer()


def connect_default():
    device = Spectrometer()
    return device


def measure_all() -> None:
    connect("/dev/ttyS0").expose(1)  # expect: DUO101
    connect_default().expose(1)  # expect: DUO101
    device = connect_default()
    device.expose(1)  # expect: DUO101
