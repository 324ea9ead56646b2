"""caught by: test_a_summary_stands_for_the_rows_before_the_first_kept_one

The summary stands there as if the user had just said it, with nothing that tells what it is.
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
                summary = user_message(entry["summary"])
                rows = [(entry["id"], summary), *kept]
        return rows
