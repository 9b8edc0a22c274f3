"""The one question that a conflict of memory puts to the user, at the end of a reply."""

from chat.domain.types import TurnRequest
from memory import api
from memory.models import User


def take_question(request: TurnRequest) -> str:
    """Return the question that this turn puts, "" for none; it is not put again.

    The next message of the conversation answers it, in words or by the button under the reply.
    """
    if request.is_temporary or request.is_repeat:
        return ""
    namespace = api.namespace_for(User.objects.get(pk=request.user_id))
    conflict = api.next_question(namespace=namespace)
    if conflict is None:
        return ""
    is_ours = api.mark_asked(
        namespace=namespace, conflict_id=conflict.pk, turn_id=request.turn_id, now=request.now
    )
    return conflict.question if is_ours else ""
