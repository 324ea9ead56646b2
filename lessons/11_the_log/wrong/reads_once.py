"""caught by: test_the_file_is_all_that_a_log_knows

The entries are read once and kept; appends go to the file and to the list.
"""


class SessionLog:
    def __init__(self, ws, path):
        self.ws = ws
        self.path = path
        self._entries = None

    def entries(self):
        if self._entries is None:
            self._entries = self._read()
        return list(self._entries)

    def _read(self):
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
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        self._entries.append(entry)
        return entry_id
