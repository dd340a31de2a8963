"""Handmade report documents: the engine's data for some turn of a race."""

from __future__ import annotations

from typing import Any

from variants.galaxy_g.constants import OPTIONS


def planet(number: str, name: str = "", **more: Any) -> dict[str, Any]:
    """A planet as it is seen where one has a ship."""
    return {
        "id": number,
        "name": name or number,
        "x": 10.0,
        "y": 20.5,
        "owner": "",
        "size": 500.0,
        "population": 0.0,
        "industry": 0.0,
        "resources": 1.25,
        "product": "",
        "capital": 0.0,
        "materials": 0.0,
        "colonists": 0.0,
        "production": 0.0,
    } | more


def own_planet(number: str, name: str = "", **more: Any) -> dict[str, Any]:
    facts = {"progress": 0.0, "ship_cost": None, "guard": False, "owner": "Zzyaxians"}
    facts |= {"population": 400.0, "industry": 300.0, "production": 325.0, "product": "CAP"}
    return planet(number, name, **facts) | more


def group(number: int, **more: Any) -> dict[str, Any]:
    return {
        "number": number,
        "ships": 10,
        "type": "Drone",
        "drive": 1.0,
        "weapons": 0.0,
        "shields": 0.0,
        "cargo": 0.0,
        "cargo_kind": "",
        "load": 0.0,
        "capacity": 0.0,
        "mass": 1.0,
        "speed": 20.0,
        "fleet": "",
        "under_way": False,
        "planet": "Zzyax Prime",
        "origin": "",
        "left": 0.0,
        "x": 10.0,
        "y": 20.5,
    } | more


def ship_type(
    name: str, numbers: tuple[float, ...] = (1, 0, 0, 0, 0), **more: Any
) -> dict[str, Any]:
    parts = ("drive", "attacks", "weapons", "shields", "cargo")
    return {"name": name, **dict(zip(parts, numbers, strict=True)), "mass": 1.0}


def event(phase: str, code: str, text: str, **more: Any) -> dict[str, Any]:
    facts = {"phase": phase, "code": code, "text": text}
    return facts | {"place": None, "data": {}, "rules": [], "dice": []} | more


def view(**more: Any) -> dict[str, Any]:
    """The Zzyaxians' knowledge: a home, a colony, ten Drones, and no other race."""
    return {
        "race": "Zzyaxians",
        "diameter": 160.0,
        "techs": {"drive": 1.5, "weapons": 1.0, "shields": 1.0, "cargo": 1.0},
        "options": dict(OPTIONS),
        "area": {"x": 0.0, "y": 0.0, "size": 160.0},
        "orders_wanted": False,
        "war_on_all": False,
        "defends_all": False,
        "races": [],
        "types": [ship_type("Drone")],
        "alien_types": [],
        "incoming": [],
        "planets": [own_planet("12", "Zzyax Prime"), own_planet("13", x=12.0)],
        "routes": [],
        "guarded": [],
        "attacked": [],
        "allied_planets": [],
        "alien_planets": [],
        "uninhabited": [],
        "located": [],
        "groups": [group(1)],
        "fleets": [],
        "alien_groups": [],
        "traces": [],
    } | more


