"""caught by: test_a_line_that_is_no_whole_object_is_refused

A line that is JSON is an entry, be it a list, a number or null.
"""


class SessionLog:
    def entries(self):
        if not self.ws.exists(self.path):
            return []
        entries = []
        for number, line in enumerate(split_lines(self.ws.read_text(self.path)), start=1):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = ValueError
            if entry is ValueError or not line.endswith("\n"):
                raise ValueError(f"{self.path}, line {number}: not a complete log entry")
            entries.append(entry)
        return entries
