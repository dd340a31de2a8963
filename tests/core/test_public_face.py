"""The public interface of the core is named, described and covers all imports by other packages."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType

import attrs
import pytest

import horizons_core

ROOT = Path(__file__).parents[2]
CORE = ROOT / "src" / "horizons_core"
REFERENCE = ROOT / "docs" / "reference"

#: Every file and folder of the core is a public module.
ROOMS = sorted(
    path.stem
    for path in CORE.iterdir()
    if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").exists()
)
KERNELS = sorted(
    f"kernels.{path.stem}" for path in (CORE / "kernels").glob("*.py") if path.stem != "__init__"
)
#: The public modules with names of their own; `kernels` only contains other modules.
PUBLIC = [f"horizons_core.{name}" for name in [*ROOMS, *KERNELS] if name != "kernels"]

on_every_module = pytest.mark.parametrize("name", PUBLIC)


def public(name: str) -> dict[str, object]:
    """Return the public names of a module with their values."""
    module = importlib.import_module(name)
    return {export: getattr(module, export) for export in module.__all__}


def is_described_by_itself(value: object) -> bool:
    """Return whether an object has its own docstring: a class or (even compiled) function."""
    return inspect.isclass(value) or inspect.isroutine(value) or hasattr(value, "__wrapped__")


# names


@on_every_module
def test_a_public_module_gives_what_it_names_and_nothing_else(name):
    module = importlib.import_module(name)
    assert len(module.__all__) == len(set(module.__all__))
    assert not [export for export in module.__all__ if export.startswith("_")]
    assert set(module.__all__) >= exports_of(module)
    assert public(name)


def exports_of(module: ModuleType) -> set[str]:
    """Return the names that a module defines or, if it is a package, imports for others."""
    tree = ast.parse(inspect.getsource(module))
    room = Path(module.__file__ or "").stem == "__init__"
    names = set()
    typed = [node.body for node in tree.body if isinstance(node, ast.If)]  # imported when asked for
    for node in chain(tree.body, *typed):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif room and isinstance(node, ast.ImportFrom) and node.module.startswith("horizons_core"):
            names |= {alias.asname or alias.name for alias in node.names}
    return {export for export in names if not export.startswith("_")}


def test_what_the_core_itself_gives_comes_from_its_rooms():
    exports = [value for name in PUBLIC for value in public(name).values()]
    strays = [
        name
        for name in horizons_core.__all__
        if not any(getattr(horizons_core, name) is value for value in exports)
    ]
    assert strays == []


# descriptions


def descriptions(path: Path) -> dict[str, str]:
    """Map constants and fields of a file to the comments (`#:`) or docstrings that describe them.

    Fields have the name of their class as a prefix: "Turn.orders".
    """
    text = path.read_text("utf-8")
    lines, described = text.splitlines(), {}
    tree = ast.parse(text)
    bodies = [("", tree.body)]
    bodies += [(f"{n.name}.", n.body) for n in tree.body if isinstance(n, ast.ClassDef)]
    for prefix, body in bodies:
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                above, behind = lines[node.lineno - 2], lines[node.end_lineno - 1]
                has_comment = above.lstrip().startswith("#:") or "  #: " in behind
                text_after = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                if has_comment or text_after:
                    described |= {prefix + ast.unparse(target): above for target in targets}
    return described


@functools.cache
def described_in(room: str) -> set[str]:
    """Return the constants and fields described in any file of a public module."""
    home = CORE.joinpath(*room.split(".")[1:])
    files = [home.with_suffix(".py")] if home.with_suffix(".py").exists() else home.rglob("*.py")
    return {name for file in files for name in descriptions(file)}


@on_every_module
def test_every_public_name_is_described(name):
    assert inspect.getdoc(importlib.import_module(name))
    silent = [
        export
        for export, value in public(name).items()
        if not (vars_doc(value) if is_described_by_itself(value) else export in described_in(name))
    ]
    assert silent == []


def vars_doc(value: object) -> str | None:
    """Return an object's own docstring, not an inherited one."""
    return vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__


@on_every_module
def test_every_public_method_is_described(name):
    classes = [value for value in public(name).values() if inspect.isclass(value)]
    silent = [
        f"{cls.__name__}.{method}"
        for cls in classes
        for method, member in vars(cls).items()
        if not method.startswith(("_", "horizons_"))  # hooks are described in hooks.py
        and is_method(member)
        and not inspect.getdoc(getattr(cls, method))
    ]
    assert silent == []


def is_method(member: object) -> bool:
    kinds = (property, functools.cached_property, classmethod, staticmethod)
    return inspect.isfunction(member) or isinstance(member, kinds)


