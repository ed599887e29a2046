"""A channel that posts each notice to an address, signed; what isn't accepted stays in the outbox."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

from duotone.errors import Undelivered
from duotone.runtime.delivery.channels import Abilities, Notice
from duotone.runtime.delivery.signing import SIGNATURE, TIMESTAMP, signature_of
from duotone.runtime.events import Json

__all__ = ["Webhook"]

_TIMEOUT: Final = 10.0
_CONNECTIONS: Final = {"http": HTTPConnection, "https": HTTPSConnection}


class Webhook:
    """Posts notices as JSON to `url`: ``{"key", "session", "kind", "data"}``, with the key as ``Idempotency-Key``.

    The outbox tries again until the receiver answers with 2xx, so it may see one key twice: see `Once`. The receiver
    checks the signature with `is_signed`. Neither the secret nor the address is ever written to the log.
    """

    abilities = Abilities(after_turn=True, durable=True)

    def __init__(self, url: str, secret: str | bytes, *, name: str | None = None, timeout: float = _TIMEOUT) -> None:
        """Reach whoever answers at `url`; raises `ValueError` unless that is http(s), and `secret` is one.

        Promises are kept for `name`; left out, it follows from the address.
        """
        parts = urlsplit(url)
        if parts.scheme not in _CONNECTIONS or not parts.hostname:
            message = f"a webhook needs an address that begins with http:// or https://, and not {parts.scheme!r}"
            raise ValueError(message)
        if not secret:
            message = "a webhook needs a secret to sign with; pass one that only its receiver knows"
            raise ValueError(message)
        self._connect = _CONNECTIONS[parts.scheme]
        self._host, self._port = parts.hostname, parts.port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._secret = secret.encode() if isinstance(secret, str) else secret
        self._timeout = timeout
        # An address may hold a secret of its own.
        self.name = name or f"webhook:{parts.hostname}:{sha256(url.encode()).hexdigest()[:12]}"

    def __repr__(self) -> str:
        return f"Webhook(name={self.name!r})"

    def deliver(self, notice: Notice) -> Mapping[str, Json]:
        """Post a notice once, and return the status of the answer; raises `Undelivered` unless that is 2xx."""
        body = json.dumps(
            {"key": notice.key, "session": notice.session, "kind": notice.kind, "data": notice.data}
        ).encode()
        try:
            status = self._post(body, notice.key)
        except (OSError, HTTPException) as error:
            raise Undelivered(self.name, _words(error)) from error
        if not 200 <= status < 300:  # noqa: PLR2004  # what HTTP calls a success
            raise Undelivered(self.name, f"its receiver answered with {status}")
        return {"status": status}

    def _post(self, body: bytes, key: str) -> int:
        timestamp = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": key,
            TIMESTAMP: timestamp,
            SIGNATURE: signature_of(self._secret, timestamp, body),
        }
        connection: HTTPConnection = self._connect(self._host, self._port, timeout=self._timeout)
        try:
            connection.request("POST", self._path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()


def _words(error: Exception) -> str:
    """Return what went wrong without the address, which some errors repeat."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else ""
    return f"{type(error).__name__} {said}".strip()
