"""HTTP goes to Django; websockets pass the origin check and session authentication first."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Before consumers are imported: it loads the app registry.
http_application = get_asgi_application()

from chat.routing import websocket_urlpatterns  # noqa: E402
from memory.api import warm_up_in_background  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
warm_up_in_background()
