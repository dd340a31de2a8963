"""The end of a game (FH-END-001), and the final standings of its species (FH-END-002)."""

from __future__ import annotations

from attrs import asdict, frozen

from horizons_core.model import EVERYONE, EventKind, Outcome, Rank
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext, VariantRules
from variants.far_horizons import formulas
from variants.far_horizons.constants import TECHS
from variants.far_horizons.economy import Economy, economy_of
from variants.far_horizons.model import Colony, Game, Place, Planet, Ship, ShipLocation, Species

Planets = dict[Place, Planet]


@frozen(kw_only=True)
class FinalStanding:
    """The figures of a species; `levels` are those of the technologies, in their order."""

    number: int
    name: str
    levels: tuple[int, ...]
    revenue: int
    planets: int
    ships: int
    shipyards: int
    offensive_power: int
    defensive_power: int
    treasury: int

    def figures(self) -> dict[str, float]:
        """Return all figures by name, the decisive one first."""
        values = asdict(self)
        names = ("planets", "ships", "shipyards", "offensive_power", "defensive_power", "treasury")
        levels = dict(zip(TECHS, self.levels, strict=True))
        totals = {name.replace("_", " "): values[name] for name in names}
        return {"revenue": self.revenue, **levels, **totals}


def standings(game: Game, economy: Economy) -> list[FinalStanding]:
    """Return all species by descending revenue; ties in the order of their numbers."""
    planets = {
        Place(star.sector, orbit): planet
        for star in game.stars
        for orbit, planet in enumerate(star.planets, start=1)
    }
    rows = [standing(species, planets, economy) for species in game.empires]
    return sorted(rows, key=lambda row: -row.revenue)


def standing(species: Species, planets: Planets, economy: Economy) -> FinalStanding:
    """Return the figures of a species; `planets` are all in the galaxy, by place."""
    colonies = list(species.living_colonies())
    ships = [ship for ship in species.living_ships() if ship.where != ShipLocation.BUILDING]
    guns = [ship for ship in ships if not ship.transport]
    attack = int_sum(formulas.power(ship.tonnage) for ship in guns if _attacks(ship))
    defense = int_sum(formulas.power(ship.tonnage) for ship in guns if not _attacks(ship))
    defense += int_sum(formulas.power(defense_tonnage(colony)) for colony in colonies)
    military = species.level("ML")
    return FinalStanding(
        number=species.number,
        name=species.name,
        levels=tuple(species.level(tech) for tech in TECHS),
        revenue=int_sum(revenue(species, colony, planets, economy) for colony in colonies),
        planets=int_sum(colony.populated for colony in colonies),
        ships=len(ships),
        shipyards=int_sum(colony.shipyards for colony in colonies),
        offensive_power=with_military(attack, military),
        defensive_power=with_military(defense, military),
        treasury=species.treasury,
    )


def revenue(species: Species, colony: Colony, planets: Planets, economy: Economy) -> int:
    """Return a planet's income in a turn without stored raw material, less the fleet's share."""
    home = planets[species.home]
    site = economy.site(species, colony, planets[colony.place], home)
    earned = economy.income(colony, economy.output(species, colony, site))
    return earned - economy.fleet_share(species.fleet_percent, earned)


def defense_tonnage(colony: Colony) -> int:
    """Return a planet's defenses as tonnage of a warship, in units of 10,000 tons (FH-PD-004)."""
    units = colony.items.get("PD", 0)
    return max(units // 200, 1) if units > 0 else 0


def with_military(power: int, military: int) -> int:
    """Return the total power of ships at this Military level; 0 if there are none."""
    return (power + military * power // 50) // 10 if military > 0 else 0


def _attacks(ship: Ship) -> bool:
    """Return whether a warship counts as offensive, because it can travel."""
    return not ship.starbase and not ship.sub_light


GAME_ENDED = EventKind(
    "game-ended", "The game ends after turn {turn}. There are no winners.", ("FH-END-001",)
)
#: The event that ends a game by a house rule's victory.
GAME_WON = EventKind("game-won", "The game ends after turn {turn}: {reason}. Won by {winners}.")
FINAL_SUMMARY = EventKind("final-summary", "Final summary:", ("FH-END-002",))

_FIGURES = "Revenue Plan Ship Yard  Offen.  Defen. Treasury"


@frozen
class LastTurn:
    """The game ends after its last turn, without a winner.

    A game without a fixed last turn continues until its gamemaster ends it.
    """

    def outcome(self, game: Game, turn: int) -> Outcome | None:
        """Return the end of the game after its last turn, or None (FH-END-001, FH-END-003)."""
        if not 0 < game.last_turn <= turn:
            return None
        return Outcome(winners=(), reason="its last turn was played", turn=turn)


def ranking(game: Game, variant: VariantRules) -> list[Rank]:
    """Return the species by income per turn, with all figures of the summary (FH-END-002)."""
    return [Rank(row.name, row.figures()) for row in standings(game, variant.economy)]


def judge(context: TurnContext[Game]) -> None:
    """End the game if its victory condition is met, and announce the summary (FH-END-002)."""
    game = context.game
    outcome = context.variant.victory.outcome(game, context.turn)
    if outcome is None:
        return
    game.outcome = outcome
    if outcome.winners:
        names = ", ".join(f"SP {game.empire(winner).name}" for winner in outcome.winners)
        context.emit(GAME_WON, [EVERYONE], turn=context.turn, winners=names, reason=outcome.reason)
    else:
        context.emit(GAME_ENDED, [EVERYONE], turn=context.turn)
    rows = standings(game, economy_of(context))
    facts = [{**asdict(r), "levels": dict(zip(TECHS, r.levels, strict=True))} for r in rows]
    context.emit(FINAL_SUMMARY, [EVERYONE], species=facts, table=summary(rows))


def put_off(game: Game, turn: int) -> None:
    """Postpone the last turn to this one, if it is earlier (FH-END-004)."""
    if game.last_turn:
        game.last_turn = max(game.last_turn, turn)


def summary(rows: list[FinalStanding]) -> str:
    """Format the table of all species for the reports of the last turn."""
    width = max((len(row.name) for row in rows), default=len("Species"))
    levels = " ".join(f"{tech:>3}" for tech in TECHS)
    heading = f" SP {'Species':{width}} {levels} {_FIGURES}"
    return "\n".join((heading, "-" * len(heading), *(_row(row, width) for row in rows)))


def _row(row: FinalStanding, width: int) -> str:
    levels = " ".join(f"{level:3}" for level in row.levels)
    return (
        f"{row.number:3} {row.name:{width}} {levels} {row.revenue:7} {row.planets:4} {row.ships:4}"
        f" {row.shipyards:4} {row.offensive_power:7} {row.defensive_power:7} {row.treasury:8}"
    )
