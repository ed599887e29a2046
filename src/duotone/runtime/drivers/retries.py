"""Retries: how often a unit is tried, and how long a run waits before each further attempt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from duotone.runtime.events import Json
from duotone.runtime.outcomes import Outcome

__all__ = ["NO_RETRY", "UNDO_RETRY", "Retry"]

_RETRYABLE = frozenset(outcome for outcome in Outcome if outcome.is_retryable)


def _is_count(value: object) -> bool:
    """Tell whether something is a whole number from 1 up; not every caller is typed."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


@dataclass(frozen=True, slots=True)
class Retry:
    """When a unit that failed is called again.

    `attempts` counts the first one too. The wait before the second attempt is `delay`, each further one is `factor`
    times as long with an exponential backoff, and none is longer than `max_delay`. `jitter` is the share of a wait by
    which it may grow, so that runs that failed together don't come back together; `delay` itself is always waited for.
    `on` and `not_on` name exceptions: types, or names such as "TimeoutError" and "package.errors.Busy"; what is
    derived from them is meant as well.

    Raises `ValueError` for numbers that make no sense.
    """

    attempts: int = 1
    delay: float = 0.0
    backoff: Literal["fixed", "exponential"] = "fixed"
    factor: float = 2.0
    max_delay: float = 60.0
    jitter: float = 0.0
    on: tuple[type[BaseException] | str, ...] = ()
    not_on: tuple[type[BaseException] | str, ...] = ()

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem:
            raise ValueError(problem)

    def _problem(self) -> str | None:
        if not _is_count(self.attempts):
            return f"retry.attempts is a whole number that counts the first one too, from 1 up, not {self.attempts!r}"
        if self.backoff not in {"fixed", "exponential"}:
            return f"retry.backoff is 'fixed' or 'exponential', not {self.backoff!r}"
        if not (0 <= self.delay < float("inf") and self.max_delay >= 0):
            return f"retry.delay and retry.max_delay are seconds from 0 on, not {self.delay} and {self.max_delay}"
        if not self.factor >= 1:  # which no comparison says of nan
            return f"retry.factor is at least 1, not {self.factor}"
        if not 0 <= self.jitter <= 1:
            return f"retry.jitter is a share between 0 and 1, not {self.jitter}"
        return None

    def delay_before(self, attempt: int, seed: str) -> float:
        """Return the seconds to wait before an attempt; the same attempt of the same `seed` always waits as long."""
        if attempt <= 1 or not self.delay:
            return 0.0
        wait = self.delay
        if self.backoff == "exponential":
            wait = self._grown(attempt - 2)
        wait = min(wait, self.max_delay)
        return wait * (1 + self.jitter * _share(f"{seed}/{attempt}")) if self.jitter else wait

    def _grown(self, times: int) -> float:
        try:
            return self.delay * self.factor**times
        except OverflowError:  # past any maximum
            return self.max_delay

    def allows(self, failures: int, outcome: Outcome, fault: Mapping[str, Json] | None) -> bool:
        """Return whether another attempt follows after so many that failed, the last one like this."""
        if failures >= self.attempts or outcome not in _RETRYABLE:
            return False
        return fault is None or fault.get("retryable") is not False

    def accepts(self, error: BaseException) -> bool:
        """Return whether `on` and `not_on` let this error be tried again; decided while the error is at hand."""
        if self.not_on and any(_is_named(error, name) for name in self.not_on):
            return False
        return not self.on or any(_is_named(error, name) for name in self.on)

    def to_json(self) -> Mapping[str, Json]:
        """Return what differs from a plain `Retry()`."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN if getattr(self, name) != _PLAIN[name]}
        for name in ("on", "not_on"):
            if name in plain:
                plain[name] = [_name_of(one) for one in plain[name]]
        return plain

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Retry:
        """Return what `to_json` has written; raises `TypeError` for a key that isn't known."""
        given = dict(data)
        for name in ("on", "not_on"):
            if name in given:
                given[name] = tuple(given[name])
        return cls(**given)


NO_RETRY = Retry()
"""One attempt."""

UNDO_RETRY = Retry(attempts=3, delay=0.2, backoff="exponential")
"""How an undo is tried where nothing else is said."""

_PLAIN: Mapping[str, object] = {name: getattr(NO_RETRY, name) for name in Retry.__slots__}


def _share(seed: str) -> float:
    """Return a number from 0 up to 1 that only depends on the seed."""
    return int.from_bytes(sha256(seed.encode()).digest()[:6]) / (1 << 48)


def _name_of(kind: type[BaseException] | str) -> str:
    if isinstance(kind, str):
        return kind
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _is_named(error: BaseException, kind: type[BaseException] | str) -> bool:
    if not isinstance(kind, str):
        return isinstance(error, kind)
    dotted = kind.replace(":", ".")
    return any(dotted in {each.__qualname__, f"{each.__module__}.{each.__qualname__}"} for each in type(error).__mro__)
