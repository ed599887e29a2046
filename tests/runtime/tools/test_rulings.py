"""What a policy is asked about a call, and what holds where it has no opinion."""

from __future__ import annotations

import pytest

from duotone.errors import BadArguments, NoSuchTool
from duotone.runtime import Risk, Rule, Toolbox, Verdict, tool
from duotone.runtime.messages import ToolCall
from duotone.runtime.tools.rulings import ask_for, usual_ruling


def pay(amount: int) -> int:
    return amount


@pytest.mark.parametrize(
    ("risk", "verdict"),
    [
        (Risk.READ, Verdict.ALLOW),
        (Risk.REVERSIBLE, Verdict.ALLOW),
        (Risk.UNKNOWN, Verdict.ALLOW),
        (Risk.IRREVERSIBLE, Verdict.ASK),
        (Risk.ADMIN, Verdict.ASK),
    ],
)
def test_a_person_decides_about_what_can_not_be_taken_back(risk: Risk, verdict: Verdict) -> None:
    ask = ask_for(Toolbox([tool(pay, risk=risk)]), ToolCall("c", "pay", {"amount": 3}), "talk", "bot")
    assert usual_ruling(ask).verdict is verdict


def test_a_policy_sees_the_tool_its_risk_and_the_arguments() -> None:
    ask = ask_for(Toolbox([tool(pay, risk="admin")]), ToolCall("c", "pay", '{"amount": 3}'), "talk", "bot")
    assert (ask.session, ask.participant, ask.action.name, ask.kwargs) == ("talk", "bot", "pay", {"amount": 3})
    ruling = Rule(Verdict.DENY, action="pa*", risk=Risk.ADMIN)(ask)
    assert ruling is not None
    assert ruling.verdict is Verdict.DENY


def test_a_call_that_can_not_be_made_is_no_question_for_a_policy() -> None:
    with pytest.raises(NoSuchTool):
        ask_for(Toolbox([pay]), ToolCall("c", "play"), "talk", "bot")
    with pytest.raises(BadArguments):
        ask_for(Toolbox([pay]), ToolCall("c", "pay", "{"), "talk", "bot")
