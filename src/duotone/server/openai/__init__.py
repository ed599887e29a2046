"""Routes that speak as OpenAI's do, so that its clients can talk to the agents of this server.

`wire` has the bodies, `faults` the errors in their shape, `turns` the one way in which a turn is taken for a request;
`chat`, `responses`, `runs` and `models` are the routes. A model is an agent of this server, by its name.
"""

from __future__ import annotations

__all__: list[str] = []
