"""caught by: test_what_was_appended_comes_back_unchanged

A message that is there already is not appended again.
"""


class SessionLog:
    def append_message(self, message):
        for known_id, known in self.rows():
            if known == message:
                return known_id
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
