"""The game's model: systems, races, empires, fleets, works, and the knowledge of empires."""

from variants.starcluster.model.empires import Empire, Relation, Sortie
from variants.starcluster.model.estates import Estate
from variants.starcluster.model.fleets import Class, Doctrine, Fleet, Scan, Unit
from variants.starcluster.model.game import Starcluster
from variants.starcluster.model.knowledge import Charts, Colony, Sighting, Survey
from variants.starcluster.model.races import Race
from variants.starcluster.model.systems import Link, Planet, Silo, Spell, System, Troops
from variants.starcluster.model.works import Building, Expedition, Installation, Project

__all__ = [
    "Building",
    "Charts",
    "Class",
    "Colony",
    "Doctrine",
    "Empire",
    "Estate",
    "Expedition",
    "Fleet",
    "Installation",
    "Link",
    "Planet",
    "Project",
    "Race",
    "Relation",
    "Scan",
    "Sighting",
    "Silo",
    "Sortie",
    "Spell",
    "Starcluster",
    "Survey",
    "System",
    "Troops",
    "Unit",
]
