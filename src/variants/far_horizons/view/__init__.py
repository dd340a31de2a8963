"""Who sees what, and what the view says (FH-SCAN-004, FH-REPORT-001, FH-MAP-001).

What a species saw of others was noted down in its `Knowledge` when the turn ended; so a view is
made from its own things, the public chart of the stars, and that.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from horizons_core.model import Entity, Eye, Observer, Sight, View
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.model import Game, Planet, Species, Star
from variants.far_horizons.view import parts
from variants.far_horizons.view.placeholders import imagine, live_planets
from variants.far_horizons.view.species_view import Atlas, position, positions


@frozen
class FarHorizonsView:
    """The view model of Far Horizons, for games that keep these habits."""

    habits: Habits = RULEBOOK

    def observer(self, game: Game, empire: str) -> Observer:
        """One's own things wholly; of others the name; planets where one's people live.

        Stars are on the chart; a star itself is known only for the sake of such planets.
        """
        me: Species = game.empire(empire)
        live = live_planets(me)
        stars = {planet.partition(" #")[0] for planet in live}

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Species):
                return Sight.OWN if entity is me else Sight.KNOWN
            if isinstance(entity, Planet):
                return Sight.SCANNED if entity.id in live else Sight.KNOWN
            if isinstance(entity, Star):
                return Sight.SCANNED if entity.id in stars else Sight.NOTHING
            return Sight.KNOWN

        def among(entities: list[Any]) -> list[Any]:
            """Of all stars the few on which planets may be known."""
            return near if entities is game.stars else entities

        near = [star for star in game.stars if star.id in stars]
        return Eye(sight, among, (Species,), me)

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """The position of a species with the stars and what it knows of them."""
        if empire is None:
            return parts.everything(known, positions(known, self.habits))
        me: Species = known.empire(empire)
        return {
            **position(known, me, Atlas(known), self.habits),
            **parts.galaxy(known, me),
        }

    def imagine(self, known: Game, empire: str) -> None:
        """Stars by the chart and the scans; the aliens that were seen stay where they are."""
        imagine(known, empire)

    def map(self, view: View) -> dict[str, Any]:
        """All stars from above, with what is known to be there."""
        from variants.far_horizons.view.charts import chart

        return chart(view)
