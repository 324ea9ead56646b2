"""A coding-agent harness in one file: all that stands between a language model and a project.

A transcript is a list of dicts (user, assistant, toolResult), and all of it is sent to the model
on every call. Four rules hold everywhere below:

- The transcript is the only memory: what is not in it, the model does not know.
- One call in, exactly one result out, on every path (where the record has none, in the view).
- Mutate, then announce: the record changes first, the event follows.
- The record is not the view: what happened is kept; what a provider accepts is derived from it.

No network and no disk in here: the model, the workspace, the shell and the human are handed in.
"""

import asyncio
import contextlib
import io
import json

# == 1 messages ==


ABORTED = "Operation aborted"


def user_message(text):
    """What the user said, as a message."""
    return {"role": "user", "content": text}


def error_message(text, stop_reason="error"):
    """An assistant message for a turn that did not happen: a failure is recorded, not raised."""
    return {"role": "assistant", "content": [], "stop_reason": stop_reason, "error_message": text}


def failed(message):
    """Whether a reply ended in a failure or a Stop, so that none of it may be acted on."""
    return message.get("stop_reason") in ("error", "aborted")


def tool_result(call, content, is_error=False):
    """The message that answers `call`."""
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": content,
        "is_error": is_error,
    }


def text_of(message):
    """The words of an assistant message: its text blocks, joined."""
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")


def tool_calls(message):
    """The calls of an assistant message, in order. Derived each time, never stored twice."""
    return [block for block in message["content"] if block["type"] == "toolCall"]


def render(messages):
    """The transcript as plain text, one line a message, for estimates and summaries."""

    def words(message):
        if message["role"] != "assistant":
            return message["content"]
        calls = [f"{c['name']}({json.dumps(c['arguments'])})" for c in tool_calls(message)]
        return " ".join(filter(None, [text_of(message), *calls]))

    return "\n".join(f"{m['role']}: {words(m)}".replace("\n", " ") for m in messages)


# == 2 tools ==


def tool_specs(tools):
    """What a provider is told of the tools: name, description, parameters, and nothing else."""
    return [{key: tool[key] for key in ("name", "description", "parameters")} for tool in tools]


async def run_tool(tools, call, signal=None):
    """Run one call and return the toolResult that answers it, whatever happens.

    The one place where a failure becomes a result. Only a cancelled task passes through.
    """
    if signal and signal.is_cancelled():
        return tool_result(call, ABORTED, is_error=True)
    tool = next((tool for tool in tools if tool["name"] == call["name"]), None)
    if tool is None:
        return tool_result(call, f"Tool {call['name']} not found", is_error=True)
    try:
        content = await tool["execute"](call["arguments"], signal)
    except Exception as exc:
        return tool_result(call, str(exc) or type(exc).__name__, is_error=True)
    if not isinstance(content, str):
        problem = f"Tool {call['name']} returned {type(content).__name__}, not text"
        return tool_result(call, problem, is_error=True)
    return tool_result(call, content)


def str_arg(arguments, name):
    """The string argument `name`; ValueError when the model sent something else."""
    value = arguments.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value


def int_arg(arguments, name, default):
    """The integer argument `name`, or `default` when it is missing or null; else ValueError."""
    value = arguments.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool):  # True is an int to Python
        raise ValueError(f"{name} must be an integer")
    return value


MAX_LINES = 2000
MAX_BYTES = 50_000


def split_lines(text):
    """The lines of `text`, each with its newline. A line ends at \\n and nowhere else."""
    return list(io.StringIO(text, newline="\n"))  # str.splitlines would cut at \r and U+2028 too


