"""A told battle (`BattleRecord.told`) in words and sums: what reports and the replay page share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.combat import SHIPS, kills, salvos, steps
from horizons_core.sums import int_sum, ordered_sum

#: What a unit's `before` and `after` count beside its components and its ships.
POINTS = "points"


def salvo_text(salvo: Mapping[str, Any], names: Sequence[str], counts: str = "") -> str:
    """One salvo (see `horizons_core.combat.salvos`) as a sentence.

    For example "Ann fires 3 shots at Bob: 1 absorbed, ship destroyed". `names` are the units' (see
    `unit_names`), `counts` is what the target counts instead of components. Of a group that loses
    several ships their number is told: "4 ships destroyed".
    """
    shooter, target = names[salvo["shooter"]], names[salvo["target"]]
    effects = [*_hits(salvo), *([f"{salvo['absorbed']:,} absorbed"] if salvo["absorbed"] else [])]
    if salvo["damage"] and counts:
        effects.append(f"{counted(salvo['damage'], counts)} lost")
    elif salvo["damage"]:
        lost = listed_with_counts(salvo["lost"])
        kinds = f" ({lost})" if lost else ""
        effects.append(f"{counted(salvo['damage'], 'component')} destroyed{kinds}")
    fates = salvo.get("fates", ())
    destroyed = salvo["kills"] - len(fates)
    if destroyed > 0:
        effects.append(f"{destroyed:,} ships destroyed" if destroyed > 1 else "ship destroyed")
    if fates:
        effects.append(listed_with_counts(fates))
    effect = ", ".join(effects) or "no effect"
    return f"{shooter} fires {counted(salvo['shots'], 'shot')} at {target}: {effect}"


def _hits(salvo: Mapping[str, Any]) -> list[str]:
    """How many shots hit, where that is known."""
    if "hits" not in salvo:
        return []
    if salvo["shots"] == 1:
        return ["hit" if salvo["hits"] else "missed"]
    return [f"{salvo['hits']:,} hit" if salvo["hits"] else "all missed"]


def salvo_texts(record: Mapping[str, Any]) -> list[str]:
    """All salvos of a told battle as sentences, in order."""
    names, counts = unit_names(record), [unit.get("counts", "") for unit in record["units"]]
    return [salvo_text(salvo, names, counts[salvo["target"]]) for salvo in salvos(record["shots"])]


def step_texts(record: Mapping[str, Any]) -> list[str]:
    """All salvos of a told battle, and the notes between them, as sentences, in order."""
    names, counts = unit_names(record), [unit.get("counts", "") for unit in record["units"]]
    return [
        salvo_text(step, names, counts[step["target"]]) if "shooter" in step else step["text"]
        for step in steps(record)
    ]


def unit_names(record: Mapping[str, Any]) -> list[str]:
    """What each unit of a told battle is called; with its side, where sides share a name."""
    sides: dict[str, set[int]] = {}
    for unit in record["units"]:
        sides.setdefault(unit["name"], set()).add(unit["side"])
    return [
        f"{record['sides'][unit['side']]}'s {unit['name']}"
        if len(sides[unit["name"]]) > 1
        else unit["name"]
        for unit in record["units"]
    ]


def counted(number: int, noun: str) -> str:
    """A number with a noun whose plural ends in s: "1 shot", "2,000 shots"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed_with_counts(names: Iterable[str]) -> str:
    """Names in the order of their first appearance, with counts: "hull ×2, weapon"."""
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in Counter(names).items())


def counts(things: Mapping[str, int]) -> str:
    """Things with their numbers: "2 hulls, 1 weapon"."""
    return ", ".join(f"{number} {name}" for name, number in things.items())


def components(numbers: Mapping[str, int]) -> int | None:
    """How many components a unit's `before` or `after` counts; None where they are unknown."""
    counts = [number for name, number in numbers.items() if name not in {POINTS, SHIPS}]
    return int_sum(counts) if counts else None


def strength(unit: Mapping[str, Any], when: str = "before") -> int | None:
    """How much a told unit has of what it counts, "before" or "after"; None if that is unknown."""
    numbers = unit[when]
    if unit.get("counts"):
        known: int | None = numbers.get(f"{unit['counts']}s")
        return known
    return components(numbers)


def ships_of(unit: Mapping[str, Any]) -> int:
    """How many ships a told unit is: one, unless it is a group."""
    return int(unit["before"].get(SHIPS, 1))


def left_of(unit: Mapping[str, Any]) -> int:
    """How many ships are left of a told unit."""
    return int(unit["after"].get(SHIPS, not unit["destroyed"]))


def side_totals(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each side of a told battle brought, did, suffered and kept.

    Each has `name`, `ships`, `lost`, `left`, `shots` (fired), `kills` (ships destroyed by it),
    `dealt` (components destroyed by it), `suffered`, `absorbed` (by its shields), `before` and
    `after` (components; None where unknown) and `won`; components, or what its units count.
    """
    units = record["units"]
    totals: list[dict[str, Any]] = []
    for index, name in enumerate(record["sides"]):
        own = [unit for unit in units if unit["side"] == index]
        ships, left = ordered_sum(map(ships_of, own)), ordered_sum(map(left_of, own))
        totals.append(
            {
                "name": name,
                "ships": ships,
                "lost": ships - left,
                "left": left,
                "shots": 0,
                "kills": 0,
                "dealt": 0,
                "suffered": 0,
                "absorbed": 0,
                "before": _all_components(own, "before"),
                "after": _all_components(own, "after"),
                "won": record["winner"] == index,
            }
        )
    for shot in record["shots"]:
        shooter = totals[units[shot["shooter"]]["side"]]
        target = totals[units[shot["target"]]["side"]]
        shooter["shots"] += shot.get("count", 1)
        shooter["kills"] += kills(shot)
        shooter["dealt"] += shot["damage"]
        target["suffered"] += shot["damage"]
        target["absorbed"] += shot["absorbed"]
    return totals


def _all_components(units: Iterable[Mapping[str, Any]], when: str) -> int | None:
    counts = [strength(unit, when) for unit in units]
    known = [count for count in counts if count is not None]
    return int_sum(known) if counts and len(known) == len(counts) else None


def verdict(record: Mapping[str, Any]) -> str:
    """How a told battle ended, in a few words."""
    winner = record["winner"]
    if winner is not None:
        return f"{record['sides'][winner]} won"
    if all(unit["destroyed"] for unit in record["units"]):
        return "nobody is left"
    return "undecided"
