"""Findings in the folders that the operator has named; a caller names none of them."""

from __future__ import annotations

from fastapi import APIRouter

from duotone.contract.offloading import offload
from duotone.server.asking import Caller, Grounded, Id, Reader, Runner
from duotone.server.checking import Check
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.schemas.checks import CheckBody, CheckSummary
from duotone.server.tenancy import LOCAL

__all__ = ["get_check", "list_checks", "router", "start_check"]

router = APIRouter(prefix="/api/checks", tags=["checks"])


@router.get("", operation_id="list_checks")
async def list_checks(caller: Reader, ground: Grounded) -> list[CheckSummary]:
    """List the folders and how their last checks have ended."""
    mine = ground.checks if caller.tenant == LOCAL else ()
    return [CheckSummary.of(check) for check in mine]


@router.post("/{folder}", operation_id="start_check", status_code=202, responses=answers(404))
async def start_check(folder: Id, caller: Runner, ground: Grounded) -> CheckSummary:
    """Check a folder again; one that is being checked is left to it."""
    check = _found(ground, caller, folder)
    if check.state != "running":
        _ = ground.keep(ground.checks.run(check), f"check {check.id}", tenant=caller.tenant)
        check.state = "running"  # only now, since it may have been refused
    return CheckSummary.of(check)


@router.get("/{folder}", operation_id="get_check", responses=answers(404))
async def get_check(folder: Id, caller: Reader, ground: Grounded) -> CheckBody:
    """Return what was found in a folder, with proofs."""
    return await offload(CheckBody.about, _found(ground, caller, folder))


def _found(ground: Ground, caller: Caller, folder: str) -> Check:
    """Return a folder; they belong to whoever runs the server, so other tenants have none."""
    check = ground.checks.get(folder) if caller.tenant == LOCAL else None
    if check is None:
        raise Problem(404, "NoSuchFolder", f"there is no folder {folder!r}", "list them with GET /api/checks")
    return check
