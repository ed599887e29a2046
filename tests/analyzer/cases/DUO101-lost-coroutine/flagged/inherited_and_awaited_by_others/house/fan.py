"""Another has been forgotten as a whole."""

from house.entity import Entity


class Fan(Entity):
    def turn_on(self):
        self.device.set_point("fan", 1)  # expect: DUO101

    def turn_off(self):
        self.device.set_point("fan", 0)  # expect: DUO101

    def set_speed(self, speed):
        self.device.set_point("speed", speed)  # expect: DUO101
