"""A test of addresses names a server that nobody asks."""

ADDRESS = "postgresql://localhost/notes"


def test_an_address_names_its_host() -> None:
    assert "localhost" in ADDRESS
