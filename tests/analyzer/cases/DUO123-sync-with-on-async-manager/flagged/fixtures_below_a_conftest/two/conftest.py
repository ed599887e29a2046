"""The plain shop once more."""

import pytest
from shops import Shop


@pytest.fixture
def shop():
    yield Shop()
