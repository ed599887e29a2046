"""Draws findings by chance from reports of real projects, so that somebody can read them and say which are right."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMAND = "python -m benchmarks.reading"


@dataclasses.dataclass(frozen=True)
class Drawn:
    """One finding that is to be read, and the tree in which it stands."""

    tree: Path
    finding: dict[str, Any]

    @property
    def spot(self) -> str:
        """Where to look."""
        place = self.finding["place"]
        return f"{place['path']}:{place['line']}"

    def row(self) -> str:
        """Its line in the table, with the judgment left open."""
        return f"| {self.tree.name} | `{self.spot}` | {self.finding['code']} | | |"

    def told(self) -> str:
        """What a reader needs: the message, the source around it, and each step of the proof with its line."""
        lines = [f"{self.tree.name} {self.spot} {self.finding['code']} {self.finding['message']}"]
        lines += self._around(self.finding["place"], 4)
        for step in self.finding["proof"]:
            lines.append(f"  {step['kind']}: {step['text']}")
            if step["place"]:
                lines.append(f"    {step['place']['path']}:{step['place']['line']}")
                lines += self._around(step["place"], 1)
        return "\n".join(lines) + "\n"

    def _around(self, place: dict[str, Any], margin: int) -> Iterator[str]:
        path = self.tree / place["path"]
        if place["cell"] is not None or not path.is_file():
            return
        texts = path.read_text(errors="replace").splitlines()
        for number in range(max(1, place["line"] - margin), min(len(texts), place["line"] + margin) + 1):
            mark = ">" if number == place["line"] else " "
            yield f"  {mark} {number:5} {texts[number - 1]}"


def checked(tree: Path, python: str | None) -> list[dict[str, Any]]:
    """Every finding that a user of the defaults sees in a tree."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        chosen = ["--python", str(Path(python).absolute())] if python else []
        command = [
            sys.executable,
            "-m",
            "duotone",
            "check",
            ".",
            "--isolated",
            "--exit-zero",
            "--quiet",
            "--no-progress",
        ]
        said = ["--statistics", "--output", f"json={report}", "--cache-dir", str(Path(folder, "cache"))]
        subprocess.run([*command, *chosen, *said], cwd=tree, check=True, stdout=sys.stderr)
        return list(json.loads(report.read_text())["findings"])


def shuffled_by_rule(findings: Sequence[dict[str, Any]], chance: random.Random) -> Iterator[dict[str, Any]]:
    """One finding of each rule, then a second of each, so that a rule with a thousand findings hides no other."""
    rules: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in sorted(findings, key=lambda one: (one["code"], one["fingerprint"])):
        rules[finding["code"]].append(finding)
    piles = list(rules.values())
    chance.shuffle(piles)
    for pile in piles:
        chance.shuffle(pile)
    for layer in itertools.zip_longest(*piles):
        yield from (finding for finding in layer if finding is not None)


def draw(reports: dict[Path, list[dict[str, Any]]], count: int, seed: int) -> list[Drawn]:
    """Take turns over the trees until enough are drawn, or none is left."""
    chance = random.Random(seed)  # noqa: S311  # a draw that anybody can repeat
    orders = [[Drawn(tree, one) for one in shuffled_by_rule(findings, chance)] for tree, findings in reports.items()]
    turns = (one for layer in itertools.zip_longest(*orders) for one in layer if one is not None)
    drawn = list(itertools.islice(turns, count))
    places = list(reports)
    return sorted(drawn, key=lambda one: (places.index(one.tree), one.finding["code"], one.spot))


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "trees", nargs="+", metavar="TREE[=PYTHON]", help="a project, and its environment if it has one"
    )
    parser.add_argument("--count", type=int, default=30, help="how many to read (30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="print only the table to fill in")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Check the trees, draw, and print what is to be read."""
    options = arguments(given)
    reports: dict[Path, list[dict[str, Any]]] = {}
    for text in options.trees:
        tree, _, python = text.partition("=")
        reports[Path(tree).resolve()] = checked(Path(tree), python or None)
    drawn = draw(reports, options.count, options.seed)
    if not options.table:
        sys.stdout.write("\n".join(one.told() for one in drawn) + "\n")
    sys.stdout.write("| project | place | rule | judgment | why |\n|---|---|---|---|---|\n")
    sys.stdout.write("".join(f"{one.row()}\n" for one in drawn))
    for tree, findings in reports.items():
        counts = Counter(finding["code"] for finding in findings)
        sys.stdout.write(f"\n{tree.name}: {', '.join(f'{code} {number}' for code, number in sorted(counts.items()))}")
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
