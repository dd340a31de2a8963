"""Scenario states: differences from a fresh game, in the players' words.

    state:
      turn: 5                       # number of turns played
      last_turn: 40                 # after which the game ends; 0: the gamemaster ends it
      radius: 20                    # of the galaxy, in parsecs
      remove: [stars, wormholes]    # all stars but home systems and those named below
      stars:                        # by sector; a missing one is added
        "10 12 3": {kind: dwarf, colour: yellow, size: 5, wormhole: "30 1 1",
                    planets: [{temperature: 10, pressure: 8, gases: {N2: 80, O2: 20},
                               diameter: 12, gravity: 1.05, mining_difficulty: 2.1}, {}]}
        "30 1 1": {planets: {3: {temperature: 12, efficiency: 90, wear: 0.02}}}
      species:                      # by player or name
        Human:
          called: Terrans
          home: Earth               # name of its home planet
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
          planets:                  # by name; a new one is added
            Earth: {name: Terra, mining_base: 98.0, manufacturing_base: 50.1, population: 1500,
                    shipyards: 2, items: {RM: 20}}
            Mars: {at: "10 12 3 #2", installing: {IU: 5}, needed: {AU: 7}, ordered: {IU: 1},
                   siege: 40, hiding: true, hidden: false, ambush: 10, kind: mining,
                   disbanded: false}
          ships:                    # by class word and name; a new one is added
            TR10S Mover: {at: Terra, status: landed, age: 3, cargo: {CU: 10}, loaded_at: Terra,
                          unloading_at: Mars}
            BAS Fort: {at: "10 12 3 #1", tons: 20000}
            DD Runner: {at: "1 2 3", status: withdrew, to: "4 5 6", moved: jumped, unpaid: 0,
                        through_wormhole: false}
      transactions:                 # acts earlier in the turn; species by their names
        - {kind: units sent, donor: Human, recipient: Klingon, amount: 5}
        - {kind: besieged, besieger: Klingon, besieged: Human, ship: DD Claw, place: "10 12 3 #2"}

Bases, gravity and mining difficulty are written as reports print them. A list of planets replaces
all planets of a star; a mapping by number changes single ones, and adds missing ones up to that
number. A planet without any values is small and airless. A level by itself also sets knowledge and
the level at the beginning of the turn, without points. Whether a planet is populated, and whether
it is a mining colony or a resort, follows from its bases and people, unless `kind` is normal,
mining or resort. A siege by residents of the planet is negative. By default a new ship is in orbit
at a planet, otherwise in deep space, of age 0 and paid; its `status` is building, landed, orbit,
deep, withdrew or forced, and `moved` is not, jumped, moved or wormhole. Home systems and sectors
with colonies count as visited. By default fleets cost nothing and planets are fully efficient. The
kinds of transactions are those of `TransactionKind` in lower case, their facts those of
`model.transactions.FACTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import boolean
from variants.far_horizons.constants import TECHS
from variants.far_horizons.model import Atmosphere, Game, Place, Sector, Species, Tech
from variants.far_horizons.scenario_state import planets as state_of_planets
from variants.far_horizons.scenario_state import planets as state_of_stars
from variants.far_horizons.scenario_state import ships as state_of_ships
from variants.far_horizons.scenario_state import ships as state_of_transactions
from variants.far_horizons.scenario_state import words as read
from variants.far_horizons.setup.galaxy import RADIUS

_PARTS = ("turn", "last_turn", "radius", "remove", "stars", "species", "transactions")
_RELATIONS = ("met", "allies")
_SPECIES = (
    "called", "home", "techs", "treasury", *_RELATIONS, "enemies", "visited", "atmosphere", "fleet",
    "undamaged_base", "auto", "planets", "ships",
)  # fmt: skip
_TECH = ("level", "knowledge", "points", "initial")
_ATMOSPHERE = ("required", "least", "most", "neutral", "poisonous")
_MAX_VALUE = 9999


def apply_state(game: Game, state: Mapping[str, Any]) -> None:
    """Turn a fresh game into the scenario's state; raises ScenarioError with the place."""
    scenario_state.fields("state", state, _PARTS)
    if "turn" in state:
        game.turn = read.integer("turn", state["turn"])
    if "last_turn" in state:
        game.last_turn = read.integer("last_turn", state["last_turn"])
    if "radius" in state:
        game.radius = read.integer("radius", state["radius"], 1, RADIUS[1])
    _apply_stars(game, state)
    species = [
        (f"species.{name}", read.species(game, "species", name), values)
        for name, values in scenario_state.objects("species", state.get("species", {}), _SPECIES)
    ]
    for path, owner, values in species:
        _apply_species(owner, path, values)
    for path, owner, values in species:
        _apply_belongings(game, owner, path, values)
    for number, deal in enumerate(
        scenario_state.listed("transactions", state.get("transactions", [])), 1
    ):
        game.transactions.append(
            state_of_transactions.transaction_of(game, f"transactions[{number}]", deal)
        )
    _check(game)
    _record_knowledge(game)


def _record_knowledge(game: Game) -> None:
    """Record what all species see in this state."""
    from variants.far_horizons.rules.knowledge import record_knowledge

    record_knowledge(game, game.turn)


def _apply_stars(game: Game, state: Mapping[str, Any]) -> None:
    stars = [
        (f"stars.{title}", read.sector("stars", title), values)
        for title, values in scenario_state.objects(
            "stars", state.get("stars", {}), state_of_stars.STAR_FIELDS
        )
    ]
    for kind in scenario_state.listed("remove", state.get("remove", [])):
        _remove(
            game,
            scenario_state.word("remove", kind, ("stars", "wormholes")),
            [s for _, s, _ in stars],
        )
    for path, sector, values in stars:
        state_of_stars.apply_star(game, path, sector, values)
    for path, sector, values in stars:
        if "wormhole" in values:
            state_of_stars.join(game, f"{path}.wormhole", sector, values["wormhole"])


