"""The view of an empire, with its schema and map and the things that orders can name.

The classes of a view define its plain data and its schema. They are not frozen, because a view has
a row for each ship, and frozen rows take twice as long. Phase 7 updates the knowledge and memory of
empires, in `rules/knowledge.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from attrs import frozen

from horizons_core.model import Entity, Observer, SelectiveObserver, Sight, Thing, View, facts_in
from horizons_core.report import counting, data_maker, data_of, described, rows, schema_of, shape
from horizons_core.sums import int_sum, ordered_sum
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Game, Sector, Ship, place_of, sector_id

_PARTS = ("hull", "thrusters", "weapons", "shields", "mothership")
_BEST = 9 * len(COMPONENTS)
_GAMEMASTER_LEGEND = (
    ("in view", "a ship is there"),
    ("mapped", "no ship is there"),
    ("home", "home sector"),
    ("mothership", "mothership"),
)


def _number() -> Any:
    return described(minimum=1)


def _sector() -> Any:
    return described("q,r", pattern="^[0-9]+,[0-9]+$")


def _amounts(description: str) -> Any:
    return described(description, additionalProperties={"type": "integer", "minimum": 0})


@shape(kw_only=True)
class OwnShip:
    """One of the empire's ships, with all its facts (EH-REP-001)."""

    number: int = _number()
    name: str
    sector: str = _sector()
    mothership: bool
    hull: int = counting()
    thrusters: int = counting()
    weapons: int = counting()
    shields: int = counting("shield generators")
    points: int = counting("shield points left")
    built: int = counting("the turn in which it was built")


@shape(kw_only=True)
class MappedSector:
    """A sector that gave a report once; its values stay known (EH-REP-008)."""

    sector: str = _sector()
    values: dict[str, int] = _amounts("by component")
    in_view: bool
    mapped: int = counting("the last turn in which it was in view")


@shape(kw_only=True)
class EnemyShip:
    """An enemy ship in view, with all its visible facts."""

    name: str = described("the generic name of EH-REP-006")
    owner: str
    number: int = _number()
    strength: float = described("EH-REP-003", minimum=0)
    status: str = described("EH-REP-004", enum=["normal", "immobile", "unarmed"])
    mothership: bool = described("EH-REP-005")
    sector: str = _sector()


@shape(kw_only=True)
class Known:
    """The knowledge of an empire after a turn."""

    side: int = described("sectors along each axis", minimum=1)
    turn_limit: int = _number()
    empires: list[str] = described("all empires in the game's order")
    home: str | None = described("q,r of the home sector")
    stock: dict[str, int] = _amounts("by account")
    ships: list[dict[str, Any]] = rows(OwnShip, "own ships (EH-REP-001)")
    sectors: list[MappedSector] = described("sectors in view or mapped (EH-REP-007, EH-REP-008)")
    contacts: list[dict[str, Any]] = rows(EnemyShip, "enemy ships seen (EH-REP-002)")
    forecast: dict[str, Any] | None = described(
        "in a forecast: its events, ledger lines and remarks", default=None
    )


VIEW_SCHEMA = schema_of(Known, "View of Event Horizon")


def list_things(view: View) -> list[Thing]:
    """Return the reader's ships, and visible ships of others, which no order can name."""
    mine = [
        Thing(
            str(ship["number"]),
            "mothership" if ship["mothership"] else "ship",
            ship["sector"],
            f"{ship['number']} {ship['name']}",
            facts=facts_in(ship, ("number", "name", "sector", "mothership"), _PARTS),
            owner=view.empire or "",
            unit={part: ship[part] for part in _PARTS if ship[part]},
            sort=ship["name"].rstrip("0123456789 "),
        )
        for ship in view["ships"]
    ]
    theirs = [
        Thing(
            "", "ship", contact["sector"], contact["name"], yours=False,
            facts=facts_in(contact, ("name", "sector", "number")),
            owner=contact["owner"], unit=_guessed(contact),
            sort=f"{contact['owner']} {contact['status']}",
        )
        for contact in view["contacts"]
    ]  # fmt: skip
    return [*mine, *theirs]


