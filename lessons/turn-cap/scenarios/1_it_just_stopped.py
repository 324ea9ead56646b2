"""It just stopped"""

LESSON = "turn-cap"

REPORT = """
Long jobs end in the middle. The terminal shows a blank reply with a green tick and `complete`.
There is no error and no warning. Whoever knows about it types `continue`, and then it often
works, so the conversation itself is fine.

It never happens with short jobs. We raised the timeout of the requests, and nothing changed. The
provider's page shows no failed request for that day.
"""

QUESTION = "Why does a job end with a blank reply and a green tick?"

OPTIONS = {
    "a": "The model sent an empty reply, and the loop rightly takes that for the end.",
    "b": "The cap was reached, and what the call returned then looks like an ordinary end.",
    "c": "A tool failed, and its error was swallowed.",
    "d": "The reply was cut off on the line, and what had come of it was dropped.",
}

RIGHT = "b"

FEEDBACK = {
    "a": "Then an empty reply would be the last thing on the record. It is a tool's result.",
    "b": "The record ends with a result that no request told the model of. Something stopped it.",
    "c": "Every result on the record is a good one; a failed one would have gone to the model.",
    "d": "A request that was cut off is a request. There are exactly as many as there are replies.",
}

REVEAL = """
Theirs has a cap, as it should. At the cap its loop simply ends, and returns what its variables
hold at that moment: an empty text, and the reason that they begin with. The front end shows a
text and a tick, since that is what it was given.

The reference returns the reason `budget`, with the model's last words. The caller here goes on,
once, since its rule says so. In theirs nobody could have such a rule.
"""

SOURCE = "NousResearch/hermes-agent#92552"
DIFFERS = ["shown", "reasons", "shape", "requests"]
SAME = ["first_requests", "failed_results"]
SHOW = ["shown", "reasons", "shape"]
CAUGHT = True


def theirs(harness):
    class CappedAgent(harness.CappedAgent):
        async def go_on(self, max_turns):
            text, reason = "", "finished"
            for turns in range(1, max_turns + 1):
                view = harness.context_for_model(self.messages)
                specs = harness.tool_specs(self.tools)
                reply = await self.model.acomplete(self.system, view, specs)
                self.messages.append(reply)
                calls = harness.tool_calls(reply)
                if not calls:
                    return harness.RunResult(harness.text_of(reply), reason, turns)
                for call in calls:
                    self.messages.append(await harness.run_tool(self.tools, call))
            return harness.RunResult(text, reason, max_turns)

    harness.CappedAgent = CappedAgent


async def scene(harness, lab):
    check = lab.tool("check", does=lambda arguments, signal: f"{arguments['host']}: up")
    hosts = ["ant", "bee", "cat", "dog"]
    asks = [lab.reply(lab.text(f"Now {h}."), lab.call("check", {"host": h})) for h in hosts]
    model = lab.ScriptedModel([*asks, lab.say("All four are up.")])
    agent = harness.CappedAgent(model, "You check hosts.", [check], max_turns=3)
    result = await agent.run("Are all hosts up?")
    shown, reasons = [result.text], [result.reason]
    if result.reason == "budget":  # the rule of this front end: once more, and no further
        result = await agent.resume(3)
        shown.append(result.text)
        reasons.append(result.reason)
    sent = lab.requests(model)
    return {
        "shown": shown,
        "reasons": reasons,
        "shape": lab.shape(agent.messages),
        "requests": len(sent),
        "first_requests": sent[:3],
        "failed_results": sum(m.get("is_error", False) for m in agent.messages),
    }


def tell(seen):
    return [
        *(
            f"shown: {text!r}, {why}"
            for text, why in zip(seen["shown"], seen["reasons"], strict=True)
        ),
        f"record: {seen['shape']}",
        f"requests: {seen['requests']}",
        f"results that failed: {seen['failed_results']}",
    ]
