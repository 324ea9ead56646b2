"""Lesson 12: when the window fills, the older part is summed up in one more entry of the log.

Announces: render, Harness.replace_messages, SessionLog.append_compaction, SessionLog.rows,
    estimate_tokens, SUMMARY_SYSTEM, NoSummary, summarize, find_cut, compact, maybe_compact
"""

# == 1 messages ==


def render(messages):
    """The transcript as plain text, one line a message, for estimates and summaries."""

    def words(message):
        if message["role"] != "assistant":
            return message["content"]
        calls = [f"{c['name']}({json.dumps(c['arguments'])})" for c in tool_calls(message)]
        return " ".join(filter(None, [text_of(message), *calls]))

    return "\n".join(f"{m['role']}: {words(m)}".replace("\n", " ") for m in messages)


# == 4 harness ==


class Harness:
    def replace_messages(self, messages):
        """Go on from another transcript. RuntimeError during a run."""
        # --- your code: 12 Harness.replace_messages ---
        # step: RuntimeError("cannot replace messages during a run") while one is going.
        if self.is_running:
            raise RuntimeError("cannot replace messages during a run")
        self._messages = list(messages)
        # --- end ---


# == 6 environment ==


class SessionLog:
    # after: SessionLog.append_message
    def append_compaction(self, summary, first_kept_id):
        """Record that `summary` stands for all before `first_kept_id`; returns the entry's id."""
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "compaction", "summary": summary}
        entry["first_kept_id"] = first_kept_id
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id

    def rows(self):
        """What the log amounts to, as (id, message) pairs: each compaction applied in its turn."""
        # --- your code: 12 SessionLog.rows ---
        # step: A compaction stands for the rows before its first_kept_id, as they are by then:
        # step: one row with the compaction's own id and the user message
        # step: "Previous conversation summary:\n<summary>", then the rows that are kept.
        # step: An id that is not among the rows keeps none. Other types of entry are passed over.
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
        # --- end ---


# after: persist_to
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
    # --- your code: 12 find_cut ---
    # step: Walk back from the newest row, adding estimate_tokens([its message]), until the sum
    # step: reaches the budget; that row is kept. The rows run out first: 0, nothing to cut.
    # step: Then go forward to the next user message; when there is none, past tool results.
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
    # --- end ---


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
