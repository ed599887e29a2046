"""A loose annotation says that the function of a field is to be awaited; its functions are plain, as is the caller."""

import dataclasses
from collections.abc import Awaitable, Callable


@dataclasses.dataclass
class Description:
    set_value: Callable[[str, int], Awaitable]


class Number:
    description: Description

    def change(self, value: int) -> None:
        self.description.set_value("fan", value)
