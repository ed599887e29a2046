"""A webhook is signed, tried until it is accepted, and keeps its secrets; its receiver is a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.errors import Undelivered
from duotone.runtime import Backoff, Log, Notice, Outbox, Promise, Webhook, is_signed
from duotone.runtime.delivery.signing import SIGNATURE, TIMESTAMP, signature_of
from tests.runtime.delivery.receiver import SECRET, Receiver

NOTICE = Notice("key-1", "s", "task.completed", {"answer": 42})
SOON = Backoff(0.02, most=0.1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


def promise(hook: Webhook, name: str = "p") -> Promise:
    return Promise(name, "s", hook.name, "task.completed", "child", 10.0**10)


def test_a_notice_is_posted_as_json_with_its_key_and_a_signature(receiver: Receiver) -> None:
    assert Webhook(receiver.url, SECRET).deliver(NOTICE) == {"status": 204}
    assert receiver.seen == ["key-1"]
    assert receiver.counted == [{"key": "key-1", "session": "s", "kind": "task.completed", "data": {"answer": 42}}]


def test_a_receiver_with_another_secret_refuses_it(receiver: Receiver) -> None:
    with pytest.raises(Undelivered, match="answered with 401"):
        Webhook(receiver.url, "another secret").deliver(NOTICE)
    assert receiver.counted == []


def test_a_receiver_that_is_down_is_said_without_its_address(receiver: Receiver) -> None:
    hook = Webhook(receiver.url, SECRET)
    receiver.stop()
    with pytest.raises(Undelivered, match="Connection refused") as caught:
        hook.deliver(NOTICE)
    assert "in-the-address" not in str(caught.value)


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [302]
    with pytest.raises(Undelivered, match="answered with 302"):
        Webhook(receiver.url, SECRET).deliver(NOTICE)


@pytest.mark.parametrize("url", ["ftp://host/x", "file:///etc/passwd", "host/x", "http://"])
def test_an_address_that_is_not_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="http:// or https://"):
        Webhook(url, SECRET)


def test_without_a_secret_there_is_no_webhook() -> None:
    with pytest.raises(ValueError, match="needs a secret"):
        Webhook("https://host/x", "")


def test_a_receiver_that_is_down_and_then_up_gets_everything_once(receiver: Receiver, tmp_path: Path) -> None:
    hook = Webhook(receiver.url, SECRET)
    receiver.stop()
    with Log(tmp_path / "log.db") as log, Outbox(log, backoff=SOON) as outbox:
        outbox.bind(hook)
        for number in range(5):
            outbox.ready(promise(hook).numbered(number), {"number": number})
        left = outbox.drain(0.5)
        assert len(left) == 5
        assert all(standing.tries >= 1 and "Connection refused" in standing.error for standing in left)
        receiver.start()
        assert outbox.drain(10) == []
    assert sorted(message["data"]["number"] for message in receiver.counted) == [0, 1, 2, 3, 4]


def test_a_receiver_that_is_down_for_an_hour_is_tried_ever_more_rarely_and_stays_pending() -> None:
    backoff, now, tries = Backoff(), 0.0, 0
    while now < 3600:
        tries += 1
        now = backoff.due(tries, now)
    assert 15 < tries < 25
    assert backoff.due(10_000, 0.0) == 300.0


def test_an_answer_that_was_lost_is_tried_again_and_counts_once(receiver: Receiver, tmp_path: Path) -> None:
    hook = Webhook(receiver.url, SECRET)
    with Log(tmp_path / "log.db") as log, Outbox(log, backoff=SOON) as outbox:
        receiver.once.add("p")  # it was counted, and its answer never arrived
        receiver.answers = [503, 500]
        outbox.bind(hook)
        outbox.ready(promise(hook))
        assert outbox.drain(10) == []
    assert receiver.seen == ["p", "p", "p"]
    assert receiver.counted == []


def test_every_try_is_in_the_log_and_no_secret_is(receiver: Receiver, tmp_path: Path) -> None:
    hook = Webhook(receiver.url, SECRET)
    receiver.answers = [500]
    with Log(tmp_path / "log.db") as log, Outbox(log, backoff=SOON) as outbox:
        outbox.bind(hook)
        outbox.ready(promise(hook))
        assert outbox.drain(10) == []
        events = log.read("s")
    assert [event.kind for event in events] == [
        "promise.made",
        "promise.ready",
        "promise.claimed",
        "promise.failed",
        "promise.claimed",
        "promise.delivered",
    ]
    assert events[-1].data["receipt"] == {"status": 204}
    assert "answered with 500" in str(events[3].data["error"])
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert SECRET.encode() not in written
    assert b"in-the-address" not in written
    assert SECRET not in repr(hook)
    assert "in-the-address" not in repr(hook)


def test_the_name_of_a_webhook_follows_from_its_address_so_that_another_process_finds_it() -> None:
    one, two = Webhook("https://host/x", "a"), Webhook("https://host/x", "b")
    assert one.name == two.name
    assert Webhook("https://host/y", "a").name != one.name
    assert Webhook("https://host/y", "a", name="mine").name == "mine"


class TestSignature:
    body = b'{"key": "k"}'

    def headers(self, timestamp: str = "1000", body: bytes = body) -> dict[str, str]:
        return {TIMESTAMP: timestamp, SIGNATURE: signature_of(SECRET.encode(), timestamp, body)}

    def test_is_right_for_what_was_sent_in_any_case_of_its_headers(self) -> None:
        headers = {name.upper(): value for name, value in self.headers().items()}
        assert is_signed(SECRET, headers, self.body, now=1200)
        assert is_signed(SECRET.encode(), headers, self.body, now=1200)

    def test_is_wrong_for_another_body_another_time_or_another_secret(self) -> None:
        assert not is_signed(SECRET, self.headers(), b"{}", now=1000)
        assert not is_signed(SECRET, {**self.headers(), TIMESTAMP: "1001"}, self.body, now=1000)
        assert not is_signed("other", self.headers(), self.body, now=1000)

    def test_is_wrong_once_it_is_old(self) -> None:
        assert not is_signed(SECRET, self.headers(), self.body, now=1301)
        assert is_signed(SECRET, self.headers(), self.body, now=1301, tolerance=600)

    @pytest.mark.parametrize("headers", [{}, {SIGNATURE: "é"}, {TIMESTAMP: "soon", SIGNATURE: "v1="}])
    def test_is_wrong_for_headers_that_make_no_sense(self, headers: dict[str, str]) -> None:
        assert not is_signed(SECRET, headers, self.body)

    def test_is_wrong_for_a_time_that_is_none_although_it_is_signed(self) -> None:
        assert not is_signed(SECRET, self.headers("soon"), self.body)