def full_view(**more: Any) -> dict[str, Any]:
    """A view with no empty part."""
    return view(
        races=[
            {"name": "Drakh", "active": True, "war": True, "ally": False},
            {"name": "Blue Men", "active": True, "war": False, "ally": True},
        ],
        alien_types=[{"race": "Drakh", **ship_type("Space Gun", (0, 1, 10, 0, 0))}],
        incoming=[
            {
                "origin": "73", "origin_x": 90.0, "origin_y": 80.25, "planet": "Zzyax Prime",
                "left": 33.333, "speed": 12.5, "mass": 450.5,
            }
        ],
        planets=[
            own_planet("12", "Zzyax Prime", guard=True),
            own_planet("13", product="Drone", ship_cost=10.0, progress=4.5),
        ],
        routes=[{"from": "Zzyax Prime", "cargo": "COL", "to": "13"}],
        guarded=["Zzyax Prime"],
        attacked=["40"],
        allied_planets=["41"],
        alien_planets=[
            planet("40", "Far Drakh", owner="Drakh", population=77.0, product="Space Gun")
        ],
        uninhabited=[planet("50", materials=3.0)],
        located=[{"id": "60", "name": "60", "x": 1.0, "y": 2.0}],
        groups=[
            group(1),
            group(
                2, type="Freighter", ships=3, cargo=1.1, cargo_kind="COL", load=1.5,
                fleet="Home Fleet",
            ),
            group(3, under_way=True, planet="60", origin="13", left=7.25, ships=1),
        ],
        fleets=[
            {
                "name": "Home Fleet", "groups": [2], "ships": 3, "speed": 4.125,
                "planet": "Zzyax Prime", "under_way": False, "left": 0.0,
            }
        ],
        alien_groups=[
            {
                "race": "Drakh", "planet": "Far Drakh", "type": "Space Gun", "ships": 4,
                "cargo_tech": 0.0, "cargo_kind": "", "load": 0.0,
            }
        ],
        traces=[7],
    ) | more  # fmt: skip


def document(view: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The whole document around a view."""
    names = [view["race"], *(race["name"] for race in view["races"])]
    return {
        "format": "horizons-report",
        "schema": 1,
        "variant": "galaxy_g",
        "title": "Galaxy G",
        "game": "spring",
        "turn": 5,
        "empire": "Ada",
        "mods": [],
        "empires": [{"name": name, "active": True} for name in names],
        "outcome": None,
        "turn_key": "5f" * 32,
        "next_commitment": "a0" * 32,
        "own_key": "6e" * 32,
        "next_own_commitment": "b1" * 32,
        "orders": [],
        "diagnostics": [],
        "events": [],
        "ledger": [],
        "view": view,
        "map": {
            "title": "Map",
            "geometry": "plane",
            "width": 160,
            "height": 160,
            "wraps": False,
            "places": [],
            "empires": names,
            "you": view["race"],
            "legend": [],
        },
    } | more


def large_view(groups: int = 250, planets: int = 60) -> dict[str, Any]:
    """The knowledge of a great race late in a game of 80."""
    places = [f"Planet of {n}" for n in range(planets)]
    types = [f"Cruiser {n}" for n in range(30)]
    return full_view(
        races=[
            {"name": f"Race {n}", "active": True, "war": n % 3 == 0, "ally": n % 5 == 0}
            for n in range(40)
        ],
        types=[ship_type(name, (20.5, 3, 12.25, 30.0, 1.0)) for name in types],
        alien_types=[
            {"race": f"Race {n % 40}", **ship_type(f"Alien {n}", (20, 1, 9.5, 12, 0))}
            for n in range(60)
        ],
        planets=[
            own_planet(str(n), name, x=n * 4.25, y=n * 3.0, product=types[n % 30], ship_cost=500.0)
            for n, name in enumerate(places)
        ],
        routes=[{"from": name, "cargo": "COL", "to": places[0]} for name in places],
        located=[{"id": f"{n}", "name": f"{n}", "x": n / 3, "y": 40.0} for n in range(300, 450)],
        groups=[
            group(
                n + 1, ships=n % 40 + 1, type=types[n % 30], planet=places[n % planets],
                weapons=1.75, shields=2.25, cargo=1.0, fleet="Home Fleet" if n % 10 == 0 else "",
                **({"under_way": True, "origin": places[0], "left": 22.5} if n % 4 == 0 else {}),
            )
            for n in range(groups)
        ],
        alien_groups=[
            {
                "race": f"Race {n % 40}", "planet": places[n % planets], "type": f"Alien {n % 60}",
                "ships": n + 1, "cargo_tech": 1.5, "cargo_kind": "", "load": 0.0,
            }
            for n in range(150)
        ],
    )  # fmt: skip
