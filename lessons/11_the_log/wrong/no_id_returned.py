"""caught by: test_a_message_is_one_line_with_an_id

append_message returns nothing.
"""


class SessionLog:
    def append_message(self, message):
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
