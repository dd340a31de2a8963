"""Fairness of the start, measured by the surroundings of each home.

The value of planets is measured in ships. A planet of size S with natural resources R that is fully
settled and has no stockpile builds S / (10 + 1/R) of ship mass a turn (GG-BLD-001, GG-MAT-003). A
planet within reach of several homes counts in equal parts for each. Reach is the distance that an
all-drive ship covers in its first turn.
"""

from __future__ import annotations

from typing import Any

from attrs import asdict, evolve, frozen

from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.economy import RULEBOOK_ECONOMY, Industry
from variants.galaxy_g.model import Game, Planet, distance

#: Default for the required share of the poorest start, in percent of the average.
DEFAULT_FAIRNESS = 75

#: Turns of an all-drive ship within which homes are neighbours.
NEAR = 2


@frozen
class Start:
    """The surroundings of a race's home at the start.

    `planets`, `size` and `resources` sum up the habitable planets within reach; `worth` is the ship
    mass they could build a turn, `share` the same with each planet shared among the homes in reach.
    `nearest` is the distance of the nearest home, `neighbours` the homes within two turns.
    """

    race: str
    home: str
    planets: int
    size: float
    resources: float
    worth: float
    share: float
    nearest: float
    neighbours: int


def starts(game: Game, industry: Industry = RULEBOOK_ECONOMY) -> list[Start]:
    """A start for every race, except those whose home was removed from the map."""
    reach = industry.light_years
    by_id = {planet.id: planet for planet in game.planets}
    homes = [(race.name, by_id[race.home]) for race in game.empires if race.home in by_id]
    home_ids = {home.id for _, home in homes}
    free = [planet for planet in game.planets if planet.habitable and planet.id not in home_ids]
    reachable = [[p for p in free if distance(p.at, home.at) <= reach] for _, home in homes]
    claims: dict[str, int] = {}
    for planets in reachable:
        for planet in planets:
            claims[planet.id] = claims.get(planet.id, 0) + 1
    worths = {planet.id: worth(planet, industry) for planets in reachable for planet in planets}
    all_starts = []
    for (name, home), planets in zip(homes, reachable, strict=True):
        home_distances = [distance(home.at, other.at) for _, other in homes if other is not home]
        shares = [worths[planet.id] / claims[planet.id] for planet in planets]
        start = Start(
            race=name,
            home=home.name,
            planets=len(planets),
            size=ordered_sum(planet.size for planet in planets),
            resources=ordered_sum(planet.resources for planet in planets),
            worth=ordered_sum(worths[planet.id] for planet in planets),
            share=ordered_sum(shares),
            nearest=min(home_distances, default=0.0),
            neighbours=int_sum(light_years <= NEAR * reach for light_years in home_distances),
        )
        all_starts.append(start)
    return all_starts


def worth(planet: Planet, industry: Industry = RULEBOOK_ECONOMY) -> float:
    """Ship mass a turn of a fully settled planet."""
    if not planet.size or not planet.resources:
        return 0.0
    settled = evolve(planet, population=planet.size, industry=planet.size)
    return industry.points(settled) / (industry.points_per_mass + 1 / planet.resources)


def poorest(all_starts: list[Start]) -> float:
    """The smallest share of all starts, in percent of the average."""
    shares = [start.share for start in all_starts]
    average = ordered_sum(shares) / len(shares) if shares else 0.0
    return 100 * min(shares) / average if average else 100.0


def table(game: Game, industry: Industry = RULEBOOK_ECONOMY) -> dict[str, Any]:
    """The starts as plain data, for the gamemaster."""
    all_starts = starts(game, industry)
    return {"poorest": poorest(all_starts), "starts": [asdict(start) for start in all_starts]}


def notes(game: Game, industry: Industry = RULEBOOK_ECONOMY) -> list[str]:
    """Lines of text about the starts, which the gamemaster sees at set-up."""
    all_starts = starts(game, industry)
    reach, near = industry.light_years, NEAR * industry.light_years
    required = game.options.get("fairness")
    bound = DEFAULT_FAIRNESS if required is None else required
    text = (
        f"the poorest start has {poorest(all_starts):.0f}% of the average ({bound}% or more wanted)"
    )
    width = max((len(start.race) for start in all_starts), default=4)
    return [
        f"Fairness: {text}.",
        (
            f"Planets, size and resources are totals within {reach:.0f} light years of each home."
            " Mass is"
        ),
        "the ship mass that they build per turn once settled, share the same if homes share the",
        f"planets they both reach. Neighbours are homes within {near:.0f} light years.",
        f"{'race':{width}}  home  planets     size  resources   mass  share  next home  neighbours",
        *(
            f"{s.race:{width}}  {s.home:>4}  {s.planets:7}  {s.size:7.0f}  {s.resources:9.2f}"
            f"  {s.worth:5.0f}  {s.share:5.0f}  {s.nearest:9.2f}  {s.neighbours:10}"
            for s in all_starts
        ),
    ]
