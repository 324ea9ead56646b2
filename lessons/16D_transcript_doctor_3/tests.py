"""Checkpoint D: the seven sentences of `make_subagent_tool`."""

import json

import lab

ANSWER = "step 003: check the 003 service"
UNFINISHED = "The subagent did not finish the task: "


def test_the_tool_is_a_name_a_description_and_a_schema(play):
    """The tool is a name, a description and a schema with one required string, `task`."""
    seen = play("the_tool_itself")
    spec = seen["spec"]
    assert spec["name"] == "subagent"
    assert spec["description"].strip() != ""
    assert spec["parameters"]["type"] == "object"
    assert spec["parameters"]["required"] == ["task"]
    assert spec["parameters"]["properties"]["task"]["type"] == "string"
    assert [r["content"] for r in seen["results"]] == ["task must be a string"]
    assert seen["results"][0]["is_error"] is True
    assert seen["child_requests"] == []


def test_the_parents_record_holds_one_call_and_one_result(play):
    """The parent's record holds one call and one result, and none of the child's messages."""
    seen = play("a_task_handed_over")
    assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
    assert [lab.shape(r["messages"]) for r in seen["requests"]] == ["U", "U A[c1] R(c1)"]
    assert "read the notes first" not in json.dumps(seen["record"])
    sent = seen["child_requests"]
    assert [lab.shape(r["messages"]) for r in sent] == ["U", "U A[c1] R(c1)"]
    assert sent[0]["messages"] == [lab.user("Give me the line for step 3.")]
    assert sent[0]["system"] == "Answer in one line."
    assert [tool["name"] for tool in sent[0]["tools"]] == ["read"]


def test_the_result_is_the_childs_final_answer(play):
    """That result is the child's final answer, neither an error nor its working."""
    result = play("a_task_handed_over")["results"][0]
    assert result["content"] == ANSWER
    assert result["is_error"] is False


def test_a_child_that_never_stops_is_stopped_by_its_own_max_turns(play):
    """A child that never stops asking is stopped by its own max_turns, and its call is answered."""
    for cap, calls in ((None, 8), (3, 3)):
        seen = play("a_child_that_never_stops", cap=cap)
        assert len(seen["child_requests"]) == calls
        assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"
        reason = f"{UNFINISHED}Agent stopped after max_turns={calls}"
        assert seen["results"][0]["content"] == reason
        assert seen["results"][0]["is_error"] is True


def test_a_child_without_an_answer_is_a_failed_call(play):
    """A provider failing half way makes a failed call, and its half-sentence is dropped."""
    for how, reason in (
        ("the provider fails half way", "529: overloaded"),
        ("it is stopped half way", "Operation aborted"),
        ("it says nothing", "it said nothing"),
        ("it says blanks", "it said nothing"),
    ):
        seen = play("a_child_that_ends_badly", how=how)
        assert [r["content"] for r in seen["results"]] == [UNFINISHED + reason]
        assert seen["results"][0]["is_error"] is True
        assert lab.shape(seen["record"]) == "U A[c1] R(c1) A"


def test_two_tasks_are_two_conversations(play):
    """Two tasks in one run are two conversations: the second child knows nothing of the first."""
    tasks = ["Give me the line for step 1.", "Give me the line for step 2."]
    for together, shape in (
        (True, "U A[c1,c2] R(c1) R(c2) A"),
        (False, "U A[c1] R(c1) A[c2] R(c2) A"),
    ):
        seen = play("two_tasks", together=together)
        assert lab.shape(seen["record"]) == shape
        assert [r["messages"] for r in seen["child_requests"]] == [[lab.user(t)] for t in tasks]
        answers = [r["content"] for r in seen["results"]]
        assert answers == ["The first line.", "The second line."]


def test_the_parent_cannot_tell_a_subagent_from_a_plain_tool(play):
    """The parent's record and events equal those of a run with a plain tool that says the same."""
    seen = play("a_task_handed_over")
    plain = play("the_same_sentence_from_a_plain_tool")
    assert seen["record"] == plain["record"]
    assert seen["events"] == plain["events"]
    assert seen["requests"] == plain["requests"]
