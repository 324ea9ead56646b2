"""caught by: test_a_second_compaction_works_on_what_the_first_left

The row of a summary gets the id of the first kept row, so that the next compaction
finds the summary first.
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
                kept = rows[ids.index(kept_id) :] if kept_id in ids else []
                summary = user_message(f"Previous conversation summary:\n{entry['summary']}")
                rows = [(kept_id, summary), *kept]
        return rows
