"""The window: invariants for any conversation, and the cases that people meet."""

from hypothesis import given
from hypothesis import strategies as st

from chat.domain.types import ToolCall, WindowMessage
from chat.domain.window import choose_window, summary_due, units, window_width


def message(
    number: int, role: str = "user", tokens: int = 10, calls=(), answers: str = ""
) -> WindowMessage:
    return WindowMessage(
        message_id=number,
        role=role,
        content="x",
        tokens=tokens,
        tool_calls=tuple(ToolCall(call_id=call, name="search_memory") for call in calls),
        tool_call_id=answers,
    )


@st.composite
def conversations(draw) -> list[WindowMessage]:
    """Turns of a question, up to two rounds of tool calls, and an answer."""
    messages: list[WindowMessage] = []

    def add(role, calls=(), answers=""):
        tokens = draw(st.integers(1, 400))
        messages.append(message(len(messages) + 1, role, tokens, calls, answers))

    for turn in range(draw(st.integers(0, 12))):
        add("user")
        for round_ in range(draw(st.integers(0, 2))):
            calls = [f"{turn}-{round_}-{n}" for n in range(draw(st.integers(1, 3)))]
            add("assistant", calls)
            for call in calls:
                add("tool", answers=call)
        if draw(st.booleans()):
            add("assistant")
    return messages


@given(
    messages=conversations(),
    covered=st.integers(0, 60),
    width=st.integers(1, 40),
    budget=st.integers(0, 3000),
)
def test_a_window_keeps_every_rule(messages, covered, width, budget):
    choice = choose_window(messages, covered_up_to=covered, width=width, budget=budget)
    assert choice.tokens <= budget
    # It is the end of the conversation.
    assert list(choice.kept) == messages[len(messages) - len(choice.kept) :]
    # A call and its results are never parted.
    calls = {call.call_id for m in choice.kept for call in m.tool_calls}
    assert calls == {m.tool_call_id for m in choice.kept if m.role == "tool"}
    # What is outside is covered by the summary, or handed back to be summarised.
    outside = messages[: len(messages) - len(choice.kept)]
    assert list(choice.uncovered) == [m for m in outside if m.message_id > covered]
    # Wider than asked only for what nothing covers.
    assert len(choice.kept) <= width or units(choice.kept)[0][-1].message_id > covered


@given(messages=conversations(), width=st.integers(1, 40), budget=st.integers(0, 3000))
def test_after_summarising_what_was_handed_back_nothing_is_uncovered(messages, width, budget):
    first = choose_window(messages, covered_up_to=0, width=width, budget=budget)
    if not first.uncovered:
        return
    covered = first.uncovered[-1].message_id
    second = choose_window(messages, covered_up_to=covered, width=width, budget=budget)
    assert second.uncovered == ()


@given(
    messages=conversations(),
    covered=st.integers(0, 60),
    base=st.integers(2, 20),
    budget=st.integers(100, 3000),
)
def test_a_due_summary_moves_forward_and_leaves_something(messages, covered, base, budget):
    up_to = summary_due(messages, covered_up_to=covered, base=base, budget=budget)
    open_messages = [m for m in messages if m.message_id > covered]
    if up_to is None:
        assert len(open_messages) <= base
        assert sum(m.tokens for m in open_messages) <= budget * 0.7
    else:
        assert up_to > covered
        assert up_to in {m.message_id for m in messages}
        # It ends between units.
        assert up_to in {unit[-1].message_id for unit in units(messages)}


def test_uncovered_messages_stay_beyond_the_width():
    messages = [message(n) for n in range(1, 31)]
    choice = choose_window(messages, covered_up_to=5, width=20, budget=10_000)
    assert [m.message_id for m in choice.kept] == list(range(6, 31))
    assert choice.uncovered == ()


def test_covered_messages_beyond_the_width_leave():
    messages = [message(n) for n in range(1, 31)]
    choice = choose_window(messages, covered_up_to=20, width=20, budget=10_000)
    assert [m.message_id for m in choice.kept] == list(range(11, 31))


def test_a_change_of_topic_doubles_the_width():
    assert window_width(20, similarity=0.29) == 40
    assert window_width(20, similarity=0.3) == 20
    assert window_width(20, similarity=None) == 20


def test_a_call_whose_result_was_lost_is_never_sent():
    messages = [
        message(1),
        message(2, "assistant", calls=["a", "b"]),
        message(3, "tool", answers="a"),
        message(4),
    ]
    assert [[m.message_id for m in unit] for unit in units(messages)] == [[1], [4]]


def test_a_summary_is_due_after_the_base_width():
    messages = [message(n) for n in range(1, 22)]
    assert summary_due(messages[:20], covered_up_to=0, base=20, budget=10_000) is None
    assert summary_due(messages, covered_up_to=0, base=20, budget=10_000) == 11


def test_a_summary_is_due_when_the_budget_is_nearly_full():
    messages = [message(n, tokens=100) for n in range(1, 9)]
    assert summary_due(messages, covered_up_to=0, base=20, budget=1000) == 5
