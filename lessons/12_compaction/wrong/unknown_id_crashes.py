"""caught by: test_a_first_kept_id_that_is_not_there_or_there_twice

The first kept id is looked up without asking whether it is there.
"""


class SessionLog:
    def rows(self):
        rows = []
        for entry in self.entries():
            if entry["type"] == "message":
                rows.append((entry["id"], entry["message"]))
            elif entry["type"] == "compaction":
                ids = [row_id for row_id, _message in rows]
                kept_id = entry["first_kept_id"]
                kept = rows[ids.index(kept_id) :]
                summary = user_message(f"Previous conversation summary:\n{entry['summary']}")
                rows = [(entry["id"], summary), *kept]
        return rows
