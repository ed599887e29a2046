"""A test puts a mock where the helper would find what blocks."""

import time
from unittest import mock


class Pauser:
    def pause(self) -> None:
        time.sleep(1)


default: Pauser = Pauser()


def set_default(pauser: Pauser) -> None:
    global default
    default = pauser


def pause() -> None:
    default.pause()


async def test_the_default_is_used() -> None:
    pauser = mock.Mock(spec=Pauser)
    set_default(pauser)
    pause()
    pauser.pause.assert_called_once()
