"""Figures in the text format of Prometheus."""

from __future__ import annotations

import re

from duotone.server.metrics import Metrics, metric, text_of
from tests.server.conftest import Live
from tests.server.streams.listening import listening, write

LINE = re.compile(r'(# (HELP|TYPE) \w+ .+|\w+(\{\w+="([^"\\]|\\.)*"(,\w+="([^"\\]|\\.)*")*\})? [-+.e0-9]+)')


def read(live: Live) -> list[str]:
    with live.client() as client:
        answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return answer.text.splitlines()


def test_requests_are_counted_by_route_and_status(live: Live) -> None:
    with live.client() as client:
        client.post("/api/sessions", json={"id": "one"})
        client.get("/api/sessions/one")
        client.get("/api/sessions/two")
        client.get("/nowhere/at/all")
        for invented in ("BREW", "WHEN"):
            client.request(invented, "/nowhere/at/all")
    lines = read(live)
    assert all(LINE.fullmatch(line) for line in lines)
    assert 'duotone_requests_total{method="POST",route="/api/sessions",status="201"} 1' in lines
    assert 'duotone_requests_total{method="GET",route="/api/sessions/{session}",status="200"} 1' in lines
    assert 'duotone_requests_total{method="GET",route="/api/sessions/{session}",status="404"} 1' in lines
    assert 'duotone_requests_total{method="GET",route="(none)",status="404"} 1' in lines
    assert 'duotone_requests_total{method="OTHER",route="(none)",status="404"} 2' in lines
    assert 'duotone_request_seconds_count{method="POST",route="/api/sessions"} 1' in lines
    assert len([line for line in lines if line.startswith("# TYPE duotone_requests_total")]) == 1


def test_streams_and_parts_have_their_figures(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, "/api/sessions/s/events/stream") as heard:
        next(heard)
        write(live, "s", "b")
        next(heard)
        lines = read(live)
    assert "duotone_stream_subscribers 1" in lines
    assert "duotone_stream_events_total 1" in lines
    assert 'duotone_ready{part="store"} 1' in lines
    assert any(line.startswith("duotone_lost_coroutines_total ") for line in lines)


def test_a_histogram_counts_each_answer_in_every_bucket_that_it_fits() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.03, 99.0):
        metrics.take("GET", "/x", 200, seconds)
    lines = text_of(metrics, metric("more", "Of something.", "gauge", 1, part='a"\\\n')).splitlines()
    buckets = [line for line in lines if line.startswith("duotone_request_seconds_bucket")]
    assert [line.rpartition(" ")[2] for line in buckets] == ["1"] * 4 + ["2"] * 8 + ["3"]
    assert r'more{part="a\"\\\n"} 1' in lines
