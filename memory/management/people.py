"""Users named on the command line."""

from django.core.management.base import CommandError

from memory.models import Namespace, User


def namespace_of(name: str) -> Namespace:
    """Return the namespace of a user by name. Raises CommandError for an unknown one."""
    user = User.objects.filter(username=name).select_related("tenant").first()
    if user is None:
        raise CommandError(f"no such user: {name}")
    return Namespace.objects.for_user(user)
