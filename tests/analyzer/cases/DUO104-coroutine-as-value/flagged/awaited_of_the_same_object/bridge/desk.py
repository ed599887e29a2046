"""Other methods of the same object are awaited here, which the same module has and no other."""


class Desk:
    def __init__(self, motor):
        self.motor = motor

    async def raise_pressure(self, valve: int) -> None:
        pressure = self.motor.read_pressure(valve)  # expect: DUO104
        await self.motor.set_pressure(valve, pressure + 1)
