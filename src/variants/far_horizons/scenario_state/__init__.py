"""Scenario states: what differs from a fresh game, in the players' words.

    state:
      turn: 5                       # turns played so far
      last_turn: 40                 # after which the game ends; 0: when the gamemaster says so
      radius: 20                    # of the galaxy, in parsecs
      remove: [stars, wormholes]    # all stars but home systems and those named below
      stars:                        # by sector; where none is, one is added
        "10 12 3": {kind: dwarf, colour: yellow, size: 5, wormhole: "30 1 1",
                    planets: [{temperature: 10, pressure: 8, gases: {N2: 80, O2: 20},
                               diameter: 12, gravity: 1.05, mining_difficulty: 2.1}, {}]}
        "30 1 1": {planets: {3: {temperature: 12, efficiency: 90, wear: 0.02}}}
      species:                      # by player or name
        Human:
          called: Terrans
          home: Earth               # what its home planet is called
          techs: {MI: 12, GV: {level: 5, knowledge: 8, points: 30, initial: 4}}
          treasury: 500
          met: [Klingon]
          allies: []
          enemies: [Klingon]        # or all
          visited: ["10 12 3"]
          atmosphere: {required: O2, least: 10, most: 40, neutral: [He, N2], poisonous: [Cl2]}
          fleet: {cost: 250, percent: 5.25}
          undamaged_base: 200.0     # of a bombed home planet
          auto: true
          planets:                  # by name; one that the species has not named is added
            Earth: {name: Terra, mining_base: 98.0, manufacturing_base: 50.1, population: 1500,
                    shipyards: 2, items: {RM: 20}}
            Mars: {at: "10 12 3 #2", installing: {IU: 5}, needed: {AU: 7}, ordered: {IU: 1},
                   siege: 40, hiding: true, hidden: false, ambush: 10, kind: mining,
                   disbanded: false}
          ships:                    # by class word and name; one that is new is added
            TR10S Mover: {at: Terra, status: landed, age: 3, cargo: {CU: 10}, loaded_at: Terra,
                          unloading_at: Mars}
            BAS Fort: {at: "10 12 3 #1", tons: 20000}
            DD Runner: {at: "1 2 3", status: withdrew, to: "4 5 6", moved: jumped, unpaid: 0,
                        through_wormhole: false}
      transactions:                 # what was done earlier in the turn; species by their names
        - {kind: units sent, donor: Human, recipient: Klingon, amount: 5}
        - {kind: besieged, besieger: Klingon, besieged: Human, ship: DD Claw, place: "10 12 3 #2"}

Bases, gravity and mining difficulty are written as reports print them. A list of planets is all
that a star has; by number, single ones are changed, and missing ones up to that number are added.
A planet of which nothing is said is small and without air.
A level that is given is known, was the level when the turn began, and has no points,
unless said. Whether a planet is populated, and whether it is a mining colony or a resort, follows
from what is there, unless `kind` says normal, mining or resort. A siege by somebody who lives there
too is negative. A new ship is in orbit at a planet, in deep space elsewhere, of age 0 and paid,
unless said; its `status` is building, landed, orbit, deep, withdrew or forced, and `moved` is not,
jumped, moved or wormhole. Home systems and where colonies are count as visited. Fleets cost
nothing and planets are fully efficient unless said. The kinds of transactions are those of
`transactions.Kind` in small letters, their facts those of `model.transactions.FACTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import truth
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Atmosphere, Game, Place, Sector, Species, Tech
from variants.far_horizons.scenario_state import (
    state_of_planets,
    state_of_ships,
    state_of_stars,
    state_of_transactions,
)
from variants.far_horizons.scenario_state import words as read
from variants.far_horizons.setup.size import RADIUS

_PARTS = ("turn", "last_turn", "radius", "remove", "stars", "species", "transactions")
_RELATIONS = ("met", "allies")
_SPECIES = (
    "called", "home", "techs", "treasury", *_RELATIONS, "enemies", "visited", "atmosphere", "fleet",
    "undamaged_base", "auto", "planets", "ships",
)  # fmt: skip
_TECH = ("level", "knowledge", "points", "initial")
_ATMOSPHERE = ("required", "least", "most", "neutral", "poisonous")
_HIGHEST = 9999


def apply_state(game: Game, state: Mapping[str, Any]) -> None:
    """Change a fresh game into the situation; raises ScenarioError naming the place."""
    scenario_state.fields("state", state, _PARTS)
    if "turn" in state:
        game.turn = read.whole("turn", state["turn"])
    if "last_turn" in state:
        game.last_turn = read.whole("last_turn", state["last_turn"])
    if "radius" in state:
        game.radius = read.whole("radius", state["radius"], 1, RADIUS[1])
    _apply_stars(game, state)
    species = [
        (f"species.{name}", read.species(game, "species", name), given)
        for name, given in scenario_state.things("species", state.get("species", {}), _SPECIES)
    ]
    for where, one, given in species:
        _apply_species(one, where, given)
    for where, one, given in species:
        _apply_belongings(game, one, where, given)
    for number, deal in enumerate(
        scenario_state.listed("transactions", state.get("transactions", [])), 1
    ):
        game.transactions.append(
            state_of_transactions.transaction_of(game, f"transactions[{number}]", deal)
        )
    _check(game)
    _learn(game)


def _learn(game: Game) -> None:
    """All species know what they see in this situation."""
    from variants.far_horizons.rules.knowledge import learn

    learn(game, game.turn)


def _apply_stars(game: Game, state: Mapping[str, Any]) -> None:
    stars = [
        (f"stars.{title}", read.sector("stars", title), given)
        for title, given in scenario_state.things(
            "stars", state.get("stars", {}), state_of_stars.FIELDS
        )
    ]
    for what in scenario_state.listed("remove", state.get("remove", [])):
        _remove(
            game,
            scenario_state.word("remove", what, ("stars", "wormholes")),
            [s for _, s, _ in stars],
        )
    for where, sector, given in stars:
        state_of_stars.apply_star(game, where, sector, given)
    for where, sector, given in stars:
        if "wormhole" in given:
            state_of_stars.join(game, f"{where}.wormhole", sector, given["wormhole"])


def _remove(game: Game, what: str, named: list[Sector]) -> None:
    if what == "stars":
        kept = {*named, *(species.home.sector for species in game.empires)}
        game.stars = [star for star in game.stars if star.sector in kept]
        left = {star.id for star in game.stars}
        for species in game.empires:
            species.visited = [star for star in species.visited if star in left]
    sectors = {star.sector for star in game.stars}
    for star in game.stars:
        if what == "wormholes" or star.wormhole not in sectors:
            star.wormhole = None


def _apply_species(species: Species, where: str, given: Mapping[str, Any]) -> None:
    if "called" in given:
        species.called = read.named(f"{where}.called", given["called"])
    if "home" in given:
        species.home_colony.name = read.named(f"{where}.home", given["home"])
    for tech, level in scenario_state.fields(
        f"{where}.techs", given.get("techs", {}), TECHS
    ).items():
        species.techs[tech] = _tech(f"{where}.techs.{tech}", level)
    if "treasury" in given:
        species.stock["EU"] = read.whole(f"{where}.treasury", given["treasury"], -_HIGHEST)
    if "atmosphere" in given:
        _breathe(species.atmosphere, f"{where}.atmosphere", given["atmosphere"])
    if "fleet" in given:
        _charge(species, f"{where}.fleet", given["fleet"])
    if "undamaged_base" in given:
        base = f"{where}.undamaged_base"
        species.home_base = read.decimal(base, given["undamaged_base"], 10)
    if "auto" in given:
        species.auto = truth(f"{where}.auto", given["auto"])


def _tech(where: str, given: Any) -> Tech:
    """A technology: its level, or all that there is to say."""
    said = given if isinstance(given, Mapping) else {"level": given}
    scenario_state.fields(where, said, _TECH)
    if "level" not in said:
        raise ScenarioError(f"{where} has no level")
    level = read.whole(f"{where}.level", said["level"], 0, _HIGHEST)
    numbers = {"knowledge": level, "initial": level, "points": 0, **said}
    return Tech(**{field: read.whole(f"{where}.{field}", numbers[field]) for field in _TECH})


def _breathe(air: Atmosphere, where: str, given: Any) -> None:
    scenario_state.fields(where, given, _ATMOSPHERE)
    if "required" in given:
        air.required = read.gas(f"{where}.required", given["required"])
    for bound in ("least", "most"):
        if bound in given:
            setattr(air, bound, read.whole(f"{where}.{bound}", given[bound], 0, 100))
    for gases in ("neutral", "poisonous"):
        if gases in given:
            setattr(air, gases, read.gas_list(f"{where}.{gases}", given[gases]))


def _charge(species: Species, where: str, given: Any) -> None:
    """What the fleet costs this turn, and the share of production that it takes."""
    scenario_state.fields(where, given, ("cost", "percent"))
    if "cost" in given:
        species.fleet_cost = read.whole(f"{where}.cost", given["cost"])
    if "percent" in given:
        species.fleet_percent = read.decimal(f"{where}.percent", given["percent"], 100)


def _apply_belongings(game: Game, species: Species, where: str, given: Mapping[str, Any]) -> None:
    """Planets and ships, and whom the species knows."""
    planets = scenario_state.things(
        f"{where}.planets", given.get("planets", {}), state_of_planets.FIELDS
    )
    for name, planet in planets:
        place = f"{where}.planets.{name}"
        state_of_planets.apply_colony(game, species, place, name, planet)
    ships = scenario_state.things(f"{where}.ships", given.get("ships", {}), state_of_ships.FIELDS)
    for title, ship in ships:
        state_of_ships.apply_ship(game, species, f"{where}.ships.{title}", title, ship)
    for relation in (name for name in _RELATIONS if name in given):
        setattr(species, relation, _others(game, f"{where}.{relation}", given[relation]))
    if "enemies" in given:
        species.all_enemies = given["enemies"] == "all"
        others = [one.id for one in game.empires if one is not species]
        named = others if species.all_enemies else given["enemies"]
        species.enemies = _others(game, f"{where}.enemies", named)
    visited = scenario_state.listed(f"{where}.visited", given.get("visited", []))
    seen = [read.sector(f"{where}.visited", one) for one in visited]
    seen += [colony.place.sector for colony in species.living_colonies()]
    for sector in seen:
        _visit(game, species, f"{where}.visited", sector)


def _others(game: Game, where: str, given: Any) -> list[str]:
    return [read.species(game, where, name).id for name in scenario_state.listed(where, given)]


def _visit(game: Game, species: Species, where: str, sector: Sector) -> None:
    star = game.star_at(sector)
    if star is None:
        raise ScenarioError(f"{where}: no star is at {Place(sector)}")
    if star.id not in species.visited:
        species.visited.append(star.id)


def _check(game: Game) -> None:
    """Names are unique, and all planets that are named are there."""
    names: set[str] = set()
    for species in game.empires:
        if species.name.casefold() in names:
            raise ScenarioError(f"species.{species.id}: two species are called {species.name}")
        names.add(species.name.casefold())
        for colony in species.living_colonies():
            if game.planet_at(colony.place) is None:
                raise ScenarioError(
                    f"species.{species.id}: there is no planet {colony.place}, which"
                    f" PL {colony.name} is",
                    "give the star its planets under stars",
                )
