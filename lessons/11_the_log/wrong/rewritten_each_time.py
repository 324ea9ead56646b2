"""caught by: test_the_log_is_only_ever_added_to

The whole file is written again with one line more.
"""


class SessionLog:
    def append_message(self, message):
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        lines = [json.dumps(each) + "\n" for each in [*self.entries(), entry]]
        self.ws.write_text(self.path, "".join(lines))
        return entry_id
