"""A fixture of pytest has one too, and it is plain."""

from levels import Levels, reset


async def test_levels_are_reset(caplog) -> None:
    caplog.set_level(10)
    await reset(Levels())
    assert caplog.records