def truncate_head(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The first whole lines within both budgets, and how many: ("", 0) when none fits."""
    kept, size = [], 0
    for line in split_lines(text)[:max_lines]:
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(kept), len(kept)


def truncate_tail(text, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The last whole lines within both budgets, and how many: ("", 0) when none fits."""
    kept, size = [], 0
    for line in split_lines(text)[::-1][:max_lines]:
        size += len(line.encode())
        if size > max_bytes:
            break
        kept.append(line)
    return "".join(reversed(kept)), len(kept)


def over_budget_note(path, number, total, size, max_bytes):
    """What `read` answers in place of a line that no read can show."""
    skip = f" Use offset={number + 1} to skip it." if number < total else ""
    return (
        f"[Line {number} of {path} is {size} bytes, over the {max_bytes}-byte budget of one read,"
        f" so none of it is shown.{skip}]"
    )


def schema(required, **arguments):
    """The JSON schema of a tool's arguments, each given as name=(type, description)."""
    properties = {n: {"type": t, "description": d} for n, (t, d) in arguments.items()}
    return {"type": "object", "properties": properties, "required": required}


def make_read_tool(ws, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The tool `read`: a file's lines from an offset, within a budget, and how to read on."""

    async def execute(arguments, signal=None):
        path = str_arg(arguments, "path")
        offset = int_arg(arguments, "offset", 1)
        limit = int_arg(arguments, "limit", max_lines)
        if offset < 1 or limit < 1:
            raise ValueError("offset and limit must be 1 or more")
        if not ws.exists(path):
            here = ", ".join(ws.listdir("."))
            raise FileNotFoundError(f"File not found: {path}. Files here: {here}")
        lines = split_lines(ws.read_text(path))
        total = len(lines)
        if offset > max(total, 1):
            raise ValueError(f"offset {offset} is past the end of {path}: {total} lines")
        wanted = lines[offset - 1 : offset - 1 + limit]
        text, shown = truncate_head("".join(wanted), max_lines, max_bytes)
        if wanted and not shown:
            return over_budget_note(path, offset, total, len(wanted[0].encode()), max_bytes)
        last = offset - 1 + shown
        if last < total:
            note = f"[Showing lines {offset}-{last} of {total}. Use offset={last + 1} to continue.]"
            text += note
        return text

    return {
        "name": "read",
        "description": "Read a text file and return its contents. One call returns at most"
        f" {max_lines} lines or {max_bytes} bytes; use offset to read on.",
        "parameters": schema(
            required=["path"],
            path=("string", "Path of the file to read."),
            offset=("integer", "First line, from 1."),
            limit=("integer", "How many lines."),
        ),
        "execute": execute,
        "snippet": "Read file contents",
        "guidelines": [
            "Use read to examine files instead of cat or sed.",
            "Show file paths clearly when working with files.",
        ],
    }


def make_write_tool(ws):
    """The tool `write`: a whole file, created or replaced."""

    async def execute(arguments, signal=None):
        path, content = str_arg(arguments, "path"), str_arg(arguments, "content")
        ws.write_text(path, content)
        return f"Successfully wrote to {path}."

    return {
        "name": "write",
        "description": "Write a text file. Creates the file, or replaces its whole contents.",
        "parameters": schema(
            required=["path", "content"],
            path=("string", "Path of the file to write."),
            content=("string", "The new contents."),
        ),
        "execute": execute,
        "snippet": "Create or overwrite files",
        "guidelines": [
            "Use write only for new files or complete rewrites.",
            "Show file paths clearly when working with files.",
        ],
    }


def make_bash_tool(shell, max_lines=MAX_LINES, max_bytes=MAX_BYTES):
    """The tool `bash`: a command's output, cut from the front, since the end tells how it went."""

    async def execute(arguments, signal=None):
        process = shell.start(str_arg(arguments, "command"))
        try:
            while not process.done():
                if signal and signal.is_cancelled():
                    return "Command cancelled"
                await asyncio.sleep(0)  # one lap for the others, or nobody could press Stop
            output, code = process.output()
        finally:
            process.kill()  # however we leave, nothing is left running
        text, shown = truncate_tail(output, max_lines, max_bytes)
        total = len(split_lines(output))
        if shown < total:
            note = f"[Showing the last {shown} of {total} lines. Narrow the command for more.]"
            text = f"{text}\n{note}"
        if code != 0:
            text += f"\nCommand exited with code {code}"  # news for the model, no tool error
        return text

    return {
        "name": "bash",
        "description": "Run a shell command and return its output (stdout and stderr together)."
        f" Only the last {max_lines} lines or {max_bytes} bytes come back.",
        "parameters": schema(required=["command"], command=("string", "The command line.")),
        "execute": execute,
        "snippet": "Run shell commands",
        "guidelines": ["Say what a command is for before you run it."],
    }


def guard(tool, check):
    """The same tool behind a door: `check(name, arguments)` answers None or a reason to refuse."""

    async def execute(arguments, signal=None):
        try:
            reason = check(tool["name"], arguments)
        except Exception as exc:
            reason = f"the check failed: {exc}"  # a door that breaks stays shut
        if reason is not None:
            raise PermissionError(f"Tool call blocked: {reason}")
        return await tool["execute"](arguments, signal)

    return {**tool, "execute": execute}


def deny_destructive(name, arguments):
    """A check for `guard` that refuses `rm -rf`. A speed bump: `rm -fr` walks past it."""
    command = arguments.get("command")
    if name == "bash" and isinstance(command, str) and "rm -rf" in command:
        return "rm -rf deletes files for good. Ask the user to run it themselves if they want it."
    return None


def confirm_with(human):
    """A check for `guard` that asks a human, and takes nothing but True for a yes."""

    def check(name, arguments):
        allowed = human.ask(f"Allow {name} {json.dumps(arguments)}?")
        return None if allowed is True else "the user said no"

    return check


def make_subagent_tool(model, system, tools, max_turns=8):
    """The tool `subagent`: a task worked on in a transcript of its own; only the answer returns."""

    async def execute(arguments, signal=None):
        child = Harness(model, system, tools, max_turns=max_turns)
        async with contextlib.aclosing(child.prompt(str_arg(arguments, "task"))) as run:
            async for _event in run:
                pass
        reply = child.messages[-1]
        if failed(reply):
            problem = reply["error_message"]
        elif not text_of(reply).strip():
            problem = "it said nothing"
        else:
            return text_of(reply)
        raise RuntimeError(f"The subagent did not finish the task: {problem}")

    return {
        "name": "subagent",
        "description": "Hand one task to a subagent with a context of its own. It sees only the"
        " task, and you see only its answer.",
        "parameters": schema(
            required=["task"],
            task=("string", "The task, with all it needs to know."),
        ),
        "execute": execute,
        "snippet": "Hand a task to a subagent",
        "guidelines": ["Give a subagent a task that can be answered in a few lines."],
    }


# == 3 loop ==


async def run_agent(
    model,
    system,
    messages,
    tools,
    prompt,
    *,
    max_turns=None,
    get_steering=None,
    get_follow_ups=None,
    signal=None,
):
    """One run over the caller's list `messages`, as an async generator of events.

    It ends when a reply asks for nothing and nobody is waiting, when a reply failed, after
    `max_turns` model calls, or at a Stop. `get_steering()` and `get_follow_ups()` return lists of
    user messages; `signal` is a CancelToken.
    """

    def record(message):
        """Mutate, then announce: on the record first, then the event."""
        messages.append(message)
        return {"type": "message_end", "message": message}

    get_steering = get_steering or list  # list() is []: nobody is waiting
    get_follow_ups = get_follow_ups or list
    first, turns = len(messages), 0
    yield {"type": "agent_start"}
    pending = [user_message(prompt), *get_steering()]
    while True:
        yield {"type": "turn_start"}
        for message in pending:
            yield record(message)
        if max_turns is not None and turns >= max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        elif signal and signal.is_cancelled():
            reply = error_message(ABORTED, "aborted")  # no paid request follows a Stop
        else:
            turns += 1
            view = context_for_model(messages)
            reply = await model.acomplete(system, view, tool_specs(tools), signal)
        yield record(reply)
        calls = [] if failed(reply) else tool_calls(reply)
        for call in calls:
            yield {"type": "tool_execution_start", "call": call}
            result = await run_tool(tools, call, signal)
            yield record(result)
            yield {"type": "tool_execution_end", "call": call, "result": result}
        yield {"type": "turn_end", "message": reply}
        if failed(reply):
            break
        pending = get_steering()
        if calls or pending:
            continue
        pending = get_follow_ups()
        if not pending:
            break
    yield {"type": "agent_end", "messages": messages[first:]}


def context_for_model(messages):
    """The view: what a provider accepts of the record. A new list; the record stays as it is.

    What is blank is left out, then every call gets its answer.
    """
    view = []
    for message in messages:
        if message["role"] == "assistant":
            content = [b for b in message["content"] if b["type"] != "text" or b["text"].strip()]
            if content:
                view.append({**message, "content": content})
        elif message["role"] != "user" or message["content"].strip():
            view.append(message)
    return repair_tool_history(view)


INTERRUPTED = (
    "Tool call interrupted: no result was recorded. It may not have run, or may have run partly;"
    " check before repeating it."
)


def repair_tool_history(messages):
    """The same messages with every call followed at once by exactly one result, in call order.

    A missing result is INTERRUPTED, a result without a call is dropped, the first of two wins.
    """
    results = {}
    for message in messages:
        if message["role"] == "toolResult":
            results.setdefault(message["tool_call_id"], message)
    repaired = []
    for message in messages:
        if message["role"] == "toolResult":
            continue  # its call brings it, or nothing does
        repaired.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = tool_result(call, INTERRUPTED, is_error=True)
                repaired.append(results.get(call["id"], missing))
    return repaired


# == 4 harness ==


class CancelToken:
    """The Stop flag of one run. Nothing stops until somebody looks at it."""

    def __init__(self):
        self._cancelled = False

    def cancel(self):
        self._cancelled = True

    def is_cancelled(self):
        return self._cancelled


class Harness:
    """Owns one transcript and lets one run at a time write to it."""

    def __init__(self, model, system, tools, messages=(), max_turns=None):
        self.model, self.system, self.tools = model, system, tools
        self.max_turns = max_turns
        self._messages = list(messages)
        self._listeners = {}  # a key each: the same listener may subscribe twice
        self._run = None
        self._steering, self._follow_ups = [], []
        self._token = CancelToken()

    @property
    def messages(self):
        """The transcript so far, as a tuple: to read, not to write."""
        return tuple(self._messages)

    @property
    def is_running(self):
        """True from the call of `prompt` until that run is exhausted, dies or is closed."""
        # A generator that is over has no frame. A flag cleared in a `finally` would stay set when
        # the run is closed before its first event: a body that never began reaches no `finally`.
        return self._run is not None and self._run.ag_frame is not None

    def prompt(self, text):
        """Begin a run and return its events, an async iterator with `aclose`.

        Nothing happens before its first event is asked for. RuntimeError, on the caller's own line,
        while another run is going.
        """
        if self.is_running:
            raise RuntimeError("already running; use steer() or follow_up()")
        self._token = CancelToken()

        def one(queue):  # one message an ask: each gets a turn of its own
            return [queue.pop(0)] if queue else []

        async def run():
            events = run_agent(
                self.model,
                self.system,
                self._messages,
                self.tools,
                text,
                max_turns=self.max_turns,
                get_steering=lambda: one(self._steering),
                get_follow_ups=lambda: one(self._follow_ups),
                signal=self._token,
            )
            async with contextlib.aclosing(events):  # however we end, the loop ends with us
                async for event in events:
                    for listener in list(self._listeners.values()):
                        listener(event)
                    yield event

        self._run = run()
        return self._run

    def steer(self, text):
        """Queue words for the next safe point, of this run or, when none is going, of the next."""
        self._steering.append(user_message(text))

    def follow_up(self, text):
        """Queue words for the point where a run would otherwise end."""
        self._follow_ups.append(user_message(text))

    def cancel(self):
        """Press Stop. Harmless when nothing is running: each run has a token of its own."""
        self._token.cancel()

    def subscribe(self, listener):
        """Have `listener(event)` called with every event, before the consumer has it.

        A listener that raises ends the run. Returns the function that undoes it.
        """
        key = object()
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None)

    def replace_messages(self, messages):
        """Go on from another transcript. RuntimeError during a run."""
        if self.is_running:
            raise RuntimeError("cannot replace messages during a run")
        self._messages = list(messages)


# == 5 frontends ==


class JsonRenderer:
    """Prints every event as a line of JSON, for a program to read."""

    def __init__(self):
        self._ok = True

    def render(self, event):
        print(json.dumps(event))
        if event["type"] == "message_end" and failed(event["message"]):
            self._ok = False

    def finish(self):
        """Whether the run ended well."""
        return self._ok


class FinalTextRenderer:
    """Prints the assistant's last words at the end, or the error it ended on."""

    def __init__(self):
        self._last = None

    def render(self, event):
        """Take note of an event."""
        if event["type"] == "message_end" and event["message"]["role"] == "assistant":
            self._last = event["message"]

    def finish(self):
        """Print it, and answer whether the run ended well."""
        if self._last is None:
            return False
        if failed(self._last):
            print(f"Error: {self._last['error_message']}")
            return False
        print(text_of(self._last))
        return True


async def stop_run(harness, task, grace=5):
    """Stop a run: ask, give it `grace` laps of the event loop (not seconds), then cancel its task.

    Returns "clean" when the task was over in time, however it ended, else "hard".
    """
    harness.cancel()
    for _ in range(grace):
        if not task.done():
            await asyncio.sleep(0)
    if task.done():
        return "clean"
    task.cancel()
    await asyncio.wait([task])  # `await task` could not tell its cancellation from our own
    if not task.cancelled():
        task.result()  # an exception of the task is not ours to swallow
    return "hard"


# == 6 environment ==


class SessionLog:
    """A transcript on disk: one JSON object a line, only ever added to."""

    def __init__(self, ws, path):
        self.ws = ws
        self.path = path

    def entries(self):
        """All entries. ValueError for a line that is not whole: it is never skipped."""
        if not self.ws.exists(self.path):
            return []
        entries = []
        for number, line in enumerate(split_lines(self.ws.read_text(self.path)), start=1):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or not line.endswith("\n"):
                raise ValueError(f"{self.path}, line {number}: not a complete log entry")
            entries.append(entry)
        return entries

    def append_message(self, message):
        """Add a message; returns its entry's id. Reading first, it never glues onto a torn line."""
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id

    def append_compaction(self, summary, first_kept_id):
        """Record that `summary` stands for all before `first_kept_id`; returns the entry's id."""
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "compaction", "summary": summary}
        entry["first_kept_id"] = first_kept_id
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id

    def rows(self):
        """What the log amounts to, as (id, message) pairs: each compaction applied in its turn."""
        rows = []
        for entry in self.entries():
            if entry["type"] == "message":
                rows.append((entry["id"], entry["message"]))
            elif entry["type"] == "compaction":
                ids = [row_id for row_id, _message in rows]
                kept_id = entry["first_kept_id"]
                kept = rows[ids.index(kept_id) :] if kept_id in ids else []
                summary = user_message(f"Previous conversation summary:\n{entry['summary']}")
                rows = [(entry["id"], summary), *kept]
        return rows

    def replay(self):
        """The messages to go on from."""
        return [message for _row_id, message in self.rows()]


