"""caught by: test_nothing_is_glued_onto_a_torn_line

A missing newline is put there before the next line, and the torn one stays.
"""


class SessionLog:
    def append_message(self, message):
        text = self.ws.read_text(self.path) if self.ws.exists(self.path) else ""
        if text and not text.endswith("\n"):
            self.ws.append_text(self.path, "\n")
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
