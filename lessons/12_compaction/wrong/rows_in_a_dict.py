"""caught by: test_a_first_kept_id_that_is_not_there_or_there_twice

The rows are gathered in a dict by id, where the second of two with one id takes the first's place.
"""


class SessionLog:
    def rows(self):
        rows = {}
        for entry in self.entries():
            if entry["type"] == "message":
                rows[entry["id"]] = entry["message"]
            elif entry["type"] == "compaction":
                ids = list(rows)
                kept_id = entry["first_kept_id"]
                kept = ids[ids.index(kept_id) :] if kept_id in ids else []
                summary = user_message(f"Previous conversation summary:\n{entry['summary']}")
                rows = {entry["id"]: summary, **{row_id: rows[row_id] for row_id in kept}}
        return list(rows.items())
