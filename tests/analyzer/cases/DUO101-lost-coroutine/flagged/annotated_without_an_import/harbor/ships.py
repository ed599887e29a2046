"""An annotation names a class that can't be imported here, since its module imports this one."""


class Ship:
    def __init__(self, crew: "Crew") -> None:
        self._crew = [crew]

    @property
    def crew(self) -> "Crew":
        return self._crew[0]
