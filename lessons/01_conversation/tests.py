"""Lesson 01: what a conversation is."""

import lab

SYSTEM = "You answer in one short line."


def test_a_users_words_are_a_user_message(play):
    """What the user said is a message with the role user and the words as they are."""
    seen = play("a_users_words")
    assert seen["messages"] == [
        {"role": "user", "content": "Where is the bug?"},
        {"role": "user", "content": "In line 2,\nI think. "},
    ]


def test_the_words_of_a_reply_are_its_text_blocks_joined(play):
    """The words of a reply are its text blocks, in order, with nothing put between them."""
    told = play("the_words_of_replies")["told"]
    assert told["one block"] == "Hello."
    assert told["three blocks"] == "One, two,\n three."
    assert told["the same block twice"] == "haha"


def test_a_block_that_is_no_text_has_no_words(play):
    """A block that is no text has no words; a reply without text blocks has the words ""."""
    told = play("the_words_of_replies")["told"]
    del told["one block"], told["three blocks"], told["the same block twice"]
    assert told == {
        "words before a call": "I will look.",
        "words around a call": "Before.After.",
        "a call alone": "",
        "no block at all": "",
    }


def test_an_exchange_leaves_two_messages_on_the_record(play):
    """An exchange leaves two messages on the record: what the user said, then the reply."""
    seen = play("one_exchange")
    assert lab.shape(seen["record"]) == "U A"
    assert seen["record"] == [lab.user("What is two and two?"), lab.say("Four.")]


def test_the_record_is_the_callers_own_list(play):
    """The record is the list the caller handed over, empty or not: it is added to, at its end."""
    started = {
        "empty": lab.shape(play("one_exchange")["record"]),
        "holding one exchange": lab.shape(play("a_conversation_resumed")["record"]),
    }
    assert started == {"empty": "U A", "holding one exchange": "U A U A"}


def test_the_model_is_sent_the_record_with_the_prompt_on_it(play):
    """The model is sent the system prompt and the record, with the new prompt at its end."""
    seen = play("one_exchange")
    assert [request["messages"] for request in seen["requests"]] == [
        [lab.user("What is two and two?")]
    ]
    assert seen["requests"] == [
        {"system": SYSTEM, "messages": [lab.user("What is two and two?")], "tools": []}
    ]


def test_one_prompt_is_one_request(play):
    """One prompt is one request to the model and one reply."""
    seen = play("a_conversation")
    counts = {"prompts": 4, "requests": len(seen["requests"])}
    assert counts == {"prompts": 4, "requests": 4}
    assert lab.shape(seen["record"]) == "U A U A U A U A"


def test_all_that_was_said_is_sent_every_time(play):
    """Every request holds all that was said before it, in order, and who said it."""
    seen = play("a_conversation")
    said = [
        lab.user("Name a colour."),
        lab.say("Red."),
        lab.user("Another."),
        lab.say("Blue."),
        lab.user("Another."),
        lab.say("Green."),
        lab.user("Which were they?"),
        lab.say("Red, blue and green."),
    ]
    shapes = [lab.shape(request["messages"]) for request in seen["requests"]]
    assert shapes == ["U", "U A U", "U A U A U", "U A U A U A U"]
    assert seen["requests"][3]["messages"] == said[:7]
    assert seen["record"] == said


def test_the_system_prompt_goes_with_every_request(play):
    """The system prompt goes with every request, and never stands on the record."""
    seen = play("a_conversation")
    assert [request["system"] for request in seen["requests"]] == [SYSTEM] * 4
    assert [message["role"] for message in seen["record"]] == ["user", "assistant"] * 4


def test_what_was_said_is_paid_for_again(play):
    """What was said before is paid for again with every request, so each one costs more."""
    seen = play("a_conversation")
    assert seen["tokens"] == [26, 53, 80, 110]
    assert seen["bill"] == 269


def test_a_conversation_begun_elsewhere_goes_on(play):
    """A long conversation begun elsewhere is sent whole, and its messages are left as they are."""
    seen = play("a_long_conversation_resumed")
    before = []
    for number in range(1, 31):
        before += [lab.user(f"Question {number}."), lab.say(f"Answer {number}.")]
    asked = [*before, lab.user("Which question was that?")]
    counts = {"messages sent": len(seen["sent"]), "on the record": len(seen["conversation"])}
    assert counts == {"messages sent": 61, "on the record": 62}
    assert seen["sent"] == asked
    assert seen["conversation"] == [*asked, lab.say("It was the first.")]


def test_a_reply_is_recorded_as_it_came(play):
    """A reply goes on the record as it came, with all its blocks and how it stopped."""
    recorded = play("replies_of_every_kind")["recorded"]
    assert recorded["two blocks"] == [lab.reply(lab.text("One."), lab.text("Two."))]
    assert recorded["nothing in it"] == [lab.reply()]
    assert recorded["failed half way"] == [lab.fail("529: overloaded", partial="I was about")]


def test_words_are_kept_to_the_character(play):
    """Words are kept to the character: blanks, line breaks and every alphabet."""
    seen = play("unusual_words")
    words = "  \u03b1\u03b2\u03b3\r\n\t\u4f60\u597d \U0001f600\u2028 \n\n"
    assert seen["record"] == [lab.user(words), lab.say(f"\n{words}")]
    assert seen["requests"][0]["messages"] == [lab.user(words)]
    assert seen["text_of"] == f"\n{words}"


def test_two_lists_are_two_conversations(play):
    """Two lists are two conversations: nothing said in one is heard in the other."""
    seen = play("two_conversations")
    left = [lab.user("Question one. (left)"), lab.say("Answer 1.")]
    left += [lab.user("Question two. (left)"), lab.say("Answer 3.")]
    right = [lab.user("Question one. (right)"), lab.say("Answer 2.")]
    right += [lab.user("Question two. (right)"), lab.say("Answer 4.")]
    shapes = [lab.shape(request["messages"]) for request in seen["requests"]]
    assert shapes == ["U", "U", "U A U", "U A U"]
    assert seen["requests"][2]["messages"] == left[:3]
    assert seen["left"] == left
    assert seen["right"] == right


def test_an_error_of_the_models_own_goes_up(play):
    """An error in the model's own code goes up to the caller: no reply is made up for it."""
    seen = play("a_model_that_breaks")
    came = {"raised": seen["raised"], "replies on the record": seen["replies"]}
    assert came == {
        "raised": "ZeroDivisionError: the adapter divided by zero",
        "replies on the record": [],
    }
