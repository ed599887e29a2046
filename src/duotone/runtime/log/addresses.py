"""Where a PostgreSQL is: an address that is shown without its secrets."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from duotone.errors import WrongUse

__all__ = ["Address", "is_address"]

_SCHEMES = ("postgresql://", "postgres://")


def is_address(text: str) -> bool:
    """Say whether a text is meant as the address of a PostgreSQL, and not as a path."""
    return text.startswith(_SCHEMES)


class Address:
    """An address with all that it says; whoever prints it sees user, host and database, and nothing else."""

    def __init__(self, text: str) -> None:
        """Take an address; raises `WrongUse` if it is none, without a word of it."""
        message = (
            "the address of the log is none of PostgreSQL's; write postgresql://user:password@host:5432/database, "
            "with %XX for what is special in a name"
        )
        if not is_address(text):
            raise WrongUse(message)
        try:
            parts = urlsplit(text)
            _ = parts.port
        except ValueError:  # it may quote the address, and so does whatever it came from
            raise WrongUse(message) from None
        self.secret = text
        """The address as it was given."""
        self._shown = f"postgresql://{parts.netloc.rpartition('@')[0].partition(':')[0]}"
        self._shown += f"{'@' if '@' in parts.netloc else ''}{parts.netloc.rpartition('@')[2]}{parts.path}"
        self._hidden = _secrets_of(parts.password, parts.query)

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"Address({self._shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and self.secret == other.secret

    def __hash__(self) -> int:
        return hash(self.secret)

    def without_secrets(self, text: str) -> str:
        """Return what somebody says about this address, with its secrets left out."""
        for secret in self._hidden:
            text = text.replace(secret, "***")
        return text


def _secrets_of(password: str | None, query: str) -> list[str]:
    """Return what must not be shown, the longest first: as it is written, and as it is meant."""
    written = {password or "", query}
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        if "password" in key.lower():
            written.add(value)
    meant = written | {unquote(one) for one in written}
    return sorted((one for one in meant if one), key=len, reverse=True)
