"""caught by: test_the_log_is_only_ever_added_to

The line and its newline are two writes.
"""


class SessionLog:
    def append_message(self, message):
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry))
        self.ws.append_text(self.path, "\n")
        return entry_id
