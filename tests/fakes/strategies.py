"""Plain values and valid transcripts, for properties."""

from hypothesis import strategies as st

import lab

words = st.text(min_size=1, max_size=120).filter(str.strip)
ids = st.text("abcXYZ019_-", min_size=1, max_size=4)
leaves = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=20)
leaves |= st.floats(allow_nan=False, allow_infinity=False)
plain_values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
arguments = st.dictionaries(st.text(max_size=8), plain_values, max_size=3)
tool_specs = st.lists(
    st.fixed_dictionaries({"name": st.text(), "description": st.text(), "parameters": arguments}),
    max_size=2,
)


@st.composite
def transcripts(draw):
    """What a provider accepts: users, replies with words and calls, each call answered in order."""
    messages, used = [], set()
    for kind in draw(st.lists(st.sampled_from("uat"), max_size=6)):
        if kind == "u":
            messages.append(lab.user(draw(words)))
            continue
        texts = [lab.text(text) for text in draw(st.lists(words, min_size=1, max_size=2))]
        names = draw(st.lists(ids, max_size=3, unique=True)) if kind == "t" else []
        calls = [lab.call(draw(st.text()), draw(arguments), id) for id in names if id not in used]
        used.update(names)
        messages.append(lab.reply(*texts, *calls))
        messages += [lab.tool_result(c, draw(st.text()), draw(st.booleans())) for c in calls]
    return messages


@st.composite
def junk_transcripts(draw):
    """A list of dicts that look like messages as far as they like."""
    block = st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["text", "toolCall"]) | plain_values,
            "text": plain_values,
            "id": ids | plain_values,
            "name": plain_values,
            "arguments": plain_values,
        },
    )
    message = st.fixed_dictionaries(
        {},
        optional={
            "role": st.sampled_from(["user", "assistant", "toolResult"]) | plain_values,
            "content": st.lists(block | plain_values, max_size=3) | plain_values,
            "stop_reason": st.sampled_from(["stop", "error", "aborted"]) | plain_values,
            "error_message": plain_values,
            "tool_call_id": ids | plain_values,
            "is_error": plain_values,
            "message": plain_values,
            "type": plain_values,
        },
    )
    return draw(st.lists(message | plain_values, max_size=5))
