"""What is awaited here are methods of other objects, or such as other modules have too."""

from bridge.pump import Pump


class Desk:
    def __init__(self, motor, gauge, pump: Pump):
        self.motor = motor
        self.gauge = gauge
        self.pump = pump

    async def raise_pressure(self, valve: int) -> None:
        pressure = self.gauge.read_pressure(valve)
        await self.motor.set_pressure(valve, pressure + 1)

    async def fill(self, valve: int) -> None:
        await self.gauge.reset_all_of_it()
        await self.pump.reset_all_of_it()
