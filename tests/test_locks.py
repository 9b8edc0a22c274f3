"""The lock files hold names, exact versions and hashes, nothing else, and cover pyproject."""

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock"]
NAME = r"[a-z0-9][a-z0-9._-]*"
REQUIREMENT = re.compile(rf"^{NAME}(\[[a-z,-]+\])?==[0-9][0-9A-Za-z.+!]*( ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")


def read(lock):
    return (ROOT / lock).read_text().splitlines()


def locked_names(lock):
    return {re.match(NAME, line).group() for line in read(lock) if not line.startswith(" ")}


def canonical(requirement):
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement).group()).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_an_exact_version_or_a_hash(lock):
    strange = [line for line in read(lock) if not (REQUIREMENT.match(line) or HASH.match(line))]
    assert strange == []


@pytest.mark.parametrize("lock", LOCKS)
def test_it_names_no_address(lock):
    assert re.findall(r"://|file:|@|--index|--find-links", "\n".join(read(lock))) == []


def test_locks_cover_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {canonical(each) for each in project["project"]["dependencies"]}
    assert wanted <= locked_names("requirements.lock")
    wanted |= {canonical(each) for each in project["dependency-groups"]["dev"]}
    assert wanted <= locked_names("requirements-dev.lock")


def test_tests_run_on_the_versions_that_users_get():
    def pins(lock):
        return {line.removesuffix(" \\") for line in read(lock) if not line.startswith(" ")}

    assert pins("requirements.lock") <= pins("requirements-dev.lock")
