"""caught by: test_replay_is_what_was_appended_in_any_sessions

A log that is opened starts an empty file.
"""


class SessionLog:
    def __init__(self, ws, path):
        self.ws = ws
        self.path = path
        self._fresh = True

    def append_message(self, message):
        if self._fresh:
            self.ws.write_text(self.path, "")
            self._fresh = False
        entry_id = f"e{len(self.entries()) + 1}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
