"""Uses the compiled module."""

import camera
from camera import Camera


def observe(device: Camera) -> None:
    print(device.name())
    device.expose(3.0)  # expect: DUO101
    camera.park()  # expect: DUO101
