"""The model of a Galaxy G game: planets, races with their ship types, groups and fleets."""

from variants.galaxy_g.model.game import Game
from variants.galaxy_g.model.planets import Planet, Point, distance, position_in_flight
from variants.galaxy_g.model.races import Incoming, Knowledge, MapArea, Race, SeenShips, SeenType
from variants.galaxy_g.model.ships import Design, Fleet, Group, ShipType, Techs, design_fault

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
    "position_in_flight",
]
