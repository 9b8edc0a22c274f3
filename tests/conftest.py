"""Fixtures of the whole suite. The environment is set before Django reads its settings."""

from tests import environment

environment.prepare()

import importlib
import itertools
import os
from collections.abc import Iterator
from datetime import UTC, datetime

import django
import pytest

django.setup()

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection, connections
from django.utils import translation
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from memory.models import Tenant, User
from tests import browsers, watching
from tests.instance import Instance
from tests.model_server import ModelServer, running_model_server
from tests.services import Services, running_services
from tests.watching import wait_for

PURE_FOLDERS = {"domain", "extraction"}
# Each test gets ids of its own, so that nothing that an earlier one left in Chroma or in a
# process-wide cache can be taken for its rows (SQLite gives ids of a rolled back test again).
ID_TABLES = ("memory_namespace", "memory_memoryitem", "memory_episode", "memory_experience")
_first_ids = itertools.count(1000, 1000)


GIVING_WAY = 5  # how much nicer: about a third of the time of a process that does not give way
INSTANCES = {"live_instance", "model_instance"}
# Files whose tests share a running instance, which they change: one process runs them, as written.
SHARING = {
    "tests/browser/test_dashboard.py": "live",
    "tests/browser/test_pages.py": "live",
    "tests/browser/test_rules.py": "live",
    "tests/browser/test_story.py": "live",
    "tests/browser/test_chat.py": "model",
    "tests/faults/test_lost_processes.py": "model",
    "tests/faults/test_model.py": "model",
    "tests/config/test_up.py": "up",
}


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


class Scheduling(LoadScopeScheduling):
    """Sends files to whichever process is free; those that share an instance to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return SHARING.get(_file(nodeid), _file(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    config.option.loadscopereorder = False  # the order below is meant
    return Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whoever uses a browser; let those that drive an instance begin.

    They take longest and wait more than they compute, beside tests that compute.
    """
    groups = list(dict.fromkeys(SHARING.values()))
    for item in items:
        given = getattr(item, "callspec", None)  # a parameter may be called "page" too
        fixtures = set(getattr(item, "fixturenames", ())) - set(given.params if given else ())
        if fixtures & INSTANCES and _file(item.nodeid) not in SHARING:
            raise pytest.UsageError(f"{item.nodeid} drives an instance: add its file to SHARING")
        if {"browser", "page"} & fixtures:
            item.add_marker("browser")

    def turn_of(item: pytest.Item) -> tuple[int, str, int]:
        group = SHARING.get(_file(item.nodeid))
        if group is None:
            return len(groups), "", 0
        return groups.index(group), str(item.path), item.reportinfo()[1] or 0

    items.sort(key=turn_of)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Beside other processes, tests that only compute give way to those that drive an instance.

    These are the longest chain, and what they start should not wait for the rest of the suite.
    """
    is_beside = os.environ.get("PYTEST_XDIST_WORKER") is not None
    if is_beside and _file(item.nodeid) not in SHARING and os.nice(0) == 0:
        os.nice(GIVING_WAY)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("dist", "no") != "no" and not hasattr(config, "workerinput"):
        # A worker of xdist would read the settings at its start, before it has an environment
        # of its own: this process's, whose stores nobody runs.
        del os.environ["DJANGO_SETTINGS_MODULE"]
    settings.MEMORY["index"]["OPTIONS"]["shards"] = 2  # fewer to make and to search
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many browser tests ran, and why the others did not."""
    outcomes: dict[str, set[str]] = {"ran": set(), "skipped": set()}
    reasons = set()
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            if "browser" not in getattr(report, "keywords", {}):
                continue
            outcomes["skipped" if outcome == "skipped" else "ran"].add(report.nodeid)
            if outcome == "skipped" and isinstance(report.longrepr, tuple):
                reasons.add(report.longrepr[2].removeprefix("Skipped: "))
    if any(outcomes.values()):
        line = f"browser tests: {len(outcomes['ran'])} ran, {len(outcomes['skipped'])} skipped"
        terminalreporter.write_line("; ".join([line, *sorted(reasons)]))


