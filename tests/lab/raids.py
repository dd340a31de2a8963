"""Studies of Moon Raiders, a game in one file that takes milliseconds, and bots for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import horizons_lab as lab

RULES = str(Path(__file__).parents[2] / "examples" / "one_file" / "moon_raiders.py")
LONG_WAR = str(Path(RULES).with_name("long_war.toml"))


def digger(view, stream):
    """Digs, and nothing else."""
    return "DIG"


def raids(**changes: Any) -> lab.Study:
    """A study of a few games, with changes."""
    given: dict[str, Any] = {
        "variant": RULES, "seats": ["raider", digger], "games": 4, "key": "raids", "max_turns": 12
    }  # fmt: skip
    return lab.Study(**{**given, **changes})


def rows(result: lab.Result) -> list[dict[str, Any]]:
    """The rows of a table as mappings."""
    return result.table.to_dicts()
