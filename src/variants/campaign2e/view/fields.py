"""Fields of views with the units of the campaign, and the formatting of their cells in reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.amounts import in_units
from horizons_core.report import NameCell, OwnerCell, described, number_column, text_column
from variants.campaign2e.model import place_id


def credits_of(amount: float) -> str:
    """Format money or supply with two decimals."""
    return f"{amount:z.2f}"


def owner_of(name: str) -> OwnerCell:
    """Return the cell of an owner; the umpire owns everything that has no player."""
    return OwnerCell(name or "the umpire")


def hex_field(**others: Any) -> Any:
    return described("column,row", pattern="^-?[0-9]+,-?[0-9]+$", **others)


def at_field(column: str = "", **others: Any) -> Any:
    """Declare a field with a hex, from the model's column and row."""
    return hex_field(column=text_column(column, hint="", **others), unit=place_id)


def credits_field(
    description: str = "", column: str = "", least: int | None = 0, **others: Any
) -> Any:
    """Declare a field of credits, from the model's hundredths."""
    shown_column = number_column(column, others.pop("show", credits_of), **others)
    schema: Any = {} if least is None else {"minimum": least}
    return described(description, shown_column, unit=in_units, **schema)


def named_field(column: str, show: Any = NameCell, **others: Any) -> Any:
    """Declare a field with a name that players chose."""
    return described(column=text_column(column, show, **others))


def if_any(number: float) -> str:
    return str(number or "")


def credits_if_any(amount: float) -> str:
    return credits_of(amount) if amount else ""


def count_of(items: Sequence[object]) -> str:
    return str(len(items))


def per_cent(share: int | None) -> str:
    return "" if share is None else f"{share} %"


def stance(word: str) -> str:
    return "" if word == "SELF" else word


def out(active: bool) -> str:  # noqa: FBT001
    return "" if active else "out"


def owner(name: str) -> str:
    return OwnerCell(name) if name else ""


def interdictors(players: Iterable[str]) -> str:
    return ", ".join(player or "the umpire" for player in players)


def coming(deliveries: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{d['number']} {d['part']} in week {d['week']}" for d in deliveries)


def navy(name: str) -> str:
    return name or "your own"


def contrast(glaring: bool) -> str:  # noqa: FBT001
    return "glaringly different" if glaring else "alike"


def force(defences: bool) -> str:  # noqa: FBT001
    return "defences" if defences else "task groups"
