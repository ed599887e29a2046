"""Tests call the methods themselves."""

from orders import Orders


async def test_orders():
    orders = Orders()
    await orders.take_in("pear")
    await orders.note_state("pear", "ripe")
    await orders.strike_out("pear")
    assert orders.count() == 0
    assert orders.state("pear") == "ripe"
