"""caught by: test_a_compaction_is_one_more_entry_of_the_log

The log is written anew with the compaction at its end, so that a crash half way takes all of it.
"""


class SessionLog:
    def append_compaction(self, summary, first_kept_id):
        entries = self.entries()
        entry_id = f"e{len(entries) + 1}"
        entry = {"id": entry_id, "type": "compaction", "summary": summary}
        entry["first_kept_id"] = first_kept_id
        text = "".join(json.dumps(each) + "\n" for each in [*entries, entry])
        self.ws.write_text(self.path, text)
        return entry_id
