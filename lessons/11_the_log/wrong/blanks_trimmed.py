"""caught by: test_what_was_appended_comes_back_unchanged

What the user said is trimmed before it is kept.
"""


class SessionLog:
    def append_message(self, message):
        if isinstance(message["content"], str):
            message = {**message, "content": message["content"].strip()}
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
