"""The shims."""

from fastapi import APIRouter, Depends

from service import Reports

router = APIRouter()


def get_reports() -> Reports:
    return Reports()


@router.get("/reports/{month}")
async def build_report(month: str, reports: Reports = Depends(get_reports)) -> str:  # expect: DUO204
    return reports.build(month)


@router.get("/fetch")
async def fetch(url: str, reports: Reports = Depends(get_reports)) -> dict[str, int]:  # expect: DUO204
    body = reports.fetch(url)
    return {"size": len(body)}
