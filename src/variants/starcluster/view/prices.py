"""Current prices for an empire, for players and bots that plan."""

from __future__ import annotations

from typing import Any

from horizons_core.amounts import half_up, in_units
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.rules.defenses import TROOPS, silo_level, usable_generation
from variants.starcluster.rules.installations import science_centers


def prices_of(
    known: Starcluster, empire: Empire, economy: StarclusterEconomy
) -> list[dict[str, Any]]:
    """Rows of possible purchases: the order, its object, and MC."""
    race, el, research = empire.race, empire.el, economy.research
    colonies = known.colonies(empire.id)
    centers = science_centers(known, empire)
    home = next((system for system in colonies if system.id == empire.home), None)
    level = silo_level(known, empire, home) if home else 1
    rows = [
        ("FREIGHTERS", "a freighter", MC * economy.freighter_price),
        (
            "INSTALL SCIENCE",
            f"a Science Center of rating {el + 1}",
            economy.science_price(el, centers + 1),
        ),
        ("INSTALL GENERIC", "a Generic R&D Center of level 1", economy.generic_center_price(1)),
        ("INSTALL PDC", "a PDC", economy.defense_price("PDC", el, 0, race)),
        (
            "INSTALL CMS",
            "a silo at the homeworld",
            economy.defense_price("CMS", el, level, race),
        ),
        (
            "INSTALL CGB",
            "a ground base",
            economy.defense_price("CGB", el, usable_generation(empire, TROOPS), race),
        ),
        (
            "RESEARCH EL",
            f"a turn of the way to EL {el + 1}, in {research.el_centers(el)} Science Centers",
            half_up(MC * research.el_price(el)),
        ),
        (
            "INTELLIGENCE",
            f"Intelligence Rating {empire.intelligence + 1}",
            economy.intelligence.rating_price(empire.intelligence + 1),
        ),
        ("ENVOY", "an envoy to a race", economy.diplomacy.envoy_price(el)),
    ]
    lower = next((system for system in colonies if 0 < system.science <= el), None)
    if lower is not None:
        raised = f"the Science Center in {lower.id}, to rating {el + 1}"
        price = economy.science_price(el, centers, lower.science)
        rows.insert(2, ("UPGRADE SCIENCE", raised, price))
    return [{"order": order, "what": name, "MC": in_units(price)} for order, name, price in rows]
