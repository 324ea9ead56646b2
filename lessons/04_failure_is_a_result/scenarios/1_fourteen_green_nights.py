"""A failure without its flag"""

LESSON = "4"

REPORT = """
Each night an assistant refreshes our documentation, and a dashboard shows a row for each of its
tool calls: `ok` or `FAILED`. For fourteen nights there was nothing but `ok`. This morning a
customer asked why the pages are two weeks old.

The disk was full, that part is mended. The assistant knew: in each night's transcript the results
say so, and its last sentence, too. Nobody reads that when the dashboard is green, that's what the
dashboard is for.
"""

QUESTION = "The model was told the truth, and the dashboard wasn't. What is missing?"

OPTIONS = {
    "a": "The tool ought to raise: it hands its own error back as if it were a text.",
    "b": "The dashboard ought to look for words such as `Errno` in the results.",
    "c": "The mark: the failure was made into a result, and not marked as one.",
    "d": "The run ought to end at the first failure, so that somebody notices.",
}

RIGHT = "c"

FEEDBACK = {
    "a": "It does raise, as the words show: they are Python's own. It was made into text one step"
    " later.",
    "b": "Then a page about `Errno 28` is a failure as well. Words are for the model.",
    "c": "A result says two things: words for the model, and `is_error` for programs.",
    "d": "Ended early or not, the dashboard would have shown the same row of `ok`. Nothing told it"
    " that a call had failed.",
}

REVEAL = """
Theirs catches what the tool raised and returns its words, which is most of the work: the run went
on, and the model could read what had happened. But the message goes out with `is_error` false. A
dashboard, an exit code and an alarm can't read a sentence. All they have is the flag.

The shape of the record, the words, the answer and the disk are the same in both runs. The only
difference is one word of each failed result: `false` or `true`.

The flag goes to the provider as well. Whoever reads it there is told the same.
"""

SOURCE = "devoxx/DevoxxGenieIDEAPlugin#1164"
DIFFERS = ["record", "requests", "dashboard"]
SAME = ["shape", "words", "answer", "disk"]
SHOW = ["dashboard"]
CAUGHT = True


def theirs(harness):
    async def run_tool(tools, call, signal=None):
        tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
        if tool is None:
            return harness.tool_result(call, f"Tool {call['name']} not found")
        try:
            content = await tool["execute"](call["arguments"], signal)
        except Exception as exc:
            content = str(exc) or type(exc).__name__
        return harness.tool_result(call, content)

    harness.run_tool = run_tool


async def scene(harness, lab):
    ws = lab.Workspace({"api.py": "def pay(amount): ...\n", "docs/pay.md": "# pay(sum)\n"})
    ws.full_after(0)
    tools = [harness.make_read_tool(ws), harness.make_write_tool(ws)]

    def sums_up(request):
        asked = sum(m["role"] == "toolResult" for m in request.messages) - 1
        failed = sum("No space left" in m["content"] for m in request.messages[2:])
        return lab.say(f"{asked - failed} of {asked} pages are written: the disk is full.")

    model = lab.ScriptedModel(
        [
            lab.reply(lab.call("read", {"path": "api.py"})),
            lab.reply(
                lab.call("write", {"path": "docs/pay.md", "content": "# pay(amount)\n"}),
                lab.call("write", {"path": "docs/index.md", "content": "- pay.md\n"}),
            ),
            sums_up,
        ]
    )
    record = []
    system, prompt = "You keep docs/ up to date.", "Refresh the documentation."
    await lab.drive(harness.run_agent(model, system, record, tools, prompt))
    results = [m for m in record if m["role"] == "toolResult"]
    return {
        "record": record,
        "shape": lab.shape(record),
        "requests": lab.requests(model),
        "words": [m["content"] for m in results],
        "dashboard": [f"{m['tool_name']}: {'FAILED' if m['is_error'] else 'ok'}" for m in results],
        "answer": harness.text_of(record[-1]),
        "disk": ws.snapshot(),
    }


def tell(seen):
    return [
        f"record: {seen['shape']}",
        *(f"result: {words.strip()}" for words in seen["words"]),
        f"dashboard: {', '.join(seen['dashboard'])}",
        f"answer: {seen['answer']}",
    ]
