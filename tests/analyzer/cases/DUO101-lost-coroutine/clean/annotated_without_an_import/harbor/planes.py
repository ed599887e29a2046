"""The other class of the name does it at once."""


class Crew:
    def board(self) -> None:
        pass
