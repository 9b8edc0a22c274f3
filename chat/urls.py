"""Addresses of the chat pages."""

from django.urls import path

from chat.views import account, conversations, mymemory, tasks, turns

app_name = "chat"
urlpatterns = [
    path("", conversations.home, name="home"),
    path("c/", conversations.conversations, name="conversations"),
    path("c/<int:pk>/", conversations.conversation, name="conversation"),
    path("c/<int:pk>/turns/", conversations.turns, name="turns"),
    path("c/<int:pk>/rename/", conversations.rename, name="rename"),
    path("c/<int:pk>/pin/", conversations.pin, name="pin"),
    path("c/<int:pk>/delete/", conversations.delete, name="delete"),
    path("c/<int:pk>/draft/", conversations.draft, name="draft"),
    path("c/<int:pk>/tasks/", tasks.tasks, name="tasks"),
    path(
        "c/<int:pk>/export.<str:form>",
        conversations.export_conversation,
        name="export_conversation",
    ),
    path("m/<int:pk>/", turns.show_message, name="show_message"),
    path("m/<int:pk>/edit/", turns.edit_message, name="edit_message"),
    path("m/<int:pk>/delete/", turns.delete_message, name="delete_message"),
    path("t/<int:pk>/", turns.turn, name="turn"),
    path("t/<int:pk>/feedback/", turns.feedback, name="feedback"),
    path("t/<int:pk>/notes/", turns.notes, name="notes"),
    path("t/<int:pk>/notes/<int:item_id>/undo/", turns.undo_note, name="undo_note"),
    path("t/<int:pk>/memories/<int:candidate_id>/", turns.used_memory, name="used_memory"),
    path("conflicts/<int:pk>/", turns.settle_conflict, name="settle_conflict"),
    path("memory/", mymemory.memory, name="memory"),
    path("memory/erase/", mymemory.erase, name="erase"),
    path("memory/export.<str:form>", mymemory.export, name="export"),
    path("memory/<int:pk>/", mymemory.edit_item, name="item"),
    path("memory/<int:pk>/pin/", mymemory.pin_item, name="pin_item"),
    path("memory/<int:pk>/forget/", mymemory.forget_item, name="forget_item"),
    path("memory/<int:pk>/restore/", mymemory.restore_item, name="restore_item"),
    path("memory/<int:pk>/history/", mymemory.item_history, name="item_history"),
    path("settings/", account.settings, name="settings"),
    path("help/", account.help_page, name="help"),
]
