"""Which addresses may be reached: what a name stands for is looked up once, checked, and then used as it is."""

from __future__ import annotations

import socket
from collections.abc import Collection
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from duotone.errors import Unfit

__all__ = ["addresses_of", "is_public"]

_TRANSLATED = ip_network("64:ff9b::/96")
"""Where networks without IPv4 reach it: the last four bytes are an address there."""


def is_public(address: str) -> bool:
    """Tell whether an address is anybody's in the internet, and of no network that this machine is in."""
    found = ip_address(address.partition("%")[0])
    inner = _inner(found) if isinstance(found, IPv6Address) else []
    is_odd = found.is_multicast or found.is_reserved or found.is_unspecified
    if inner:
        return all(is_public(str(one)) for one in inner)
    return found.is_global and not is_odd and not getattr(found, "is_site_local", False)


def _inner(address: IPv6Address) -> list[IPv4Address]:
    """Return the addresses that packets to this one end up at, where it stands for others."""
    if address in _TRANSLATED:
        return [IPv4Address(int(address) & 0xFFFF_FFFF)]
    if address.teredo is not None:
        return list(address.teredo)
    return [one for one in (address.ipv4_mapped, address.sixtofour) if one is not None]


def addresses_of(host: str, port: int, *, hosts: Collection[str] | None, private: bool) -> list[str]:
    """Return where a host can be reached; raises `Unfit` for one that may not be, or that nobody knows.

    A name that stands for a private address beside a public one is refused as a whole.
    """
    if hosts is not None and not any(fnmatchcase(host.lower(), pattern.lower()) for pattern in hosts):
        raise Unfit(f"host {host!r}", "is none that may be reached", f"use one of {', '.join(sorted(hosts))}")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unfit(f"host {host!r}", f"can't be found: {error}", "check how it is written") from error
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not private and not all(map(is_public, addresses)):
        raise Unfit(f"host {host!r}", "is in a private network, which may not be reached", "use a public address")
    return addresses
