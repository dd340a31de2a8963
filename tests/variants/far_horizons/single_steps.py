"""Small games in the words of situations, and single steps of a turn in them.

    game = game_with({"species": {"Human": {"treasury": 100}}})
    result = step("production", game, {"Human": "PRODUCTION PL Earth"})
    result.game, result.log("Human"), result.events("Human"), result.remarks("Human")

The galaxy is always the same. The species live at 10 10 10 #3, 15 10 10 #3, 20 10 10 #3 and so on,
on planets like Earth: temperature and pressure class 10, gravity 1.00, mining difficulty 2.00, 75 %
N2 and 25 % O2. With mining base 100.0, manufacturing base 50.0 and Mining and Manufacturing 10 each
makes exactly 500 raw materials and 500 products a turn; ML, GV and LS are 4 and BI is 3; the
treasury is empty, no species has met another, and dice are fair unless `chance` replaces them.
Planet 1 of a home system is hot and bare, 2 has some harmless air and less gravity (LSN 6), 4 has
air that is not breathable (LSN 12), 5 is a gas giant. There are four more stars, all unvisited: 12
13 10 with two planets, 9 9 9 with one, and 2 2 2 and 38 38 38 with one each, which a wormhole
joins.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from attrs import define, field

import horizons_core as hz
from horizons_core.combat import CombatResolver
from horizons_core.model import Event, EventKind
from horizons_core.orders import Diagnostic
from horizons_core.turn import Phase
from variants.far_horizons.combat import Resolver
from variants.far_horizons.dice import Chance, Dice, dice_of
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import (
    Atmosphere,
    Colony,
    Game,
    Gas,
    Place,
    Planet,
    Sector,
    Species,
    Star,
    Status,
    Tech,
)
from variants.far_horizons.model.names import RULEBOOK_NAMES
from variants.far_horizons.mods.engine_1999.commands import CHANGES, as_in_1999
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY, EngineEconomy
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.mods.engine_1999.names import ForgivingNames
from variants.far_horizons.mods.engine_1999.steps import as_in_1999 as step_as_in_1999
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage
from variants.far_horizons.report.event_log import log_lines
from variants.far_horizons.rules import battles, housekeeping, jumps, production
from variants.far_horizons.rules.steps import Step, run_post_arrival, run_pre_departure
from variants.far_horizons.scenario_state import apply_state
from variants.far_horizons.step_context import StepContext

#: The steps of a turn by the rulebook.
STEPS: dict[str, Callable[[StepContext], None]] = {
    "combat": battles.combat,
    "pre-departure": run_pre_departure,
    "jumps": jumps.run,
    "production": production.run,
    "post-arrival": run_post_arrival,
    "strikes": battles.strikes,
    "finish": housekeeping.finish,
}

RULES = hz.load_variant("far_horizons")

#: The home planets of well-known species; others live on "<player> Prime".
HOMES = {"Human": "Earth", "Klingon": "Kronos", "Romulan": "Romulus", "Vulcan": "Vulcan"}
LEVELS = {"MI": 10, "MA": 10, "ML": 4, "GV": 4, "LS": 4, "BI": 3}
SECTIONS = {
    "combat": "COMBAT",
    "strikes": "STRIKES",
    "pre-departure": "PRE-DEPARTURE",
    "jumps": "JUMPS",
    "production": "PRODUCTION",
    "post-arrival": "POST-ARRIVAL",
}
#: Temperature, pressure, gases, diameter, gravity and mining difficulty of the planets.
_HOME = (10, 10, {5: 75, 7: 25}, 12, 100, 200)
_HOME_SYSTEM = (
    (29, 0, {}, 5, 40, 150),
    (11, 9, {5: 80, 7: 20}, 10, 90, 180),
    _HOME,
    (9, 8, {6: 60, 5: 40}, 7, 60, 250),
    (5, 20, {1: 60, 3: 40}, 90, 250, 400),
)
_ELSEWHERE: dict[Sector, tuple[Any, ...]] = {
    (2, 2, 2): (_HOME_SYSTEM[3],),
    (9, 9, 9): (_HOME_SYSTEM[1],),
    (12, 13, 10): (_HOME_SYSTEM[0], _HOME_SYSTEM[1]),
    (38, 38, 38): (_HOME_SYSTEM[3],),
}
_AIR = Atmosphere(
    required=7, least=12, most=50, neutral=[3, 4, 5, 6, 11, 12], poisonous=[1, 2, 8, 9, 10, 13]
)


def game_with(
    state: Mapping[str, Any] | None = None, players: Sequence[str] = ("Human", "Klingon")
) -> Game:
    """A small game in this situation (see `variants.far_horizons.scenario_state`)."""
    game = Game(variant="far_horizons", turn=1, radius=20, planned_species=len(players))
    game.stars = [_star(sector, planets) for sector, planets in _ELSEWHERE.items()]
    for number, player in enumerate(players, start=1):
        star = _star((5 + 5 * number, 10, 10), _HOME_SYSTEM)
        star.planets[2].special, star.home_system = 1, True
        game.stars.append(star)
        game.empires.append(_species(number, player, star))
    game.stars.sort(key=lambda star: star.sector)
    ends = game.star_at((2, 2, 2)), game.star_at((38, 38, 38))
    for end, other in zip(ends, reversed(ends), strict=True):
        assert end is not None
        assert other is not None
        end.wormhole = other.sector
    apply_state(game, state or {})
    return game


def _star(sector: Sector, planets: Sequence[Any]) -> Star:
    star = Star(id=str(Place(sector)), sector=sector, colour="G", size=5)
    for orbit, (temperature, pressure, gases, diameter, gravity, difficulty) in enumerate(planets):
        air = [Gas(code, percent) for code, percent in gases.items()]
        star.planets.append(
            Planet(
                id=str(Place(sector, orbit + 1)),
                temperature=temperature,
                pressure=pressure,
                gases=air + [Gas()] * (4 - len(air)),
                diameter=diameter,
                gravity=gravity,
                mining_difficulty=difficulty,
                efficiency=100,
            )
        )
    return star


def _species(number: int, player: str, star: Star) -> Species:
    place = Place(star.sector, 3)
    home = Colony(
        name=HOMES.get(player, f"{player} Prime"),
        place=place,
        status=Status.HOME | Status.POPULATED,
        shipyards=1,
        mining_base=1000,
        manufacturing_base=500,
        population=1500,
    )
    return Species(
        id=player,
        number=number,
        government="The Council",
        government_type="Republic",
        home=place,
        atmosphere=copy.deepcopy(_AIR),
        techs={t: Tech(level=n, knowledge=n, initial=n) for t, n in LEVELS.items()},
        stock={"EU": 0},
        visited=[star.id],
        colonies=[home],
    )


@define
class Fair:
    """Fair dice, the same for the same key and subject."""

    key: str | int = 1
    asked: list[tuple[str | int, ...]] = field(factory=list)
    _dice: dict[tuple[str | int, ...], Dice] = field(factory=dict)

    def dice(self, *subject: str | int) -> Dice:
        self.asked.append(subject)
        if subject not in self._dice:
            self._dice[subject] = dice_of(hz.Stream.from_key("far horizons", self.key, *subject))
        return self._dice[subject]

    def stream(self, *subject: str | int) -> hz.Stream:
        return hz.Stream.from_key("far horizons", self.key, *subject)

    def drawn(self, *_subject: str | int) -> tuple[()]:
        return ()


class Falls:
    """Dice with fixed results for any subject, and then 1; `sides` were asked for.

    The kernels' dice are fair.
    """

    def __init__(self, *falls: int) -> None:
        self.falls, self.sides = list(falls), []

    def dice(self, *_subject: str | int) -> Dice:
        return self._roll

    def stream(self, *subject: str | int) -> hz.Stream:
        return hz.Stream.from_key("falls", *subject)

    def drawn(self, *_subject: str | int) -> tuple[()]:
        return ()

    def _roll(self, sides: int) -> int:
        self.sides.append(sides)
        return self.falls.pop(0) if self.falls else 1


@define
class Stepped:
    """The results of a step: the game after it, events, remarks, transactions."""

    game: Game
    context: StepContext
    reading: dict[str, list[Diagnostic]]
    ledger: list[tuple[str, int, str]]
    in_1999: bool = False

    def species(self, name: str) -> Species:
        """A species after the step."""
        species: Species = self.game.empire(name)
        return species

    def colony(self, name: str, planet: str) -> Colony:
        """A named planet of a species after the step."""
        return next(c for c in self.species(name).living_colonies() if c.name == planet)

    def ship(self, name: str, ship: str) -> Any:
        """A ship of a species after the step, by its name without class word; None if lost."""
        return next((s for s in self.species(name).living_ships() if s.name == ship), None)

    def log(self, name: str) -> str:
        """The lines of a species' classic log in this step."""
        events = [event.to_dict() for event in self.events(name)]
        return "\n".join(log_lines(events, layout_1999=self.in_1999))

    def events(self, name: str, kind: EventKind | str | None = None) -> list[Event]:
        """The events that a species received, optionally of one kind (or its code)."""
        code = kind.code if isinstance(kind, EventKind) else kind
        species_id = self.species(name).id
        return [
            e for e in self.context.events if species_id in e.audience and code in {None, e.code}
        ]

    def remarks(self, name: str) -> list[Diagnostic]:
        """The remarks on a species' orders: those of parsing, then those of the step."""
        species_id = self.species(name).id
        return [*self.reading.get(species_id, []), *self.context.diagnostics.get(species_id, [])]

    def codes(self, name: str) -> list[str]:
        """The codes of these remarks."""
        return [remark.code for remark in self.remarks(name)]