def _guessed(contact: Mapping[str, Any]) -> dict[str, Any]:
    """Guess a ship for a contact, whose parts are unknown (EH-REP-004)."""
    armed = (
        {} if contact["status"] == "unarmed" else {"weapons": max(1, round(contact["strength"]))}
    )
    return {"thrusters": 1, **armed}


_LEGEND = (
    ("in view", "in view: a ship of yours is there"),
    ("mapped", "mapped: values known, enemies not"),
    ("unknown", "never mapped"),
    ("home", "home sector"),
    ("mothership", "mothership"),
    ("own", "own ships"),
    ("enemy", "enemy ships"),
)


def chart(view: View) -> dict[str, Any]:
    """Return all sectors of the map, with the known values and the visible ships of each."""
    side = view["side"]
    known = {sector["sector"]: sector for sector in view["sectors"]}
    marks = _marks(view)
    legend = _LEGEND if view.empire else _GAMEMASTER_LEGEND
    places = [
        _place(q, r, known.get(f"{q},{r}"), marks.get(f"{q},{r}", []))
        for r in range(side)
        for q in range(side)
    ]
    return {
        "title": f"Sectors known to {view.empire}" if view.empire else "All sectors",
        "geometry": "hex",
        "width": side,
        "height": side,
        "wraps": True,
        **({"centre": list(place_of(view["home"]))} if view.empire else {}),
        "places": places,
        "empires": view["empires"],
        "you": view.empire,
        "legend": [{"kind": kind, "text": text} for kind, text in legend],
    }


def _place(q: int, r: int, sector: Mapping[str, Any] | None, marks: list[Any]) -> dict[str, Any]:
    state, level, words, lines, brief = "unknown", None, "not mapped", [], ""
    if sector is not None:
        state = "in view" if sector["in_view"] else "mapped"
        values = sector["values"]
        level = round(ordered_sum(values.values()) / _BEST, 3)
        words = ", ".join(f"{part} {values[part]}" for part in COMPONENTS)
        brief = str(int_sum(values.values()))
        lines = [
            f"H{values['hull']} T{values['thruster']}",
            f"W{values['weapon']} S{values['shield']}",
        ]
    marked = "; ".join(mark["title"] for mark in marks)
    return {
        "id": f"{q},{r}",
        "at": [q, r],
        "label": f"{q},{r}",
        "state": state,
        "level": level,
        "title": f"Sector {q},{r}: {words}" + (f" ({marked})" if marked else ""),
        "lines": lines,
        "brief": brief,
        "marks": marks,
    }


def _marks(view: View) -> dict[str, list[dict[str, Any]]]:
    marks: dict[str, list[dict[str, Any]]] = {}
    homes = {view.empire: view["home"]} if view.empire else view["homes"]
    for owner, home in homes.items():
        marks.setdefault(home, []).append(_mark("home", owner, 1, f"home of {owner}"))
    groups: dict[tuple[str, str, str], int] = {}
    for ship in view["ships"]:
        kind = "mothership" if ship["mothership"] else "own"
        key = (ship["sector"], kind, ship.get("owner", view.empire))
        groups[key] = groups.get(key, 0) + 1
    for contact in view.get("contacts", []):
        kind = "mothership" if contact["mothership"] else "enemy"
        key = (contact["sector"], kind, contact["owner"])
        groups[key] = groups.get(key, 0) + 1
    for (sector, kind, owner), count in groups.items():
        text = "mothership" if kind == "mothership" else f"{count} ship{'s' * (count > 1)}"
        marks.setdefault(sector, []).append(_mark(kind, owner, count, f"{owner}: {text}"))
    return marks


def _mark(kind: str, owner: str, count: int, title: str) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "count": count, "title": title}


