"""YAML is read with the place of everything, in the words of YAML 1.2, and within a budget."""

from __future__ import annotations

import time

import pytest

from duotone.errors import BadWorkflow
from duotone.runtime.workflow import loads
from duotone.runtime.workflow.nodes import Node, data_of, node_of
from duotone.runtime.workflow.problems import Place, Problems
from duotone.runtime.workflow.reading import read_yaml

STEPS = "name: w\nsteps: [{id: a, function: f}]\n"


def read(text: str | bytes) -> Node:
    problems = Problems("w.yaml")
    node = read_yaml(text.encode() if isinstance(text, str) else text, problems)
    problems.refuse()
    assert node is not None
    return node


def refusal(text: str | bytes) -> list[str]:
    with pytest.raises(BadWorkflow) as caught:
        loads(text, "w.yaml")
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("null", None),
        ("~", None),
        ("12", 12),
        ("-0012", -12),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("2026-11-16", "2026-11-16"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("1." + "0" * 400, 1.0),
        ("9" * 301, float("9" * 301)),
    ],
)
def test_a_word_is_what_yaml_1_2_says(word: str, value: object) -> None:
    assert data_of(read(f"key: {word}")) == {"key": value}


def test_every_key_and_value_has_its_line_and_column() -> None:
    root = read("a:\n  - b: 1\n    'c d': {e: [x, \"y\"]}\n")
    assert root.at("a", 0, "b").place == Place(2, 8)
    assert root.at("a", 0, "c d", "e", 1).place == Place(3, 20)
    assert isinstance(root.value, dict)
    assert root.value["a"].key == Place(1, 1)


def test_a_path_that_ends_early_gives_the_last_node_that_is_there() -> None:
    root = read("a: {b: 1}")
    assert root.at("a", "c", 3).place == root.at("a").place


def test_text_that_is_written_otherwise_than_it_reads_has_the_place_of_its_beginning() -> None:
    root = read('a: "x${{ y }}"\nb: "\\x41${{ y }}"\nc: |\n  ${{ y }}\n')
    assert root.at("a").place_in(1) == Place(1, 6)
    assert root.at("b").place_in(1) == root.at("b").place
    assert root.at("c").place_in(1) == root.at("c").place


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    assert loads(b"\xef\xbb\xbf" + STEPS.replace("\n", "\r\n").encode()).name == "w"


def test_json_is_yaml_too() -> None:
    assert loads('{"name": "w", "steps": [{"id": "a", "function": "f", "needs": []}]}').name == "w"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"name: \xff", "w.yaml:1:1: is not UTF-8"),
        (b"# " + b"x" * (1 << 20), "w.yaml:1:1: has 1,048,578 bytes"),
        ("name: \x00", "w.yaml:1:1: is not YAML"),
        ("<<: 3\n" + STEPS, "w.yaml:1:5: '<<' takes a mapping"),
        ("? [a]\n: b\n" + STEPS, "w.yaml:1:3: a key must be a text"),
        (STEPS + "a: *a", "w.yaml:3:4: '*a' has no anchor"),
    ],
)
def test_what_is_no_workflow_at_all_is_one_line_with_a_place(text: str | bytes, said: str) -> None:
    assert any(line.startswith(said) for line in refusal(text))


def test_merged_keys_come_in_behind_those_that_are_written() -> None:
    root = read("a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\nc:\n  <<: [*a, *b]\n  y: 3\n")
    assert data_of(root.at("c")) == {"x": 1, "y": 3, "z": 2}


def test_a_bomb_of_aliases_costs_nothing() -> None:
    rows = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 50)}]" for n in range(1, 60)]
    start = time.process_time()
    assert "over 20,000 values" in refusal("a0: &a0 x\n" + "\n".join(rows))[0]
    assert time.process_time() - start < 1


def test_many_brackets_are_refused_before_they_fill_the_stack() -> None:
    assert "nested more than 50 deep" in refusal("steps: " + "[" * 100_000)[0]


def test_data_without_lines_has_paths() -> None:
    with pytest.raises(BadWorkflow) as caught:
        load_data(
            {"name": "w", "steps": [{"id": "a", "function": "f", "with": {"x": {1, 2}, 3: 4, "y": float("nan")}}]}
        )
    assert list(caught.value.problems) == [
        "workflow.steps[0].with.3: the key 3 is no text; write '3' in quotes",
        "workflow.steps[0].with.x: is a set, which a workflow can't keep; use text, numbers, lists and mappings",
        "workflow.steps[0].with.y: nan is no number that JSON has; write a finite number",
    ]


def load_data(data: dict[str, object]) -> None:
    problems = Problems("workflow")
    node_of(data, problems)
    problems.refuse()


def test_data_that_holds_itself_is_refused() -> None:
    data: dict[str, object] = {}
    data["again"] = data
    with pytest.raises(BadWorkflow, match="nested more than 50 deep"):
        load_data(data)
