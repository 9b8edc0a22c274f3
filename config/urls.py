"""Addresses: accounts by allauth, chat at the root, the dashboard below /dashboard/."""

from django.urls import include, path

from config.health import healthz
from config.metrics import metrics

handler500 = "config.errors.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("dashboard/", include("memory.dashboard.urls")),
    path("", include("chat.urls")),
]
