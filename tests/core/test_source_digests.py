"""Digests of the code that a game is played with."""

from types import ModuleType

import pytest

from horizons_core.plugins import versions
from horizons_core.plugins.versions import source_digest


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Create a package of two modules, the only one that counts."""
    module = ModuleType("raids")
    module.__file__ = str(tmp_path / "__init__.py")
    for name in ("__init__.py", "rules.py"):
        (tmp_path / name).write_text("LEAST = 3\n", "utf-8")
    monkeypatch.setitem(versions.sys.modules, "raids", module)
    return module, tmp_path


def digest(module):
    versions._digest.cache_clear()
    return source_digest([module])


def test_a_changed_rule_changes_the_digest_and_a_bot_does_not(package):
    module, folder = package
    before = digest(module)
    (folder / "bots").mkdir()
    (folder / "bots" / "greedy.py").write_text("", "utf-8")
    assert digest(module) == before
    (folder / "rules.py").write_text("LEAST = 4\n", "utf-8")
    assert digest(module) != before


def test_line_ends_and_the_folder_do_not_count(package):
    module, folder = package
    before = digest(module)
    (folder / "rules.py").write_bytes(b"LEAST = 3\r\n")
    assert digest(module) == before


def test_a_class_counts_as_its_module():
    class Rules:
        pass

    assert source_digest([Rules]) == source_digest([Rules()])
