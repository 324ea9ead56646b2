"""Lesson 02: the model asks for a tool, the harness runs it, and the result goes on the record.

Announces: tool_result, tool_calls, tool_specs, run_tool, schema, make_read_tool, run_agent
"""

# == 1 messages ==


# after: user_message
def tool_result(call, content, is_error=False):
    """The message that answers `call`."""
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": content,
        "is_error": is_error,
    }


# after: text_of
def tool_calls(message):
    """The calls of an assistant message, in order. Derived each time, never stored twice."""
    # --- your code: 02 tool_calls ---
    # step: A call is a block too: {"type": "toolCall", "id": ..., "name": ..., "arguments": {...}}.
    return [block for block in message["content"] if block["type"] == "toolCall"]
    # --- end ---


# == 2 tools ==


def tool_specs(tools):
    """What a provider is told of the tools: name, description, parameters, and nothing else."""
    # --- your code: 02 tool_specs ---
    # step: A tool is a dict with more in it than a provider may see: pick the three keys.
    return [{key: tool[key] for key in ("name", "description", "parameters")} for tool in tools]
    # --- end ---


async def run_tool(tools, call):
    """Run one call and return the toolResult that answers it."""
    # --- your code: 02 run_tool ---
    # step: The call names a tool and holds its arguments. What that tool's execute gives, awaited,
    # step: is the content of the result: tool_result(call, content).
    tool = next(tool for tool in tools if tool["name"] == call["name"])
    content = await tool["execute"](call["arguments"])
    return tool_result(call, content)
    # --- end ---


def schema(required, **arguments):
    """The JSON schema of a tool's arguments, each given as name=(type, description)."""
    properties = {n: {"type": t, "description": d} for n, (t, d) in arguments.items()}
    return {"type": "object", "properties": properties, "required": required}


def make_read_tool(ws):
    """The tool `read`: a file's text."""

    async def execute(arguments, signal=None):
        return ws.read_text(arguments["path"])

    return {
        "name": "read",
        "description": "Read a text file and return its contents.",
        "parameters": schema(required=["path"], path=("string", "Path of the file to read.")),
        "execute": execute,
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


# == 3 loop ==


async def run_agent(model, system, messages, tools, prompt):
    """One exchange with at most one tool call in it, recorded in the caller's list `messages`."""
    # --- your code: 02 run_agent ---
    # step: Tell the model which tools there are: tool_specs(tools).
    # step: When the reply asks for a tool, run it, put the result on the record,
    # step: and ask the model once more, now that it can see the result.
    messages.append(user_message(prompt))
    reply = await model.acomplete(system, messages, tool_specs(tools))
    messages.append(reply)
    calls = tool_calls(reply)
    if calls:
        messages.append(await run_tool(tools, calls[0]))
        reply = await model.acomplete(system, messages, tool_specs(tools))
        messages.append(reply)
    # --- end ---
