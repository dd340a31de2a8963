"""The game's model: systems, races, empires, fleets, works, and the knowledge of empires."""

from variants.starcluster.model.empires import Empire, Relation, Sortie
from variants.starcluster.model.fleets import Class, Doctrine, ExplorationWork, Fleet, Unit
from variants.starcluster.model.game import Estate, Starcluster
from variants.starcluster.model.knowledge import Charts, Sighting, Survey, SurveyedColony
from variants.starcluster.model.races import RACE, Race
from variants.starcluster.model.systems import (
    GrowthModifier,
    Planet,
    Silo,
    StarSystem,
    Troops,
    WarpLink,
)
from variants.starcluster.model.works import Expedition, Installation, Project, UnitConstruction

__all__ = [
    "RACE",
    "Charts",
    "Class",
    "Doctrine",
    "Empire",
    "Estate",
    "Expedition",
    "ExplorationWork",
    "Fleet",
    "GrowthModifier",
    "Installation",
    "Planet",
    "Project",
    "Race",
    "Relation",
    "Sighting",
    "Silo",
    "Sortie",
    "StarSystem",
    "Starcluster",
    "Survey",
    "SurveyedColony",
    "Troops",
    "Unit",
    "UnitConstruction",
    "WarpLink",
]
