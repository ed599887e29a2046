"""A client of another package, whose method happens to have the same name and is plain."""


class Player:
    def __init__(self, radio, zone: int) -> None:
        self.radio = radio
        self.zone = zone

    def turn_off(self) -> None:
        self.radio.set_power(self.zone, False)

    def turn_on(self) -> bool:
        return bool(self.radio.set_power(self.zone, True))