@frozen
class EventHorizonView:
    """The view model: own ships, mapped sectors, and contacts for visible ships of others."""

    economy: Mining
    kinds: ClassVar = ("mothership", "ship")

    def observer(self, game: Game, empire: str) -> Observer:
        """Return an observer of the empire's ships, mapped sectors, and names of other empires."""
        mapped = game.empire(empire).mapped

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Sector):  # EH-REP-008: the values of mapped sectors
                return Sight.SCANNED if entity.id in mapped else Sight.KNOWN
            if isinstance(entity, Ship):  # EH-REP-001: own ships in full, no others
                return Sight.OWN if entity.owner == empire else Sight.NOTHING
            return Sight.OWN if entity.id == empire else Sight.KNOWN

        def candidates(entities: list[Any]) -> list[Any]:
            """Return the entities without ships of other empires."""
            return game.ships_of(empire) if entities is game.ships else entities

        return SelectiveObserver(sight, candidates)

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the knowledge of an empire; everything for None."""
        return self._gamemaster_view(known) if empire is None else self._known_to(known, empire)

    def hypothesize(self, known: Game, empire: str) -> None:
        """Leave enemies in sight in place, as ships of unknown components."""
        me = known.empire(empire)
        for ship in me.sighted:
            contact = me.contacts[ship]
            placeholder = Ship(
                id=f"contact/{contact.number}",
                owner=contact.owner,
                number=contact.number,
                at=place_of(contact.sector),
                mothership=False,
            )
            known.ships.append(placeholder)

    def map(self, view: View) -> dict[str, Any]:
        """Return the map document."""
        return chart(view)

    def things(self, view: View) -> list[Thing]:
        """Return the things that orders can name."""
        return list_things(view)

    def stocks(self, view: View) -> dict[str, float]:
        """Return the components in stock, by account; in a forecast, without what is mined in it.

        Ships are built before mining, so what a turn mines can't be spent in it.
        """
        entries = (view.data.get("forecast") or {"ledger": ()})["ledger"]
        mined = [entry for entry in entries if entry["amount"] > 0]
        return {
            part: amount - int_sum(entry["amount"] for entry in mined if entry["account"] == part)
            for part, amount in view["stock"].items()
        }

    def _known_to(self, known: Game, empire: str) -> dict[str, Any]:
        me = known.empire(empire)
        ships = sorted(known.ships_of(empire), key=lambda ship: ship.number)
        visible = _sectors_of(ships)
        return data_of(
            Known(
                side=known.side,
                turn_limit=known.turn_limit,
                empires=[other.id for other in known.empires],
                home=sector_id(me.home),
                stock={part: me.stock.get(part, 0) for part in self.economy.accounts},
                ships=[_ship(ship) for ship in ships],
                sectors=[
                    self._sector(sector, me.mapped[sector.id], in_view=sector.id in visible)
                    for sector in known.sectors
                    if sector.id in me.mapped
                ],
                contacts=[_enemy_ship(me.contacts[ship]) for ship in me.sighted],
            )
        )

    def _gamemaster_view(self, game: Game) -> dict[str, Any]:
        """Return the view of all entities."""
        occupied = _sectors_of(game.ships)
        sectors = [
            self._sector(sector, game.turn, in_view=sector.id in occupied)
            for sector in game.sectors
        ]
        return {
            "side": game.side,
            "turn_limit": game.turn_limit,
            "empires": [empire.id for empire in game.empires],
            "homes": {empire.id: sector_id(empire.home) for empire in game.empires},
            "stocks": {empire.id: dict(empire.stock) for empire in game.empires},
            "ships": [{"owner": ship.owner, **_ship(ship)} for ship in game.ships],
            "sectors": [data_of(sector) for sector in sectors],
        }

    def _sector(self, sector: Sector, mapped: int, *, in_view: bool) -> MappedSector:
        values = {part: sector.values.get(part, 0) for part in self.economy.accounts}
        return MappedSector(sector=sector.id, values=values, in_view=in_view, mapped=mapped)


def _sectors_of(ships: Iterable[Ship]) -> set[str]:
    return {sector_id(ship.at) for ship in ships}


_own_ship = data_maker(OwnShip, "name sector")
_enemy_ship = data_maker(EnemyShip)


def _ship(ship: Ship) -> dict[str, Any]:
    return _own_ship(ship, name=ship.called, sector=sector_id(ship.at))
