"""caught by: test_the_log_is_only_ever_added_to

The newline is put before each line but the first, not after it.
"""


class SessionLog:
    def append_message(self, message):
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(
            self.path, ("\n" if self.ws.exists(self.path) else "") + json.dumps(entry)
        )
        return entry_id

    def entries(self):
        if not self.ws.exists(self.path):
            return []
        entries = []
        for number, line in enumerate(split_lines(self.ws.read_text(self.path)), start=1):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict):
                raise ValueError(f"{self.path}, line {number}: not a complete log entry")
            entries.append(entry)
        return entries
