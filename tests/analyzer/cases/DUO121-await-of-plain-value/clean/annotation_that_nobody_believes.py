"""Everybody awaits what a function passes on, and only its annotation says that this can't be."""


class Device:
    def __getattr__(self, name):
        return self.commands[name]

    def write_all(self, rows: dict) -> list:
        return self._send_all([*rows.items()])


async def reset(device: Device):
    await device.write_all({"level": 0})


async def fill(device: Device):
    await device.write_all({"level": 9})
    await device.write_all({"done": True})
    last = device.write_all({"left": 0})
    await last
