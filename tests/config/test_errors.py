"""A page that fails, is not there or is not permitted says what happened, what was kept, what to do."""

import logging

import pytest
from django.test import Client
from django.urls import path

from config import errors
from config.urls import urlpatterns as real

pytestmark = pytest.mark.django_db


def failing(request):
    raise LookupError("a table is away")


urlpatterns = [*real, path("fails/", failing)]
handler500 = errors.server_error


@pytest.fixture
def client_of():
    def sign_in(person=None, **options):
        client = Client(**options)
        if person is not None:
            client.force_login(person)
        return client

    return sign_in


@pytest.mark.parametrize(
    ("language", "words"), [("en", "nothing at this"), ("zh-hans", "没有内容")]
)
def test_an_address_without_a_page_says_so_and_leads_on(client_of, operator, language, words):
    client = client_of(operator, headers={"Accept-Language": language})
    answer = client.get("/nothing/here/")
    page = answer.content.decode()
    assert answer.status_code == 404
    assert words in page
    assert 'href="/dashboard/"' in page
    assert "/nothing/here/" in page


def test_a_page_of_operators_tells_others_whom_to_ask(client_of, owner):
    answer = client_of(owner).get("/dashboard/")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "signed in as owner of" in page
    assert 'href="/dashboard/"' not in page


def test_a_form_that_was_opened_before_signing_in_is_to_be_sent_again(client_of, owner):
    answer = client_of(owner, enforce_csrf_checks=True).post("/settings/", {"learns": "on"})
    assert answer.status_code == 403
    assert "load the page again" in answer.content.decode()


@pytest.mark.urls("tests.config.test_errors")
@pytest.mark.parametrize(("language", "words"), [("en", "this number"), ("zh-hans", "这个编号")])
def test_a_failure_has_a_number_that_the_log_has_too(client_of, owner, caplog, language, words):
    client = client_of(owner, raise_request_exception=False, headers={"Accept-Language": language})
    with caplog.at_level(logging.ERROR, logger="config.errors"):
        answer = client.get("/fails/")
    number = answer[errors.NUMBER_HEADER]
    assert answer.status_code == 500
    assert number in answer.content.decode()
    assert words in answer.content.decode()
    assert f"error {number}: GET /fails/" in caplog.text
    assert "a table is away" not in answer.content.decode()


def test_a_part_of_a_page_is_refused_instead_of_being_the_sign_in_page(client_of):
    client = client_of(headers={"HX-Request": "true"})
    assert client.get("/memory/").status_code == 401
    assert client.post("/dashboard/undo/").status_code == 401
    assert client_of().get("/memory/").status_code == 302
