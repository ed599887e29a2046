"""Signatures of webhooks: HMAC-SHA256 over the time and the body, so that neither can be forged or played back."""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

__all__ = ["SIGNATURE", "TIMESTAMP", "is_signed", "signature_of"]

SIGNATURE: Final = "Duotone-Signature"
TIMESTAMP: Final = "Duotone-Timestamp"

_TOLERANCE: Final = 300.0


def signature_of(secret: bytes, timestamp: str, body: bytes) -> str:
    """Return the signature of a body that is sent at this time."""
    return "v1=" + hmac.new(secret, timestamp.encode() + b"." + body, sha256).hexdigest()


def is_signed(
    secret: str | bytes,
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = _TOLERANCE,
    now: float | None = None,
) -> bool:
    """Say whether a request comes from somebody who has the secret, and is not older than `tolerance` seconds.

    `headers` are those of the request, in whatever case. For whoever receives webhooks.
    """
    given = {name.lower(): value for name, value in headers.items()}
    timestamp, signature = given.get(TIMESTAMP.lower(), ""), given.get(SIGNATURE.lower(), "")
    key = secret.encode() if isinstance(secret, str) else secret
    # Compared as bytes, since text that is not ASCII would raise.
    is_right = hmac.compare_digest(signature_of(key, timestamp, body).encode(), signature.encode())
    return is_right and timestamp.isdecimal() and abs((now or time.time()) - int(timestamp)) <= tolerance
