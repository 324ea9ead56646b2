"""caught by: test_two_logs_on_one_file

The log counts the lines when it is opened, and then its own appends.
"""


class SessionLog:
    def __init__(self, ws, path):
        self.ws = ws
        self.path = path
        self._count = len(self.entries())

    def append_message(self, message):
        self._count += 1
        entry_id = f"e{self._count}"
        entry = {"id": entry_id, "type": "message", "message": message}
        self.ws.append_text(self.path, json.dumps(entry) + "\n")
        return entry_id