def _remove(game: Game, kind: str, named: list[Sector]) -> None:
    if kind == "stars":
        sectors_kept = {*named, *(species.home.sector for species in game.empires)}
        game.stars = [star for star in game.stars if star.sector in sectors_kept]
        ids_left = {star.id for star in game.stars}
        for species in game.empires:
            species.visited = [star for star in species.visited if star in ids_left]
    sectors = {star.sector for star in game.stars}
    for star in game.stars:
        if kind == "wormholes" or star.wormhole not in sectors:
            star.wormhole = None


def _apply_species(species: Species, path: str, values: Mapping[str, Any]) -> None:
    if "called" in values:
        species.called = read.named(f"{path}.called", values["called"])
    if "home" in values:
        species.home_colony.name = read.named(f"{path}.home", values["home"])
    for tech, level in scenario_state.fields(
        f"{path}.techs", values.get("techs", {}), TECHS
    ).items():
        species.techs[tech] = _tech(f"{path}.techs.{tech}", level)
    if "treasury" in values:
        species.stock["EU"] = read.integer(f"{path}.treasury", values["treasury"], -_MAX_VALUE)
    if "atmosphere" in values:
        _set_atmosphere(species.atmosphere, f"{path}.atmosphere", values["atmosphere"])
    if "fleet" in values:
        _set_fleet_cost(species, f"{path}.fleet", values["fleet"])
    if "undamaged_base" in values:
        base = f"{path}.undamaged_base"
        species.home_base = read.decimal(base, values["undamaged_base"], 10)
    if "auto" in values:
        species.auto = boolean(f"{path}.auto", values["auto"])


def _tech(path: str, value: Any) -> Tech:
    """Read a technology, which is a single level or all fields."""
    fields = value if isinstance(value, Mapping) else {"level": value}
    scenario_state.fields(path, fields, _TECH)
    if "level" not in fields:
        raise ScenarioError(f"{path} has no level")
    level = read.integer(f"{path}.level", fields["level"], 0, _MAX_VALUE)
    numbers = {"knowledge": level, "initial": level, "points": 0, **fields}
    return Tech(**{field: read.integer(f"{path}.{field}", numbers[field]) for field in _TECH})


def _set_atmosphere(air: Atmosphere, path: str, values: Any) -> None:
    scenario_state.fields(path, values, _ATMOSPHERE)
    if "required" in values:
        air.required = read.gas(f"{path}.required", values["required"])
    for bound in ("least", "most"):
        if bound in values:
            setattr(air, bound, read.integer(f"{path}.{bound}", values[bound], 0, 100))
    for gases in ("neutral", "poisonous"):
        if gases in values:
            setattr(air, gases, read.gas_list(f"{path}.{gases}", values[gases]))


def _set_fleet_cost(species: Species, path: str, values: Any) -> None:
    """Set the fleet's cost this turn, and its share of production."""
    scenario_state.fields(path, values, ("cost", "percent"))
    if "cost" in values:
        species.fleet_cost = read.integer(f"{path}.cost", values["cost"])
    if "percent" in values:
        species.fleet_percent = read.decimal(f"{path}.percent", values["percent"], 100)


def _apply_belongings(game: Game, species: Species, path: str, values: Mapping[str, Any]) -> None:
    """Apply planets and ships, and relations of the species."""
    planets = scenario_state.objects(
        f"{path}.planets", values.get("planets", {}), state_of_planets.COLONY_FIELDS
    )
    for name, planet in planets:
        place = f"{path}.planets.{name}"
        state_of_planets.apply_colony(game, species, place, name, planet)
    ships = scenario_state.objects(f"{path}.ships", values.get("ships", {}), state_of_ships.FIELDS)
    for title, ship in ships:
        state_of_ships.apply_ship(game, species, f"{path}.ships.{title}", title, ship)
    for relation in (name for name in _RELATIONS if name in values):
        setattr(species, relation, _species_ids(game, f"{path}.{relation}", values[relation]))
    if "enemies" in values:
        species.all_enemies = values["enemies"] == "all"
        other_ids = [empire.id for empire in game.empires if empire is not species]
        named = other_ids if species.all_enemies else values["enemies"]
        species.enemies = _species_ids(game, f"{path}.enemies", named)
    visited = scenario_state.listed(f"{path}.visited", values.get("visited", []))
    sectors = [read.sector(f"{path}.visited", text) for text in visited]
    sectors += [colony.place.sector for colony in species.living_colonies()]
    for sector in sectors:
        _visit(game, species, f"{path}.visited", sector)


def _species_ids(game: Game, path: str, values: Any) -> list[str]:
    return [read.species(game, path, name).id for name in scenario_state.listed(path, values)]


def _visit(game: Game, species: Species, path: str, sector: Sector) -> None:
    star = game.star_at(sector)
    if star is None:
        raise ScenarioError(f"{path}: no star is at {Place(sector)}")
    if star.id not in species.visited:
        species.visited.append(star.id)


def _check(game: Game) -> None:
    """Check that names are unique, and that all named planets exist."""
    names: set[str] = set()
    for species in game.empires:
        if species.name.casefold() in names:
            raise ScenarioError(f"species.{species.id}: two species are called {species.name}")
        names.add(species.name.casefold())
        for colony in species.living_colonies():
            if game.planet_at(colony.place) is None:
                raise ScenarioError(
                    (
                        f"species.{species.id}: PL {colony.name} is at {colony.place}, where there"
                        " is no planet"
                    ),
                    "give the star its planets under stars",
                )
