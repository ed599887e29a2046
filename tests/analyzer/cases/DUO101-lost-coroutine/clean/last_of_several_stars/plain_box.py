"""Boxes that are emptied at once."""


class Box:
    """A box of letters."""

    def empty(self) -> None:
        """Take everything out."""
