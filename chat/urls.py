"""Addresses of the chat pages."""

from django.urls import URLPattern

app_name = "chat"
urlpatterns: list[URLPattern] = []
