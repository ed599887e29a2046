"""A plain step in between."""

from net import Connection, backoff


def connect_with_retry(connection: Connection, times: int) -> None:
    for attempt in range(times):
        try:
            connection.connect()
            return
        except OSError:
            backoff(attempt)
