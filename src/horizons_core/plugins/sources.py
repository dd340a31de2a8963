"""Rules that are not installed, loaded from a path and addressed across processes."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import Any

from horizons_core.data_text import DataError, read_file, read_toml
from horizons_core.errors import PluginError
from horizons_core.plugins.data_mods import DataMod, load_data_mod, read_data_mod
from horizons_core.plugins.implementations import as_plugin_error
from horizons_core.plugins.variant import Variant

_GROUP = "horizons.variants"
_MAIN = sys.modules.get("__main__")


def variant_from(path: Path | str, mods: Iterable[Path | str] = ()) -> Variant:
    """Load a variant from a file or a folder, with house rules from files, in order.

    Nothing is installed. A folder is a package, or a project whose `pyproject.toml` names the
    variant's entry point. A mod's file ends in `.py` or `.toml`. Raises PluginError, with file and
    line, for mistakes.
    """
    return Variant(rules_from(Path(path)), [rules_from(Path(mod)) for mod in mods])


def rules_from(path: Path) -> ModuleType | DataMod:
    """Load rules from a Python file, a TOML file, a package or a project; raises PluginError."""
    path = path.resolve()
    if path.suffix == ".toml" and path.name != "pyproject.toml":
        return load_data_mod(path)
    if path.is_dir():
        return _from_folder(path)
    if path.suffix != ".py" or not path.is_file():
        reason = "is not a Python file" if path.is_file() else "does not exist"
        raise PluginError(f"{path} {reason}", "name a Python file, a mod's TOML file or a folder")
    return _from_file(path)


def _from_folder(folder: Path) -> ModuleType:
    if (folder / "pyproject.toml").is_file():
        return _from_project(folder)
    if (folder / "__init__.py").is_file():
        return _from_file(folder / "__init__.py")
    raise PluginError(
        f"{folder} has neither an __init__.py nor a pyproject.toml",
        "name the file or the package of a variant",
    )


def _from_project(folder: Path) -> ModuleType:
    file = folder / "pyproject.toml"
    try:
        data = read_toml(read_file(file))
        points = data["project"]["entry-points"][_GROUP]
    except (OSError, DataError) as problem:
        raise PluginError(f"{file} cannot be read: {problem}") from problem
    except (KeyError, TypeError):
        points = {}
    if not isinstance(points, dict) or len(points) != 1:
        raise PluginError(
            f"{file} names {len(points) or 'no'} variants",
            f'a table [project.entry-points."{_GROUP}"] names one',
        )
    name = str(next(iter(points.values())))
    home = folder / "src" if (folder / "src").is_dir() else folder
    if str(home) not in sys.path:
        sys.path.insert(0, str(home))
    with as_plugin_error(f"the module '{name}', which {file} names, cannot be imported"):
        return import_module(name)


def _from_file(file: Path) -> ModuleType:
    """Import a file under its own name, or under another if that name is taken."""
    name = file.parent.name if file.name == "__init__.py" else file.stem
    loaded = sys.modules.get(name)
    if loaded is not None and getattr(loaded, "__file__", None) == str(file):
        return loaded
    if loaded is not None or not name.isidentifier() or _is_taken(name, file):
        name = f"rules_{hashlib.blake2b(str(file).encode(), digest_size=6).hexdigest()}"
        if name in sys.modules:
            return sys.modules[name]
    search_locations = [str(file.parent)] if file.name == "__init__.py" else None
    spec = util.spec_from_file_location(name, file, submodule_search_locations=search_locations)
    if spec is None or spec.loader is None:
        raise PluginError(f"{file} cannot be imported", "its name ends in .py")
    module = util.module_from_spec(spec)
    sys.modules[name] = module  # its classes resolve their type hints there
    try:
        with as_plugin_error("it cannot be imported"):
            spec.loader.exec_module(module)
    except PluginError:
        del sys.modules[name]
        raise
    return module


def _is_taken(name: str, file: Path) -> bool:
    """Return whether another module has this name."""
    spec = util.find_spec(name)
    return spec is not None and spec.origin != str(file)


def addresses(sources: Sequence[Any]) -> list[dict[str, str]]:
    """Return addresses of a variant's and its mods' rules for another process, as plain data.

    Raises PluginError for rules that are in no module: a class in a function, a bare object.
    """
    return [_address(source) for source in sources]


def variant_at(addresses: Sequence[Mapping[str, str]]) -> Variant:
    """Return the variant at such addresses: the first is the variant's, the others are of mods."""
    variant, *mods = [source_at(address) for address in addresses]
    return Variant(variant, mods)


def _address(source: Any) -> dict[str, str]:
    if isinstance(source, DataMod):
        return {"data": source.text}
    if isinstance(source, Mapping):
        source = sys.modules.get(str(source.get("__name__")), source)
    if isinstance(source, ModuleType) and (hasattr(source, "__file__") or source is not _MAIN):
        return {"module": source.__name__, "file": getattr(source, "__file__", None) or ""}
    name = getattr(source, "__qualname__", "")
    module = sys.modules.get(getattr(source, "__module__", ""))
    if module is None or not name.isidentifier() or getattr(module, name, None) is not source:
        raise PluginError(
            f"the rules {source!r} are not in a module that another process can import",
            "put them at the top level of a file",
        )
    return {**_address(module), "name": name}


def source_at(address: Mapping[str, str]) -> Any:
    """Return the rules at one such address."""
    if "data" in address:
        return read_data_mod(address["data"], "a mod")
    file = address["file"]
    try:
        module = import_module(address["module"])
        same = not file or getattr(module, "__file__", "") == file
    except ImportError:
        same = False
    if not same:
        module = _from_file(Path(file))
    return getattr(module, address["name"]) if "name" in address else module
