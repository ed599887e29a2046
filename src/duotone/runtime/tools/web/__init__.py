"""The tool with which an agent asks the web: public addresses alone, in bounded time, with bounded answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from duotone.errors import BadInput, Unfit
from duotone.runtime.events import Json
from duotone.runtime.sessions.actions import Risk
from duotone.runtime.tools.tool import Tool, tool
from duotone.runtime.tools.web.addresses import addresses_of
from duotone.runtime.tools.web.exchange import Answer, Question, exchange
from duotone.runtime.tools.web.targets import Target, target_of

__all__ = ["Web", "http_tool"]

_READING = {"GET", "HEAD", "OPTIONS"}
_MOST_REDIRECTS = 5
_SECRET = {"authorization", "cookie", "proxy-authorization"}
_OURS = {"connection", "content-length", "expect", "host", "transfer-encoding", "upgrade"}
_SHOWN = ("content-type", "content-length", "etag", "last-modified", "location", "retry-after", "link")


def http_tool(
    *,
    methods: Sequence[str] = ("GET", "HEAD"),
    hosts: Collection[str] | None = None,
    private: bool = False,
    timeout: float = 30.0,
    most: int = 1_000_000,
) -> Tool:
    """Return the tool `http`, which asks with one of `methods` and reads up to `most` bytes within `timeout` seconds.

    `hosts` are the only ones that may be asked, with `*` in their names. Addresses of private networks, this machine's
    among them, are refused unless `private` is set, wherever a name or a redirect leads.
    """
    web = Web(tuple(method.upper() for method in methods), hosts, private, timeout, most)
    reads = set(web.methods) <= _READING
    return tool(
        web.http,
        description=f"Ask a server of the web; the method is one of {', '.join(web.methods)}.",
        effect=not reads,
        risk=Risk.READ if reads else Risk.IRREVERSIBLE,
        timeout=timeout + 5.0,  # for names that take long to be looked up
    )


@dataclass(frozen=True, slots=True)
class Web:
    """What may be asked, and what it may cost."""

    methods: Sequence[str] = ("GET", "HEAD")
    hosts: Collection[str] | None = None
    private: bool = False
    timeout: float = 30.0
    most: int = 1_000_000

    def __post_init__(self) -> None:
        if not self.methods:
            raise BadInput("methods", "are none; name those that may be used, such as GET")

    def http(
        self, url: str, method: str = "GET", headers: Mapping[str, str] | None = None, body: str | None = None
    ) -> Mapping[str, Json]:
        """Ask a server of the web.

        Args:
            url: where to ask, with http:// or https://
            method: how to ask
            headers: more that is to be said, such as Accept or Authorization
            body: what to send
        """
        question = self._question(url, method.upper(), headers or {}, body)
        deadline = monotonic() + self.timeout
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self._ask(question, deadline)
            location = answer.headers.get("location")
            if answer.status not in {301, 302, 303, 307, 308} or not location:
                return _shown(question.target, answer, self.most)
            question = _redirected(question, answer.status, location)
        raise Unfit(url, f"leads from one place to the next, over {_MOST_REDIRECTS} times", "use another address")

    def _question(self, url: str, method: str, headers: Mapping[str, str], body: str | None) -> Question:
        if method not in self.methods:
            raise Unfit(f"method {method!r}", "may not be used", f"use one of {', '.join(self.methods)}")
        ours = [name for name in headers if name.strip().lower() in _OURS]
        if ours:
            raise Unfit(f"header {ours[0]!r}", "is not for you to set", "leave it out")
        said = {"User-Agent": "duotone", **headers}
        if body is not None and not any(name.lower() == "content-type" for name in headers):
            said["Content-Type"] = "text/plain; charset=utf-8"
        return Question(method, target_of(url), said, None if body is None else body.encode("utf-8", "replace"))

    def _ask(self, question: Question, deadline: float) -> Answer:
        target = question.target
        addresses = addresses_of(target.host, target.port, hosts=self.hosts, private=self.private)
        return exchange(question, addresses, deadline, self.most)


def _redirected(question: Question, status: int, location: str) -> Question:
    """Return what is asked next: elsewhere, nobody hears what is secret."""
    target = question.target.joined(location)
    headers = dict(question.headers)
    if target.origin != question.target.origin:
        headers = {name: value for name, value in headers.items() if name.lower() not in _SECRET}
    if status == 303 or (status in {301, 302} and question.method not in _READING):  # noqa: PLR2004  # See Other
        return Question("HEAD" if question.method == "HEAD" else "GET", target, headers)
    return replace(question, target=target, headers=headers)


def _shown(target: Target, answer: Answer, most: int) -> Mapping[str, Json]:
    """Return an answer as an agent can read it."""
    headers: dict[str, Json] = {name: str(answer.headers[name]) for name in _SHOWN if name in answer.headers}
    shown: dict[str, Json] = {"status": answer.status, "reason": answer.reason, "url": target.url, "headers": headers}
    shown["body"] = _text(answer)
    if not answer.is_whole:
        shown["note"] = f"only the first {most:,} bytes were read"
    return shown


def _text(answer: Answer) -> str:
    packed = answer.headers.get("content-encoding", "identity")
    if packed.lower() != "identity" or b"\0" in answer.body:
        kind = answer.headers.get_content_type()
        return f"({len(answer.body):,} bytes of {kind}, which is no text)"
    try:
        return answer.body.decode(answer.headers.get_content_charset("utf-8"), "replace")
    except LookupError:  # an encoding that nobody knows
        return answer.body.decode("utf-8", "replace")
