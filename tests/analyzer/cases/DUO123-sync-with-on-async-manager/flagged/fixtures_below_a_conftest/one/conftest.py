"""The plain shop."""

import pytest
from shops import Shop


@pytest.fixture
def shop() -> Shop:
    return Shop()
