"""What a deployment can and can't do: its engine and its log, as facts that are told before somebody finds out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from duotone.errors import BadEngine, DuotoneError
from duotone.runtime.engines.choosing import chosen_engine
from duotone.runtime.engines.port import DurableEngine, EngineAbilities
from duotone.runtime.log import Place, SqliteStore
from duotone.runtime.log.addresses import Address, is_address
from duotone.runtime.log.reading import read_only
from duotone.runtime.log.schema import FORMAT

__all__ = ["Ability", "Fact", "engine_facts", "log_facts", "reached"]


class Ability(StrEnum):
    """How far something can be relied on."""

    OK = "ok"
    LIMITED = "limited"
    """It works, with less than one might expect."""
    REFUSED = "refused"
    """It can't be done here."""
    BROKEN = "broken"
    """It should work and doesn't, or loses what it should keep."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a deployment can or can't do, and what to do instead."""

    what: str
    ability: Ability
    found: str
    instead: str = ""

    def to_json(self) -> dict[str, str]:
        """Return this as data."""
        return {key: str(value) for key, value in asdict(self).items()}


# -- the engine -----------------------------------------------------------------------------------------------------


async def reached(setting: DurableEngine | str | None, log: Place = None) -> list[Fact]:
    """Ask an engine for a log, and return what it can do; raises `BadEngine` for a setting that means none."""
    engine = chosen_engine(setting)
    if engine is None:
        from duotone.runtime._async.embedded import AsyncEmbedded  # noqa: PLC0415  # it takes the runtime with it

        return list(engine_facts(AsyncEmbedded.abilities))
    abilities = engine.serve(None).abilities
    reach = getattr(engine, "reach", None)
    if reach is None:
        found = f"{abilities.name}: nobody can ask it without working for it"
        return [Fact("engine", Ability.LIMITED, found, "begin a run, and see"), *_moves(abilities)]
    try:
        found = await reach(_address_of(log) or log)
    except BadEngine:
        raise
    except DuotoneError as error:
        return [Fact("engine", Ability.BROKEN, f"{abilities.name}: {error}"), *_moves(abilities)]
    return list(engine_facts(abilities, found))


def engine_facts(abilities: EngineAbilities, found: str = "") -> Iterator[Fact]:
    """Tell what an engine can do that was reached."""
    where = "in the processes of the runtime itself" if abilities.runs_here else "it answers"
    yield Fact("engine", Ability.OK, f"{abilities.name}: {found or where}")
    yield from _moves(abilities)


def _moves(abilities: EngineAbilities) -> Iterator[Fact]:
    recovering = "a server on this log goes on with them, and so does `duotone run recover`"
    enlisted = ", where their agents were enlisted by name"
    functions = ", where their functions were enlisted by name"
    for what, moves, where in (
        ("workflows", abilities.moves_workflows, ""),
        ("turns", abilities.moves_turns, enlisted),
        ("sagas", abilities.moves_bodies, functions),
    ):
        if moves:
            yield Fact(what, Ability.OK, f"go on elsewhere by themselves when their process dies{where}")
        else:
            yield Fact(what, Ability.LIMITED, "stand still when their process dies", recovering)
    called = "in the context of whoever asks for the run" if abilities.runs_here else "on any worker of this log"
    yield Fact("units", Ability.OK, f"are called {called}")
    if abilities.largest_payload is not None:
        found = f"over {abilities.largest_payload:,} bytes stay in the log, and the engine gets a reference"
        yield Fact("payloads", Ability.OK, found)


# -- the log --------------------------------------------------------------------------------------------------------


def log_facts(place: Place) -> list[Fact]:
    """Look at a log where it is, and tell what can be relied on there; nothing is made or changed."""
    address = _address_of(place)
    if address is not None:
        from duotone.runtime.log.postgres.facts import database_facts  # noqa: PLC0415  # many have none

        return [Fact(what, Ability(ability), *said) for what, ability, *said in database_facts(address)]
    if isinstance(place, SqliteStore):
        return list(_file_facts(Path(place.name)))
    if isinstance(place, str | os.PathLike) and str(place) != ":memory:":
        return list(_file_facts(Path(place)))
    return list(_memory_facts())


def _address_of(place: Place) -> Address | None:
    """Return the address of a log that is in a PostgreSQL."""
    address = getattr(place, "address", place)
    if isinstance(address, str) and is_address(address):
        return Address(address)
    return address if isinstance(address, Address) else None


def _memory_facts() -> Iterator[Fact]:
    yield Fact("log", Ability.OK, "in the memory of this process")
    remedy = "name a file with --log, or the address of a PostgreSQL"
    yield Fact("durability", Ability.REFUSED, "nothing survives the process", remedy)
    yield Fact("several machines", Ability.REFUSED, "nobody else sees this log", remedy)


def _file_facts(path: Path) -> Iterator[Fact]:
    try:
        yield Fact("log", Ability.OK, f"a SQLite file, {_format_of(path)}")
    except DuotoneError as error:
        yield Fact("log", Ability.BROKEN, str(error))
        return
    yield _writable(path)
    yield Fact("durability", Ability.OK, "what is acknowledged survives the loss of power")
    yield Fact("clock", Ability.OK, "that of this machine, for all processes")
    yield Fact("news", Ability.OK, "processes of this machine see what others write within 25 ms")
    found = "a file serves the processes of one machine"
    yield Fact("several machines", Ability.REFUSED, found, "duotone migrate FILE postgresql://…, and name that")


def _format_of(path: Path) -> str:
    if not path.exists():
        return "which the first run makes"
    with read_only(path) as connection:
        [version] = connection.execute("pragma user_version").fetchone()
    return f"format {version} of {FORMAT}"


def _writable(path: Path) -> Fact:
    parent = path.absolute().parent
    places = [parent, path] if path.exists() else [parent]
    if all(os.access(one, os.W_OK) for one in places):
        return Fact("rights", Ability.OK, "the file and its directory can be written")
    found = "the file or its directory can't be written"
    return Fact("rights", Ability.BROKEN, found, f"give this user the right to write {parent}")
