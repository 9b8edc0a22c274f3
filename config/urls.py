"""Addresses: accounts by allauth, chat at the root, the dashboard below /dashboard/."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("dashboard/", include("memory.dashboard.urls")),
    path("", include("chat.urls")),
]
