"""Nobody awaits what this attribute of the base has, which may be anything."""

from house.entity import Entity


class Fan(Entity):
    def turn_on(self):
        self.device.set_point("fan", 1)

    def turn_off(self):
        self.device.set_point("fan", 0)

    def set_speed(self, speed):
        self.device.set_point("speed", speed)
