"""What calls take and answer: `python -m tests.host.server.call_interface` writes it anew.

Of every call its parameters and status, and of everything that is sent in either direction the
fields, with what is meant where one is left out: programs are written against it. Look at what has
changed before it is committed, and say it in the changelog.
"""

from __future__ import annotations

import importlib
import pkgutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from horizons_host.server import api
from tests.host.server.browser import Site

FILE = Path(__file__).with_name("call_interface.txt")


def interface(site: Site) -> str:
    """All calls, a line each, and then all shapes with their fields."""
    return "\n".join([*_calls(site), "", *_shapes()]) + "\n"


def _calls(site: Site) -> Iterator[str]:
    described = site.app.openapi_schema.to_schema()
    for path, calls in sorted(described["paths"].items()):
        for method, call in sorted(calls.items()):
            asked = [_parameter(one) for one in call.get("parameters", ())]
            asked += [_body(one) for one in call.get("requestBody", {}).get("content", {}).values()]
            answers = [status for status in call["responses"] if status < "300"]
            yield " ".join([method.upper(), path, *asked, "->", *answers])


def _parameter(one: dict[str, Any]) -> str:
    kind = one["schema"].get("type", "")
    default = f"={one['schema']['default']!r}" if "default" in one["schema"] else ""
    return f"{one['in']}:{one['name']}:{kind}{default}{'' if one['required'] else '?'}"


def _body(content: dict[str, Any]) -> str:
    return "body:" + str(content["schema"].get("$ref", "")).rpartition("/")[2]


def _shapes() -> Iterator[str]:
    for module in pkgutil.iter_modules(api.__path__, f"{api.__name__}."):
        for name, found in sorted(vars(importlib.import_module(module.name)).items()):
            if attrs.has(found) and found.__module__ == module.name:
                yield f"{name}: {', '.join(_field(one) for one in attrs.fields(found))}"


def _field(one: attrs.Attribute[Any]) -> str:
    if one.default is attrs.NOTHING:
        return f"{one.name}: {one.type}"
    empty = isinstance(one.default, attrs.Factory)  # type: ignore[arg-type]
    return f"{one.name}: {one.type} = {'empty' if empty else repr(one.default)}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text(interface(Site(Path(folder) / "server")), "utf-8")
