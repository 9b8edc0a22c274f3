"""The writes of chat. Each is atomic, keyword-only and starts from the acting user's own rows."""

from chat.actions.conversations import (
    delete_conversation,
    delete_message,
    edit_message,
    rename_conversation,
    set_feedback,
)
from chat.actions.recording import record_abandoned
from chat.actions.turns import (
    COMMAND,
    HEARTBEAT_SECONDS,
    LOST_AFTER,
    Refused,
    StartedTurn,
    cancel_turn,
    fail_turn,
    figures,
    finish_turn,
    keep_alive,
    recover_lost_turns,
    retry_turn,
    start_turn,
    turns_of,
)

__all__ = [
    "COMMAND",
    "HEARTBEAT_SECONDS",
    "LOST_AFTER",
    "Refused",
    "StartedTurn",
    "cancel_turn",
    "delete_conversation",
    "delete_message",
    "edit_message",
    "fail_turn",
    "figures",
    "finish_turn",
    "keep_alive",
    "record_abandoned",
    "recover_lost_turns",
    "rename_conversation",
    "retry_turn",
    "set_feedback",
    "start_turn",
    "turns_of",
]
