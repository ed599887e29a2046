"""What commands that recolor share: a tree to plan for, the plan as a patch, and the proof before a byte is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from duotone.analyzer.files import discover
from duotone.analyzer.output.tally import counted
from duotone.cli.loading import load
from duotone.cli.terminal import Progress, emit, note

if TYPE_CHECKING:
    from duotone.analyzer.edits.change import Change
    from duotone.analyzer.findings import Finding
    from duotone.analyzer.recolor import Linked, Plan
    from duotone.analyzer.settings import Settings

__all__ = ["Tree"]

Result = TypeVar("Result")

_DOCUMENTS = (".md", ".markdown", ".rst")


class Tree:
    """The files of one project, whose functions change their color."""

    def __init__(self, files: Sequence[Path], paths: Sequence[Path], settings: Settings, *, is_quiet: bool) -> None:
        self.package = load("duotone.analyzer.recolor", "check", "duotone recolor")
        self.files = [*files]
        self.settings = settings
        self._is_quiet = is_quiet
        documents = discover([*paths], lambda _: settings, endings=_DOCUMENTS)
        self._documents = [path for group in documents.groups for path in group.files]

    def ask(self, question: Callable[[Linked], Result]) -> Result:
        """Link the project, and ask something about it."""
        engine = load("duotone.analyzer.engine", "check", "duotone recolor")
        progress = Progress(is_wanted=not self._is_quiet)
        try:
            with engine.linked(self.files, self.settings, progress=progress) as shared:
                return question(self.package.Linked(shared, self.files, self._documents, self.settings))
        finally:
            progress.close()

    def show(self, plan: Plan, title: str) -> bool:
        """Print a plan as a patch; say whether it changes anything."""
        from duotone.analyzer.edits.change import difference

        change = self._change(plan, title)
        text = difference(change, lambda path: path.relative_to(self.settings.root).as_posix())
        emit(text.decode("utf-8", "surrogateescape"))
        return bool(change.files)

    def write(self, plan: Plan, title: str) -> bool:
        """Prove a change before a byte of it is written; say whether it was."""
        from duotone.analyzer.edits import writing

        change = self._change(plan, title)
        found = self._worse(plan, change)
        for finding in found:
            place = finding.place
            emit(f"{place.path}:{place.line}:{place.column}: {finding.code} {finding.message}\n")
        if found:
            note(f"nothing was written: {len(found)} findings above would be new")
            return False
        for line in writing.write(change):
            note(line)
        if not self._is_quiet:
            note(f"wrote {counted(len(change.files), 'file')}; checked again, no new finding; --undo takes it back")
        return True

    def _change(self, plan: Plan, title: str) -> Change:
        from duotone.analyzer.edits.change import change_of

        return change_of(self.settings.root, title, plan.edits)

    def _worse(self, plan: Plan, change: Change) -> tuple[Finding, ...]:
        from duotone.analyzer.texts import decoded

        code = {*self.files}
        after = {one.path: decoded(one.after) for one in change.files if one.path in code and one.after is not None}
        progress = Progress(is_wanted=not self._is_quiet)
        try:
            found: tuple[Finding, ...] = self.package.worse(plan, self.files, self.settings, after, progress=progress)
        finally:
            progress.close()
        return found
