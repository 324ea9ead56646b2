"""caught by: test_a_log_without_a_file_is_empty

The file is read without a look whether it is there.
"""


class SessionLog:
    def entries(self):
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
