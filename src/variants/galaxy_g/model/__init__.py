"""The model of a Galaxy G game: planets, races with their ship types, groups and fleets."""

from variants.galaxy_g.model.game import Game
from variants.galaxy_g.model.groups import Fleet, Group
from variants.galaxy_g.model.knowledge import Incoming, Knowledge, SeenShips, SeenType
from variants.galaxy_g.model.planets import Planet, Point, distance, on_the_way
from variants.galaxy_g.model.races import MapArea, Race
from variants.galaxy_g.model.ships import Design, ShipType, Techs, design_fault

__all__ = [
    "Design",
    "Fleet",
    "Game",
    "Group",
    "Incoming",
    "Knowledge",
    "MapArea",
    "Planet",
    "Point",
    "Race",
    "SeenShips",
    "SeenType",
    "ShipType",
    "Techs",
    "design_fault",
    "distance",
    "on_the_way",
]