def persist_to(log):
    """A listener that appends every message to `log` as it is announced."""

    def listener(event):
        if event["type"] == "message_end":
            log.append_message(event["message"])

    return listener


def estimate_tokens(messages):
    """About how many tokens a transcript costs: four characters to one, system and tools apart."""
    return len(render(messages)) // 4


SUMMARY_SYSTEM = (
    "You summarize a conversation between a user and a coding assistant, so that the assistant can"
    " go on from your summary alone. Keep what the user asked for, what was found out and decided,"
    " which files were read or changed, and what is still to do. Answer with the summary only."
)


class NoSummary(RuntimeError):
    """The model gave nothing to go on from."""


async def summarize(model, messages):
    """A summary of `messages`, by one model call that is part of no transcript, or NoSummary."""
    conversation = user_message(f"<conversation>\n{render(messages)}\n</conversation>")
    reply = await model.acomplete(SUMMARY_SYSTEM, [conversation], [])
    if failed(reply):
        raise NoSummary(f"no summary: {reply['error_message']}")
    if not text_of(reply).strip():
        raise NoSummary("no summary: the reply is blank")
    return text_of(reply)


def find_cut(rows, keep_recent_tokens):
    """The index of the first row to keep: 0 when the rows run out before the budget does.

    Back from the newest until `keep_recent_tokens` are reached, then forward to where a turn may
    be cut: the next user message or, when there is none, past tool results.
    """
    cut, kept_tokens = len(rows), 0
    while kept_tokens < keep_recent_tokens:
        if cut == 0:
            return 0
        cut -= 1
        kept_tokens += estimate_tokens([rows[cut][1]])
    roles = [message["role"] for _row_id, message in rows]
    if "user" in roles[cut:]:
        return roles.index("user", cut)
    while cut < len(rows) and roles[cut] == "toolResult":
        cut += 1
    return cut


