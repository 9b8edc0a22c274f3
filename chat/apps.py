"""The chat app: connects memory's announcements to the open pages."""

from importlib import import_module

from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Models are loaded only now.
        from chat.events import tell_tabs  # noqa: PLC0415
        from memory.api import memory_changed  # noqa: PLC0415

        memory_changed.connect(tell_tabs, dispatch_uid="chat.tell_tabs")
        import_module("chat.erasure")  # connects its receivers
