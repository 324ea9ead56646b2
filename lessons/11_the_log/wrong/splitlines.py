"""caught by: test_a_line_ends_at_a_newline_and_nowhere_else

str.splitlines ends a line at U+2028 and U+0085 too.
"""


class SessionLog:
    def entries(self):
        if not self.ws.exists(self.path):
            return []
        entries = []
        for number, line in enumerate(
            self.ws.read_text(self.path).splitlines(keepends=True), start=1
        ):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or not line.endswith("\n"):
                raise ValueError(f"{self.path}, line {number}: not a complete log entry")
            entries.append(entry)
        return entries
