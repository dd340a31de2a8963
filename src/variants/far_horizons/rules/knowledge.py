"""Records of what each species sees at the end of a turn, and new distortion numbers.

Clauses: FH-SCAN-004.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from horizons_core.report import data_of
from horizons_core.turn import TurnContext
from variants.far_horizons.dice import Dice, StreamChance
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy, economy_of
from variants.far_horizons.model import Game, Sector, Species, Star
from variants.far_horizons.model.memory import Detected, Settled, StarChart, SystemScan
from variants.far_horizons.view.aliens import aliens, watched_sectors
from variants.far_horizons.view.model import FarHorizonsView
from variants.far_horizons.view.sector_index import DISGUISE, Disguise, SectorIndex
from variants.far_horizons.view.shapes import AlienSectorShown

if TYPE_CHECKING:
    from variants.far_horizons.step_context import StepContext


#: Range of distortion numbers (FH-FD-005).
MIN_DISTORTION, MAX_DISTORTION = 10, 472


def record_knowledge(
    game: Game,
    turn: int,
    disguise: Disguise = DISGUISE,
    economy: Economy = RULEBOOK_ECONOMY,
) -> None:
    """Record what every species sees at the end of this turn; turn 0 is the setup."""
    update_chart(game)
    index = SectorIndex(game)
    for species in game.empires:
        _record_sight(species, aliens(species, index, disguise, economy), index, turn)
    sightings = {species.id: species.knowledge.aliens for species in game.empires}
    numbers = disguise.own(game, sightings, economy)
    for species in game.empires:
        species.knowledge.in_disguise = numbers.get(species.id)


def update_chart(game: Game) -> None:
    """Replace the public chart of the stars, if the stars differ from it."""
    chart = StarChart(tuple(star.mark for star in game.stars))
    if chart != game.chart:
        game.chart = chart


def _record_sight(
    species: Species, aliens: list[AlienSectorShown], index: SectorIndex, turn: int
) -> None:
    knowledge = species.knowledge
    knowledge.turn = turn
    knowledge.aliens = [data_of(sector) for sector in aliens]
    home = index.stars.get(species.home.sector)
    if home is not None and home.id not in knowledge.scans:
        knowledge.scans[home.id] = scan_of(home, turn)
    _record_populated_planets(species, index, turn)
    _forget_detected(species, turn)
    _note_wormholes(species, index)


# others' planets


def _record_populated_planets(species: Species, index: SectorIndex, turn: int) -> None:
    """Record the populated planets of others in the systems where the species is now."""
    planets_at = {tuple(sector["sector"]): sector["planets"] for sector in species.knowledge.aliens}
    for sector in watched_sectors(species):
        star = index.stars.get(sector)
        if star is not None:
            _note_settled(species.knowledge.settled, star.id, turn, planets_at.get(sector, ()))


def _note_settled(
    settled: dict[str, tuple[Settled, ...]],
    star: str,
    turn: int,
    planets: Iterable[Mapping[str, Any]],
) -> None:
    settled.pop(star, None)
    records = tuple(
        Settled(turn, planet["species"], planet["name"], planet["orbit"], planet["kind"])
        for planet in planets
    )
    if records:
        settled[star] = records


def _forget_detected(species: Species, turn: int) -> None:
    """Drop telescope results about ships after a turn, and about sectors where the species is."""
    watched = set(watched_sectors(species))
    species.knowledge.detected = [
        detected
        for detected in species.knowledge.detected
        if detected.sector not in watched and (detected.turn == turn or detected.base is not None)
    ]


# wormholes


def _note_wormholes(species: Species, index: SectorIndex) -> None:
    """Record both ends of wormholes that ships passed through (FH-WORM-005)."""
    for ship in species.living_ships():
        if ship.through_wormhole:
            note_wormhole(species, index.stars.get(ship.place.sector), index.stars)


def note_wormhole(species: Species, end: Star | None, stars: Mapping[Sector, Star]) -> None:
    """Record that a wormhole joins this star to another."""
    if end is None or end.wormhole is None or end.wormhole not in stars:
        return
    wormholes = species.knowledge.wormholes
    wormholes[end.id] = end.wormhole
    wormholes[stars[end.wormhole].id] = end.sector


# scans


def store_scans(context: StepContext) -> None:
    """Store the results of scans and telescopes in a step.

    A forecast stores nothing about systems that it only imagines.
    """
    turn, imagined = context.game.turn + 1, set(context.game.imagined)
    for id_, sector in context.scans:  # FH-SCAN-001
        star = context.star(sector)
        if star is not None and star.id not in imagined:
            context.by_id[id_].knowledge.scans[star.id] = scan_of(star, turn)
    for id_, detected in context.detected:  # FH-GT-003
        knowledge = context.by_id[id_].knowledge
        others = [old for old in knowledge.detected if not _is_same_object(old, detected)]
        knowledge.detected = [*others, detected]


def _is_same_object(old: Detected, new: Detected) -> bool:
    """Return whether two detections are of the same object."""
    old_key = (old.sector, old.orbit, old.species, old.name, old.base is None)
    return old_key == (new.sector, new.orbit, new.species, new.name, new.base is None)


def scan_of(star: Star, turn: int) -> SystemScan:
    """Return a scan of a star system: its planets, and whether it has a wormhole."""
    planets = tuple(planet.scanned() for planet in star.planets)
    return SystemScan(turn, planets, wormhole=star.wormhole is not None)


def draw_distortion(species: Species, dice: Dice) -> None:
    """Draw a species' distortion number if it has none, or if its Life Support has changed."""
    level = species.level("LS")
    if level != species.distortion_level:
        species.distortion = MIN_DISTORTION - 1 + dice(MAX_DISTORTION - MIN_DISTORTION + 1)
        species.distortion_level = level


def run(context: TurnContext[Game]) -> None:
    chance = StreamChance(context)
    for species in context.game.empires:
        draw_distortion(species, chance.dice("distortion", species.number))
    view = cast("FarHorizonsView", context.variant.view_model)
    record_knowledge(context.game, context.turn, view.disguise, economy_of(context))