async def compact(log, model, *, keep_recent_tokens):
    """Sum up the older rows of `log` in one entry. False, and nothing appended, when it cannot."""
    rows = log.rows()
    cut = find_cut(rows, keep_recent_tokens)
    if cut in (0, len(rows)):
        return False
    try:
        summary = await summarize(model, [message for _row_id, message in rows[:cut]])
    except NoSummary:
        return False
    log.append_compaction(summary, rows[cut][0])
    return True


async def maybe_compact(harness, log, model, *, window, reserve, keep_recent_tokens):
    """Compact between runs, once the transcript no longer fits `window` less `reserve` tokens."""
    if harness.is_running:
        raise RuntimeError("cannot compact during a run")
    if estimate_tokens(harness.messages) <= window - reserve:
        return False
    if not await compact(log, model, keep_recent_tokens=keep_recent_tokens):
        return False
    harness.replace_messages(log.replay())
    return True


def discover_context(ws, cwd):
    """Every AGENTS.md from the top down to `cwd`, as (path, text): broad to specific."""
    folders = [part for part in cwd.split("/") if part not in ("", ".")]
    paths = ["/".join([*folders[:depth], "AGENTS.md"]) for depth in range(len(folders) + 1)]
    return [(path, ws.read_text(path)) for path in paths if ws.exists(path)]


SKILLS_INTRO = (
    "Skills are instructions for special tasks. When a task matches one, read its file first:"
)


def build_system_prompt(tools, context_files, skills, cwd, today):
    """The briefing, from what is really there. No clock, no disk: same arguments, same bytes."""

    def section(title, items):
        return "\n".join([title, *(f"- {item}" for item in items)]) if items else ""

    snippets = [f"{tool['name']}: {tool['snippet']}" for tool in tools if tool.get("snippet")]
    guidelines = [line for tool in tools for line in tool.get("guidelines", [])]
    known = [f"{skill['name']}: {skill['description']} ({skill['path']})" for skill in skills]
    can_read = any(tool["name"] == "read" for tool in tools)
    sections = [
        "You are a coding assistant working in the user's project.",
        section("Available tools:", snippets),
        section("Guidelines:", list(dict.fromkeys(guidelines))),  # each once, first seen first
        *(
            f'<project_instructions path="{path}">\n{text}\n</project_instructions>'
            for path, text in context_files
        ),
        section(SKILLS_INTRO, known if can_read else []),
        f"Current date: {today}\nCurrent working directory: {cwd}",
    ]
    return "\n\n".join(filter(None, sections))
