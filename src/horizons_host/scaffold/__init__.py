"""The skeleton of a new variant, which can be played and tested at once."""

from __future__ import annotations

import keyword
import sys
from importlib import resources
from pathlib import Path
from string import Template

from horizons_core import variants
from horizons_core.errors import HorizonsError

#: Files of the new distribution by template; `{name}` is the variant's name.
_FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "init.py": "src/{name}/__init__.py",
    "model.py": "src/{name}/model.py",
    "economy.py": "src/{name}/economy.py",
    "orders.py": "src/{name}/orders.py",
    "turn.py": "src/{name}/turn.py",
    "bots.py": "src/{name}/bots.py",
    "rules.yaml": "src/{name}/rules.yaml",
    "test.py": "tests/test_{name}.py",
}


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write the distribution of a new variant, a folder called `name` in `folder`.

    Returns the files written, which are the whole distribution.

    Raises HorizonsError if the name is not suitable or a file exists; nothing is written then, and
    nothing is ever overwritten. Raises OSError with the file's name.
    """
    _check_name(name)
    files = {folder / name / place.format(name=name): part for part, place in _FILES.items()}
    existing = [path for path in files if path.exists()]
    if existing:
        raise HorizonsError(f"{existing[0]} already exists", "choose another name or folder")
    words = {
        "name": name,
        "title": name.replace("_", " ").strip().title(),
        "prefix": name.replace("_", "").upper(),
        "distribution": "horizons-" + name.strip("_").replace("_", "-"),
    }
    for path, part in files.items():
        _write(path, Template(_skeleton(part)).substitute(words))
    return list(files)


def _check_name(name: str) -> None:
    fit = name.isidentifier() and name.isascii() and name == name.lower() and name.strip("_")
    if not fit or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise HorizonsError(
            f"'{name}' cannot be a variant's name",
            "use small letters, digits and underscores, with a letter first: deep_space_9",
        )
    if name in sys.stdlib_module_names or name.startswith("horizons_") or name == "variants":
        raise HorizonsError(f"'{name}' is the name of another Python module", "choose another")
    if name in variants():
        raise HorizonsError(f"a variant '{name}' is installed already", "choose another name")


def _skeleton(part: str) -> str:
    file = resources.files("horizons_host.scaffold").joinpath("skeleton", f"{part}.template")
    return file.read_text("utf-8")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as problem:
        problem.filename = str(path)  # a full disk does not say which file it was
        raise
