"""The engine's own layout of JSON: tabs, objects over several lines, lists on one line."""

from __future__ import annotations

import json
from typing import Any


def format_json(value: Any) -> str:
    """Format a document in the layout of the engine's export, to the byte."""
    return f"{_value(value, 0)}\n"


def _value(value: Any, depth: int) -> str:
    if isinstance(value, dict):
        tabs = "\t" * (depth + 1)
        lines = [f'{tabs}"{key}":\t{_value(item, depth + 1)}' for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + "\t" * depth + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item, depth + 1) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
