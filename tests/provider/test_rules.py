"""The provider's rules: what each of them refuses, and what is fine."""

import copy
import re

import pytest

from lab.provider.rules import fault_of

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "", "is_error": False}
FINE = {
    "model": "a-model",
    "max_tokens": 10,
    "system": "Be careful.",
    "tools": [{"name": "read", "description": "", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Hi."},
        {"role": "assistant", "content": [{"type": "text", "text": "I'll look."}, CALL]},
        {"role": "user", "content": [RESULT, {"type": "text", "text": "Go on."}]},
    ],
}


def test_a_good_request_is_fine():
    assert fault_of(FINE) is None
    without = {key: value for key, value in FINE.items() if key not in ("system", "tools")}
    assert fault_of(without) is None


def replaced(request, path, value):
    """A copy with something else in one place; None takes it out."""
    made = copy.deepcopy(request)
    *way, last = path
    place = made
    for step in way:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return made


SECOND = ("messages", 1, "content")
THIRD = ("messages", 2, "content")


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("model",), None, "model: field required"),
        (("max_tokens",), 0, "max_tokens: an integer of 1 or more"),
        (("temperature",), 1.0, "temperature: no longer supported"),
        (("messages",), [], "at least one message"),
        (("messages", 0, "role"), "assistant", r"messages\.0: roles must alternate"),
        (("messages", 2, "role"), "assistant", r"messages\.2: roles must alternate"),
        (("messages", 0, "content"), "", r"messages\.0\.content: text content blocks must"),
        (("messages", 0, "content"), [], r"messages\.0: content must not be empty"),
        ((*SECOND, 0, "text"), " \n", r"messages\.1\.content: text content blocks must"),
        ((*SECOND, 1, "id"), "call.1", r"tool_use\.id: letters"),
        ((*SECOND, 1, "id"), "a" * 65, r"tool_use\.id: letters"),
        ((*SECOND, 1, "input"), [], r"tool_use\.input: an object"),
        ((*SECOND, 0, "type"), "thought", "a block of type 'thought'"),
        ((*THIRD, 0, "tool_use_id"), "toolu_2", "each tool_use needs one tool_result"),
        (THIRD, [RESULT, RESULT], "each tool_use needs one tool_result"),
        (THIRD, "Go on.", "each tool_use needs one tool_result"),
        (THIRD, [{"type": "text", "text": "Go on."}, RESULT], "tool_result blocks must come first"),
        (("messages", 2), None, "a tool_use at the end has no tool_result"),
        (("messages", 0, "content"), [RESULT], "each tool_use needs one tool_result"),
        (("tools", 0, "name"), "read file", r"tools\.0\.name: letters"),
        (("tools", 0, "input_schema"), None, r"tools\.0\.input_schema: field required"),
    ],
)
def test_a_request_that_breaks_a_rule_is_refused_with_its_reason(path, value, reason):
    assert re.search(reason, fault_of(replaced(FINE, path, value)) or "it is taken")
