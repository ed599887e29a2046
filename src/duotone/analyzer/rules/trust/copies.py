"""Files that a project has copied from others: what is a matter of design there isn't for its own authors to change."""

from __future__ import annotations

from pathlib import PurePosixPath

from duotone.analyzer.findings import Confidence, Finding

__all__ = ["doubted_in_copies"]

_FOLDERS = frozenset(
    {"_vendor", "_vendored", "third-party", "third_party", "thirdparty", "vendor", "vendored", "vendors"}
)
_OF_DESIGN = "DUO2"
"""What isn't wrong when it runs, and could be better."""


def doubted_in_copies(finding: Finding) -> Finding:
    """The finding, only possible where it is about the design of what was written elsewhere."""
    if not finding.code.startswith(_OF_DESIGN) or finding.confidence is Confidence.POSSIBLE:
        return finding
    if _FOLDERS.isdisjoint(PurePosixPath(finding.place.path).parts[:-1]):
        return finding
    return finding.doubted("it was copied from another project, whose authors decide on it")
