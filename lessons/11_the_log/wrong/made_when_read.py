"""caught by: test_a_log_without_a_file_is_empty

To have something to read, an empty file is written first.
"""


class SessionLog:
    def entries(self):
        if not self.ws.exists(self.path):
            self.ws.write_text(self.path, "")
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
