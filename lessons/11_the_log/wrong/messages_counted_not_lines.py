"""caught by: test_other_entries_are_passed_over

The id is the number of the message, so a line that is none is not counted.
"""


class SessionLog:
    def append_message(self, message):
        entry_id = f"e{len(self.rows()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
