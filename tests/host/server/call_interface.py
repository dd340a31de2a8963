"""Snapshot of the API: `python -m tests.host.server.call_interface` writes it.

For every call its parameters and status, and for every object in either direction its fields with
their defaults, because programs depend on them. Review every change before you commit it, and
mention it in the changelog.
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
    """Return all calls, one per line, and then all shapes with their fields."""
    return "\n".join([*_calls(site), "", *_shapes()]) + "\n"


def _calls(site: Site) -> Iterator[str]:
    described = site.app.openapi_schema.to_schema()
    for path, calls in sorted(described["paths"].items()):
        for method, call in sorted(calls.items()):
            inputs = [_parameter(p) for p in call.get("parameters", ())]
            inputs += [_body(b) for b in call.get("requestBody", {}).get("content", {}).values()]
            answers = [status for status in call["responses"] if status < "300"]
            yield " ".join([method.upper(), path, *inputs, "->", *answers])


def _parameter(spec: dict[str, Any]) -> str:
    kind = spec["schema"].get("type", "")
    default = f"={spec['schema']['default']!r}" if "default" in spec["schema"] else ""
    return f"{spec['in']}:{spec['name']}:{kind}{default}{'' if spec['required'] else '?'}"


def _body(content: dict[str, Any]) -> str:
    return "body:" + str(content["schema"].get("$ref", "")).rpartition("/")[2]


def _shapes() -> Iterator[str]:
    for module in pkgutil.iter_modules(api.__path__, f"{api.__name__}."):
        for name, value in sorted(vars(importlib.import_module(module.name)).items()):
            if attrs.has(value) and value.__module__ == module.name:
                yield f"{name}: {', '.join(_field(field) for field in attrs.fields(value))}"


def _field(field: attrs.Attribute[Any]) -> str:
    if field.default is attrs.NOTHING:
        return f"{field.name}: {field.type}"
    empty = isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]
    return f"{field.name}: {field.type} = {'empty' if empty else repr(field.default)}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text(interface(Site(Path(folder) / "server")), "utf-8")
