"""Where a request goes: a URL taken apart once, so that what is checked is what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from duotone.errors import Unfit

__all__ = ["Target", "target_of"]

_PORTS = {"http": 80, "https": 443}
_SAFE = "/%:@!$&'()*+,;=~?-._[]"
"""What stays as it is in a path or a query."""


@dataclass(frozen=True, slots=True)
class Target:
    """A URL in parts; two with the same origin share what is secret."""

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> tuple[str, str, int]:
        """Whom one talks to."""
        return self.scheme, self.host, self.port

    def joined(self, location: str) -> Target:
        """Return where a redirect from here leads; raises `Unfit` if that is nowhere to go."""
        return target_of(urljoin(self.url, location))


def target_of(url: str) -> Target:
    """Take a URL apart; raises `Unfit` for one that is no plain address of the web."""
    shown = f"url {url[:200]!r}"
    if any(letter <= " " or letter == "\x7f" for letter in url):
        raise Unfit(shown, "has blanks or control characters in it", "write them as %20 and the like")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Unfit(shown, f"can't be read: {error}", "write it like https://example.com/page") from None
    if parts.scheme not in _PORTS or not host:
        raise Unfit(shown, "is no address of the web", "write it like https://example.com/page")
    if parts.username is not None or parts.password is not None:
        raise Unfit(shown.replace(parts.netloc, "…"), "has a password in it", "send it in a header")
    path = quote(parts.path or "/", _SAFE) + (f"?{quote(parts.query, _SAFE)}" if parts.query else "")
    return Target(url, parts.scheme, host, port or _PORTS[parts.scheme], path)