def is_pure(item: pytest.Item) -> bool:
    """Say whether a test needs nothing but the code: no services, no database."""
    folders = set(item.path.parent.parts)
    return bool(folders & PURE_FOLDERS) or item.get_closest_marker("pure") is not None


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Put SQLite's test database in a file: threads then wait for each other, as in production."""
    database = connections.databases["default"]
    if "sqlite3" in database["ENGINE"]:
        database["TEST"]["NAME"] = str(environment.VAR_DIR / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The tables are made from the models; migrations run where an instance starts."""
    with django_db_blocker.unblock():
        _restore_shipped_rows()


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """A real Redis and Chroma, at the addresses that the settings name."""
    with running_services(environment.VAR_DIR, environment.CHROMA_PORT) as running:
        yield running


@pytest.fixture(autouse=True)
def _clean_stores(request: pytest.FixtureRequest, _django_db_marker: None) -> None:
    """Start the services where a test may need them; give it an empty Redis and ids of its own.

    A test that drives a running instance meets that one's stores instead.
    """
    if is_pure(request.node) or INSTANCES & set(request.fixturenames):
        return
    running: Services = request.getfixturevalue("services")
    running.redis.flushall()
    names = set(request.fixturenames)
    if request.node.get_closest_marker("django_db") or names & {"db", "transactional_db"}:
        if "transactional_db" not in names:
            request.getfixturevalue("db")
        _restore_shipped_rows()
        _move_ids(next(_first_ids))


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request leaves its language active in the thread; the next test begins with the default."""
    yield
    translation.deactivate()


def _restore_shipped_rows() -> None:
    """Put back what the migrations ship: a test with real transactions empties every table."""
    if not Group.objects.exists():
        importlib.import_module("memory.migrations.0002_groups_and_policies").make(apps, None)


def _move_ids(first: int) -> None:
    if connection.vendor != "sqlite":
        return  # a sequence of PostgreSQL never goes back
    with connection.cursor() as cursor:
        for table in ID_TABLES:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first]
            )


@pytest.fixture(scope="session")
def live_instance() -> Iterator[Instance]:
    """A running instance of its own: supervisor, stores, web server, worker, demo accounts."""
    instance = Instance()
    try:
        yield instance.start()
    finally:
        instance.close()


@pytest.fixture(scope="session")
def model_server() -> Iterator[ModelServer]:
    with running_model_server() as server:
        yield server


@pytest.fixture(scope="session")
def model_instance(model_server: ModelServer) -> Iterator[Instance]:
    """A second instance, which a scripted model answers, with a small window and little patience."""
    instance = Instance(
        OPENAI_API_KEY="key-of-the-test",
        OPENAI_BASE_URL=model_server.url,
        CHAT_MODEL="chat-model",
        SMALL_MODEL="small-model",
        MODEL_CONTEXT_TOKENS="4096",
        MODEL_TIMEOUT_SECONDS="3",
        TURNS_PER_MINUTE="200",
    )
    try:
        yield instance.start()
    finally:
        instance.close()


@pytest.fixture
def model(model_server: ModelServer, model_instance: Instance) -> ModelServer:
    """The model's server with empty scripts, once nobody waits for an answer of the last one."""
    wait_for(lambda: watching.is_absorbed(model_instance), what="an episode was not absorbed")
    model_server.clear()
    return model_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Headless Chromium; skipped with the reason where there is none.

    Once a file: until Playwright stops, its event loop lets no asynchronous test run in its thread.
    """
    with browsers.launch() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh window with its own cookies. An error in the page's scripts fails the test."""
    with browsers.fresh_page(browser) as fresh:
        yield fresh


@pytest.fixture
def frozen_now() -> datetime:
    """The moment at which time-dependent tests happen: a Wednesday at noon."""
    return datetime(2026, 3, 11, 12, 0, tzinfo=UTC)


@pytest.fixture
def tenant(db: None):
    return Tenant.objects.create(slug="acme", name="Acme")


@pytest.fixture
def other_tenant(db: None):
    return Tenant.objects.create(slug="acme-corp", name="Acme Corp")


@pytest.fixture
def owner(tenant):
    return _make_user("owner", tenant)


@pytest.fixture
def colleague(tenant):
    """Another user of the owner's tenant, without a role."""
    return _make_user("colleague", tenant)


@pytest.fixture
def operator(tenant):
    return _make_user("operator", tenant, role="operator")


@pytest.fixture
def admin(tenant):
    return _make_user("admin", tenant, role="admin")


@pytest.fixture
def stranger(other_tenant):
    """A user of another tenant, whose slug begins like the first one's."""
    return _make_user("stranger", other_tenant)


@pytest.fixture
def foreign_operator(other_tenant):
    """An operator of another tenant: may see nothing of the first one."""
    return _make_user("foreign_operator", other_tenant, role="operator")


def _make_user(name: str, tenant, role: str = ""):

    user = User.objects.create_user(
        username=name,
        email=f"{name}@example.org",
        password=environment.DEMO_PASSWORD,
        tenant=tenant,
    )
    if role:
        user.groups.add(Group.objects.get(name=role))
    return user
