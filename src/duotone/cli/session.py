"""`duotone session`: governed sessions, from their creation to the audit of what happened in them."""

from __future__ import annotations

import argparse

from duotone.cli.stores import Row
from duotone.cli.stores.opening import store_of
from duotone.cli.tables import clock, emit_json, listed, shown
from duotone.cli.terminal import Parser, emit, note
from duotone.cli.verbs import Action, Verbs, run_verb, said_by

__all__ = ["declared", "main"]

_COLUMNS = {
    "session": "session",
    "state": "state",
    "who": "participants",
    "waits": "approvals",
    "actions": "actions",
    "events": "events",
    "since": "created",
}
_RINGS = {0: "0 root", 1: "1 privileged", 2: "2 standard", 3: "3 sandbox"}


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs("session", "Look after governed sessions: who takes part, what they may do, what waits for you.")
    every = verbs.add("list", _list, "list sessions")
    every.add_argument("--waiting", action="store_true", help="those alone in which something waits for an approval")
    _add_life(verbs)
    _add_participants(verbs)
    _add_decisions(verbs)
    _of_session(verbs, "verify", _verify, "read all events again, and say whether they are those that were written")
    return verbs.parser


def _add_life(verbs: Verbs) -> None:
    create = verbs.add("create", _create, "create a session")
    create.add_argument("--id", metavar="ID", help="what it is called (default: a name that nobody has)")
    create.add_argument("--max-participants", type=int, metavar="N")
    create.add_argument("--max-duration", type=float, metavar="SECONDS")
    create.add_argument("--max-actions", type=int, metavar="N")
    create.add_argument("--min-trust", type=float, metavar="SCORE")
    said_by(create)
    _of_session(verbs, "show", _show, "show participants with their rings, and what waits for an approval")
    _of_session(verbs, "activate", _activate, "let participants act")
    terminate = _of_session(verbs, "terminate", _terminate, "end a session, and seal its events")
    terminate.add_argument("--because", metavar="WHY", help="why, for the log")
    said_by(terminate)


def _add_participants(verbs: Verbs) -> None:
    join = _of_participant(verbs, "join", _join, "let somebody in; the trust gives the ring")
    join.add_argument("--trust", type=float, metavar="SCORE", help="from 0 to 1")
    leave = _of_participant(verbs, "leave", _leave, "let somebody go")
    leave.add_argument("--because", metavar="WHY", help="why, for the log")
    elevate = _of_participant(verbs, "elevate", _elevate, "lend somebody a better ring for a while")
    elevate.add_argument("--ring", type=int, choices=[0, 1, 2], required=True)
    elevate.add_argument("--seconds", type=float, required=True)
    elevate.add_argument("--because", metavar="WHY", default="", help="why, for the log")
    said_by(elevate)
    _of_participant(verbs, "lower", _lower, "take back a ring that was lent")


def _add_decisions(verbs: Verbs) -> None:
    for name, action, text in (
        ("approve", _approve, "allow what waits for it, once"),
        ("reject", _reject, "refuse what waits for an approval"),
    ):
        verb = _of_session(verbs, name, action, text)
        verb.add_argument("request", metavar="REQUEST", help="as `duotone session show` names it")
        said_by(verb)
    kill = _of_session(verbs, "kill", _kill, "stop a participant or the whole session at once")
    kill.add_argument("participant", nargs="?", metavar="PARTICIPANT", help="(default: all of them)")
    kill.add_argument("--reason", required=True, help="why, for the log")
    said_by(kill)


def _of_session(verbs: Verbs, name: str, action: Action, text: str) -> argparse.ArgumentParser:
    verb = verbs.add(name, action, text)
    verb.add_argument("session", metavar="SESSION")
    return verb


def _of_participant(verbs: Verbs, name: str, action: Action, text: str) -> argparse.ArgumentParser:
    verb = _of_session(verbs, name, action, text)
    verb.add_argument("participant", metavar="PARTICIPANT")
    return verb


# -- look ---------------------------------------------------------------------------------------------------------


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = [row for row in store.sessions.list() if not args.waiting or _waiting(row)]
    if not args.json:
        rows = [_summed(row) for row in rows]
    return listed(rows, _COLUMNS, args, empty=f"{store.name} has no such session; `duotone session create` makes one")


def _waiting(row: Row) -> list[Row]:
    return [one for one in row["approvals"] if one["state"] == "requested"]


def _summed(row: Row) -> Row:
    waiting = len(_waiting(row))
    sums = {"who": len(row["participants"]), "waits": f"{waiting} waiting" if waiting else None}
    return {**row, **sums, "since": clock(row["created"])}


def _show(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.show(args.session), args)
    return 0


def _tell(row: Row, args: argparse.Namespace) -> None:
    if args.json:
        emit_json(row)
        return
    people = [{**one, "ring": _RINGS.get(one["ring"], one["ring"])} for one in row["participants"]]
    said = {**row, "created": clock(row["created"])}
    parts = {"participants": people, "approvals": row["approvals"]}
    parts |= {"going": row["going"], "unknown": row["unknown"]}
    shown(said, args, *parts.items())
    for one in _waiting(row):
        note(f"decide with `duotone session approve {row['session']} {one['request']}`, or reject it")


def _verify(args: argparse.Namespace) -> int:
    row = store_of(args).sessions.verify(args.session)
    if args.json:
        emit_json(row)
    elif row["problem"] is not None:
        emit(f"{row['session']}: damaged: {row['problem']}\n")
    else:
        sealed = f"sealed by {row['root']}" if row["root"] else "not sealed yet"
        emit(f"{row['session']}: whole, {row['events']} events, {sealed}\n")
    return 0 if row["problem"] is None else 1


# -- change -------------------------------------------------------------------------------------------------------


def _create(args: argparse.Namespace) -> int:
    names = ("max_participants", "max_duration", "max_actions", "min_trust")
    limits = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    _tell(store_of(args).sessions.create(args.id, limits, args.by), args)
    return 0


def _join(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.join(args.session, args.participant, args.trust), args)
    return 0


def _leave(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.leave(args.session, args.participant, args.because), args)
    return 0


def _activate(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.activate(args.session), args)
    return 0


def _elevate(args: argparse.Namespace) -> int:
    lent = {name: getattr(args, name) for name in ("ring", "seconds", "by", "because")}
    _tell(store_of(args).sessions.elevate(args.session, args.participant, lent), args)
    return 0


def _lower(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.lower(args.session, args.participant), args)
    return 0


def _approve(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.decide(args.session, args.request, args.by, approved=True), args)
    return 0


def _reject(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.decide(args.session, args.request, args.by, approved=False), args)
    return 0


def _terminate(args: argparse.Namespace) -> int:
    _tell(store_of(args).sessions.terminate(args.session, args.by, args.because), args)
    return 0


def _kill(args: argparse.Namespace) -> int:
    """Say what was really stopped; what could not be is no success."""
    report = store_of(args).sessions.kill(args.session, args.participant, args.by, args.reason)
    shown(report, args)
    return 1 if report["abandoned"] or report["failures"] else 0
