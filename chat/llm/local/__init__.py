from chat.llm.local.model import LocalModel

__all__ = ["LocalModel"]
