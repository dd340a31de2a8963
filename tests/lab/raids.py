"""Studies of Moon Raiders, a fast game in one file, and bots for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import horizons_lab as lab

RULES = str(Path(__file__).parents[2] / "examples" / "one_file" / "moon_raiders.py")
LONG_WAR = str(Path(RULES).with_name("long_war.toml"))


def digger(view, stream):
    """Dig in every turn."""
    return "DIG"


def raids(**changes: Any) -> lab.Study:
    """Return a study of a few games, with changes."""
    fields: dict[str, Any] = {
        "variant": RULES, "seats": ["raider", digger], "games": 4, "key": "raids", "max_turns": 12
    }  # fmt: skip
    return lab.Study(**{**fields, **changes})


def rows(result: lab.Result) -> list[dict[str, Any]]:
    """Return the rows of a table as mappings."""
    return result.table.to_dicts()