@on_every_module
def test_every_public_field_is_explained(name):
    """Explained in the docstring of its class, as code or under `Attributes`, or in a comment."""
    silent = [
        f"{export}.{field.name}"
        for export, value in public(name).items()
        if inspect.isclass(value) and attrs.has(value)
        for field in attrs.fields(value)
        if not (field.inherited or field.name.startswith("_") or not field.init)
        and not re.search(rf"`{field.name}\b|^ +{field.name}: ", value.__doc__ or "", re.MULTILINE)
        and f"{export}.{field.name}" not in described_in(name)
    ]
    assert silent == []


# the reference


def is_a_package(name: str) -> bool:
    return ROOT.joinpath("src", *name.split("."), "__init__.py").exists()


def directives(page: Path) -> list[tuple[str, str]]:
    return re.findall(r"^\.\. auto(\w+):: (\S+)", page.read_text("utf-8"), re.MULTILINE)


def test_the_reference_has_a_page_for_every_room_and_no_other():
    assert sorted(page.stem for page in REFERENCE.glob("*.md")) == ROOMS


def test_the_reference_describes_every_public_module_whole():
    pages = [page.read_text("utf-8") for page in REFERENCE.glob("*.md")]
    modules = re.findall(r"^\.\. automodule:: (\S+)\n   :members:$", "".join(pages), re.MULTILINE)
    assert sorted(modules) == sorted(PUBLIC)


@pytest.mark.parametrize("name", [name for name in PUBLIC if is_a_package(name)])
def test_the_reference_names_the_constants_that_a_room_hands_on(name):
    """Sphinx finds constants only where they are defined."""
    page = REFERENCE / f"{name.split('.')[1]}.md"
    named = [target for kind, target in directives(page) if kind == "data"]
    data = [export for export, value in public(name).items() if not is_described_by_itself(value)]
    assert sorted(named) == sorted(f"{name}.{export}" for export in data)


def test_the_reference_lists_what_the_core_itself_gives():
    page = REFERENCE.with_suffix(".md").read_text("utf-8")
    listed = re.findall(r"^\| \{py:obj\}`(\w+) <([\w.]+)>` \| `([\w.]+)` \|$", page, re.MULTILINE)
    assert sorted(name for name, _, _ in listed) == sorted(horizons_core.__all__)
    for name, target, room in listed:
        assert target == f"{room}.{name}"
        assert public(room)[name] is getattr(horizons_core, name)


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/**/*.md")), ids=lambda page: page.stem)
def test_what_a_page_names_of_the_core_is_there(page):
    named = set(re.findall(r"`~?(horizons_core(?:\.\w+)+)", page.read_text("utf-8")))
    assert [name for name in sorted(named) if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Return whether a dotted name is a module or an attribute of one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            target = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(target, part):
                return False
            target = getattr(target, part)
        return True
    return False


# what others import

OTHERS = [
    *(ROOT / "src" / "variants").rglob("*.py"),
    *(ROOT / "examples").rglob("*.py"),
    *(ROOT / "src" / "horizons_host" / "scaffold" / "skeleton").glob("*.py.template"),
]

#: Private imports of Far Horizons. The list may only become shorter.
EXCEPTIONS: dict[str, set[str]] = {}


@functools.cache
def imports_of(path: Path) -> frozenset[str]:
    """Return the full names that a file imports from the core, or uses as `hz.NAME`."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8").replace("$name", "name").replace("$prefix", "prefix"))
    names: dict[str, list[str]] = {}
    attributes = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            attributes.append(node)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("horizons_core"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "horizons_core":
                    names[alias.asname or alias.name] = [alias.name]
                elif alias.name.startswith("horizons_core."):
                    yield f"{alias.name}.*"
    for node in attributes:
        if isinstance(node.value, ast.Name):
            yield from (f"{core}.{node.attr}" for core in names.get(node.value.id, ()))


def is_public(name: str) -> bool:
    room, _, attribute = name.rpartition(".")
    if room == "horizons_core":
        return attribute in horizons_core.__all__ or attribute in ROOMS
    return room in PUBLIC and attribute in public(room)


def test_others_import_the_public_face_and_nothing_else():
    inside: dict[str, set[str]] = {}
    for path in OTHERS:
        for name in imports_of(path):
            if not is_public(name):
                inside.setdefault(str(path.relative_to(ROOT)), set()).add(name)
    assert inside == EXCEPTIONS


def test_the_search_for_imports_finds_those_of_each_kind():
    names = {name for path in OTHERS for name in imports_of(path)}
    assert {
        "horizons_core.Option",
        "horizons_core.orders.integer",
        "horizons_core.kernels.jit.kernel",
    } <= names
    assert not is_public("horizons_core.orders.lines.Line")
    assert not is_public("horizons_core.turn.secrets")
