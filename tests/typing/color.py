"""What reads colors and what marks them leaves the types as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_type

from duotone import Bound, Color, Figures, color_of, configure, figures, shim


class Service:
    def fetch(self, key: int) -> bytes:
        return bytes(key)

    @shim(of="fetch")
    async def fetch_async(self, key: int) -> bytes:
        return self.fetch(key)


async def a_mark_keeps_the_signature(service: Service) -> None:
    assert_type(await service.fetch_async(1), bytes)
    await service.fetch_async("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    shim("fetch")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def a_color_is_one_of_five(callee: Callable[..., object]) -> None:
    assert_type(color_of(callee), Color)
    assert_type(color_of(callee).is_async, bool)
    assert_type(color_of(callee).is_stream, bool)


def settings_and_figures_have_names() -> None:
    assert_type(figures(), Figures)
    assert_type(figures().abandoned, int)
    figures().sheep  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    figures().late = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    configure(holding="warn", grace=1)
    configure(holding="ignore")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    configure(grace="soon")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def a_bound_resource_keeps_its_type(service: Service) -> None:
    assert_type(Bound(service).get(), Service)
    assert_type(Bound(service, to="thread").get(), Service)
    Bound(service, to="process")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
