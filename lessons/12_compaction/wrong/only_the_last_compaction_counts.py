"""caught by: test_a_second_compaction_works_on_what_the_first_left

The last compaction is applied to all the messages of the log, as if there had been no other:
what an earlier one summed up comes back.
"""


class SessionLog:
    def rows(self):
        entries = self.entries()
        rows = [(e["id"], e["message"]) for e in entries if e["type"] == "message"]
        compactions = [e for e in entries if e["type"] == "compaction"]
        if not compactions:
            return rows
        last = compactions[-1]
        ids = [row_id for row_id, _message in rows]
        start = ids.index(last["first_kept_id"]) if last["first_kept_id"] in ids else len(rows)
        if start == len(rows):
            later = entries[entries.index(last) + 1 :]
            kept = [(e["id"], e["message"]) for e in later if e["type"] == "message"]
        else:
            kept = rows[start:]
        summary = user_message(f"Previous conversation summary:\n{last['summary']}")
        return [(last["id"], summary), *kept]
