"""Tests that lose what they test."""


def test_a_line_is_added(basket):
    basket.add_line("tea")  # expect: DUO101


async def test_two_lines_are_added(filled_basket):
    await filled_basket.add_line("tea")
    filled_basket.add_line("milk")  # expect: DUO101
    assert filled_basket.lines == ["tea", "milk"]


def test_a_named_fixture(named):
    named.add_line("tea")  # expect: DUO101
