"""The documents keep up with the code: every setting, command, task and frame is described."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
OPERATIONS = (DOCS / "operations.md").read_text()
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")])


def tree(path):
    return ast.parse((ROOT / path).read_text())


def settings_read_from_the_environment():
    names = {
        node.args[0].value
        for node in ast.walk(tree("config/settings.py"))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value.isupper()
    }
    assert len(names) > 25
    return sorted(names)


def commands():
    found = [
        path.stem
        for app in ("config", "chat", "memory")
        for path in (ROOT / app / "management" / "commands").glob("[a-z]*.py")
    ]
    assert "up" in found
    return sorted(found)


def tasks():
    found = []
    for app in ("chat", "memory"):
        path = ROOT / app / "tasks.py"
        if not path.exists():
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and any(
                "task" in ast.unparse(decorator) for decorator in node.decorator_list
            ):
                found.append(f"{app}.tasks.{node.name}")
    return sorted(found)


def frames():
    """Return the types of all frames: those that are parsed and those that are sent."""
    found = set()
    for node in ast.walk(tree("chat/frames.py")):
        if isinstance(node, ast.Dict):
            found |= {
                key.value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and isinstance(value, ast.Lambda | ast.Name)
                if isinstance(value, ast.Lambda) or value.id[0].isupper()
            }
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "_frame":
            found.add(node.args[0].value)
    assert {"message", "stop", "ack", "turn.finished"} <= found
    return sorted(found)


@pytest.mark.parametrize("name", settings_read_from_the_environment())
def test_every_setting_is_in_operations(name):
    assert f"`{name}`" in OPERATIONS


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_operations(name):
    assert re.search(rf"^\| `{name}[ `]", OPERATIONS, re.MULTILINE)


def test_every_task_is_in_operations():
    assert [name for name in tasks() if f"`{name}`" not in OPERATIONS] == []


@pytest.mark.parametrize("name", frames())
def test_every_frame_is_in_the_protocol(name):
    assert f"`{name}`" in (DOCS / "protocol.md").read_text()


def test_every_target_of_make_is_in_the_readme():
    targets = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0]
    readme = (ROOT / "README.md").read_text()
    hidden = {"help", "install", "clean"}
    assert [t for t in targets.split() if t not in hidden and f"`make {t}`" not in readme] == []


def test_decisions_are_numbered_without_gaps_and_say_their_status():
    pages = sorted((DOCS / "adr").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{n:04d}" for n in range(1, len(pages) + 1)]
    for page in pages:
        title, text = page.read_text().split("\n", 1)
        assert title.startswith(f"# {int(page.name[:4])}. "), page.name
        assert re.search(r"(^|· )Status: (accepted|superseded by \[\d+\])", text, re.MULTILINE)


def test_howtos_begin_with_the_files_to_touch():
    for page in (DOCS / "howto").glob("*.md"):
        first = re.search(r"^## (.*)$", page.read_text(), re.MULTILINE)
        assert first.group(1) == "Files you will touch", page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(page):
    text = page.read_text()
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_the_version_is_in_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()
    assert f'"RELEASE", default="{project["version"]}"' in (ROOT / "config/settings.py").read_text()
