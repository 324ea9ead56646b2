"""caught by: test_a_line_that_is_no_whole_object_is_refused

A line that cannot be read is passed over, so that the rest can be used.
"""


class SessionLog:
    def entries(self):
        if not self.ws.exists(self.path):
            return []
        entries = []
        for line in split_lines(self.ws.read_text(self.path)):
            try:
                entry = json.loads(line)
            except ValueError:
                entry = None
            if not isinstance(entry, dict) or not line.endswith("\n"):
                continue
            entries.append(entry)
        return entries