def step(
    name: str,
    game: Game,
    orders: Mapping[str, str] | None = None,
    *,
    in_1999: bool = False,
    forgiving: bool = False,
    economy: Economy | None = None,
    chance: Chance | None = None,
    combat: CombatResolver | None = None,
    wrapper: Callable[[Step], Step] | None = None,
    habits: Sequence[str] = (),
) -> Stepped:
    """Run one step of a turn on a copy of the game.

    `orders` are texts by species; START and END of the step's section may be left out. A species
    that is not named there has sent no orders. With `forgiving` orders are parsed as in 1999;
    `in_1999` commands, steps and economy are those of the mod, unless an economy is given. A mod's
    `wrapper` does something around the step; `habits` are names of changes that `engine_1999` makes
    to commands.
    """
    game = copy.deepcopy(game)
    commands = as_in_1999(COMMANDS, CHANGES if forgiving or in_1999 else habits)
    language = (Language1999 if forgiving else FarHorizonsLanguage)(commands)
    reading, read, ledger = {}, {}, []
    for player, text in (orders or {}).items():
        species = game.empire(player)
        result = language.read(_in_section(name, text), empire=species.id)
        reading[species.id], read[species.id] = result.diagnostics, result.orders

    def credit(species: Species, amount: int, reason: str) -> None:
        ledger.append((species.id, amount, reason))
        species.stock["EU"] = species.treasury + amount

    arguments: dict[str, Any] = {"chance": chance or Fair(), "phase": _phase(name)}
    arguments["names"] = ForgivingNames() if forgiving else RULEBOOK_NAMES
    arguments["economy"] = economy or (ENGINE_ECONOMY if in_1999 else RULEBOOK_ECONOMY)
    arguments |= {"combat": combat or Resolver(economy=arguments["economy"]), "credit": credit}
    context = StepContext.alone(RULES, game, read, **arguments)
    run = STEPS[name]
    if in_1999:
        run = step_as_in_1999("housekeeping" if name == "finish" else name, run)
    (wrapper(run) if wrapper else run)(context)
    return Stepped(game, context, reading, ledger, in_1999)


def engine_habits(*names: str) -> Economy:
    """The rulebook's economy, except that these fields and methods are the engine's."""
    habits = vars(EngineEconomy)
    methods = {name: habits[name] for name in names if callable(habits.get(name))}
    fields = {name: getattr(ENGINE_ECONOMY, name) for name in names if name not in methods}
    return attrs.evolve(type("Partly", (Economy,), methods)(), **fields)


def _in_section(name: str, text: str) -> str:
    section = SECTIONS.get(name)
    begun = any(line.split()[:1] == ["START"] for line in text.upper().splitlines())
    return text if begun or section is None else f"START {section}\n{text}\nEND\n"


def _phase(name: str) -> Phase:
    """The phase that a step is."""
    phase_name = "housekeeping" if name == "finish" else name
    return next(phase for phase in RULES.phases if phase.name == phase_name)
