"""Lesson 11: the transcript on disk, only ever added to, and read back by replay.

Announces: SessionLog, SessionLog.__init__, SessionLog.entries, SessionLog.append_message,
    SessionLog.rows, SessionLog.replay, persist_to
"""

# == 6 environment ==


class SessionLog:
    """A transcript on disk: one JSON object a line, only ever added to."""

    def __init__(self, ws, path):
        self.ws = ws
        self.path = path

    def entries(self):
        """All entries. ValueError for a line that is not whole: it is never skipped."""
        # --- your code: 11 SessionLog.entries ---
        # step: No file yet: no entries.
        # step: Each line is a JSON object and ends in a newline; split_lines knows what a line is.
        # step: Else ValueError("<path>, line <n>: not a complete log entry").
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
        # --- end ---

    def append_message(self, message):
        """Add a message; returns its entry's id. Reading first, it never glues onto a torn line."""
        # --- your code: 11 SessionLog.append_message ---
        # step: The id is "e" and the number of the new line: count by reading the file again.
        # step: The entry: {"id": ..., "type": "message", "message": message}, one line of JSON.
        # step: One write, ws.append_text: a crash can tear this line and no other.
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
        # --- end ---

    def rows(self):
        """What the log amounts to, as (id, message) pairs."""
        return [(e["id"], e["message"]) for e in self.entries() if e["type"] == "message"]

    def replay(self):
        """The messages to go on from."""
        return [message for _row_id, message in self.rows()]


def persist_to(log):
    """A listener that appends every message to `log` as it is announced."""

    # --- your code: 11 persist_to ---
    # step: Return a function of an event; message_end is the event that carries a message.
    def listener(event):
        if event["type"] == "message_end":
            log.append_message(event["message"])

    return listener
    # --- end ---
