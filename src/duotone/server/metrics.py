"""Figures for Prometheus: what was asked and answered, what goes on, and how the log and its readers fare."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Final

from duotone.contract import figures

__all__ = ["Metrics", "metric", "text_of"]

_BUCKETS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"})
_GROWING: Final = frozenset({"late", "held_loops", "lost_coroutines", "blocked_loops", "suppressed_errors"})


class Metrics:
    """What was asked of a server and how long the answers took, by route."""

    def __init__(self) -> None:
        """Have seen nothing."""
        self.since = time.time()
        self.under_way = 0
        self.requests: dict[tuple[str, str, int], int] = {}
        self.seconds: dict[tuple[str, str], tuple[list[int], float]] = {}

    def take(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer; methods that callers invent are one, since each figure that there once was is kept."""
        method = method if method in _METHODS else "OTHER"
        self.requests[method, route, status] = self.requests.get((method, route, status), 0) + 1
        counts, total = self.seconds.get((method, route), ([0] * (len(_BUCKETS) + 1), 0.0))
        counts[bisect_left(_BUCKETS, seconds)] += 1
        self.seconds[method, route] = counts, total + seconds


def text_of(metrics: Metrics, more: Iterable[str]) -> str:
    """Return all figures in the text format of Prometheus."""
    lines = [*_of_requests(metrics), *more, *_of_process(metrics)]
    return "\n".join(_without_repeated_heads(lines)) + "\n"


def _of_requests(metrics: Metrics) -> Iterable[str]:
    yield from metric("duotone_requests_under_way", "Requests being answered.", "gauge", metrics.under_way)
    for (method, route, status), count in sorted(metrics.requests.items()):
        labels = {"method": method, "route": route, "status": str(status)}
        yield from metric("duotone_requests_total", "Requests that were answered.", "counter", count, **labels)
    name = "duotone_request_seconds"
    for (method, route), (counts, total) in sorted(metrics.seconds.items()):
        labels, seen = {"method": method, "route": route}, 0
        yield from _head(name, "How long answers took; streams until they ended.", "histogram")
        for bound, count in zip((*map(str, _BUCKETS), "+Inf"), counts, strict=True):
            seen += count
            yield _line(f"{name}_bucket", seen, {**labels, "le": bound})
        yield _line(f"{name}_sum", round(total, 6), labels)
        yield _line(f"{name}_count", seen, labels)


def _of_process(metrics: Metrics) -> Iterable[str]:
    cpu = round(time.process_time(), 3)
    yield from metric("process_cpu_seconds_total", "Time of the processor.", "counter", cpu)
    yield from metric("process_start_time_seconds", "When the server began.", "gauge", round(metrics.since, 3))
    for name, value in asdict(figures()).items():
        kind = "counter" if name in _GROWING else "gauge"
        suffix = "_total" if kind == "counter" else ""
        yield from metric(f"duotone_{name}{suffix}", f"See duotone.contract.Figures.{name}.", kind, value)


def metric(name: str, text: str, kind: str, value: float, **labels: str) -> Iterable[str]:
    """Return the lines of one figure."""
    yield from _head(name, text, kind)
    yield _line(name, value, labels)


def _head(name: str, text: str, kind: str) -> Iterable[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, value: float, labels: Mapping[str, str]) -> str:
    shown = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{shown}}} {value}" if shown else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _without_repeated_heads(lines: Iterable[str]) -> Iterable[str]:
    seen: set[str] = set()
    for line in lines:
        if not line.startswith("#") or line not in seen:
            yield line
        seen.add(line)
