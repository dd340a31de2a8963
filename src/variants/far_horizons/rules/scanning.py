"""SCAN, and scan reports of star systems (FH-SCAN-001, FH-PLANET-001, FH-WORM-004).

Clauses: FH-SCAN-003.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any, Protocol

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import GASES
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Game, Gas, Sector, Ship, Species, Star
from variants.far_horizons.rules.ships import refuse_in_transit, refuse_unfinished
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import hundredths, ship_name

_HEADINGS = (
    "               Temp  Press Mining",
    "  #  Dia  Grav Class Class  Diff  LSN  Atmosphere",
    f" {'-' * 69}",
)
_AIRLESS = "No atmosphere"


class _Body(Protocol):
    """The numbers of a planet in a line of the table."""

    @property
    def diameter(self) -> int: ...
    @property
    def gravity(self) -> int: ...
    @property
    def temperature(self) -> int: ...
    @property
    def pressure(self) -> int: ...
    @property
    def mining_difficulty(self) -> int: ...


def scan_table(
    game: Game, species: Species, sector: Sector, economy: Economy = RULEBOOK_ECONOMY
) -> list[str]:
    """Return the lines of a scan by a species, or a line that says that there is no star.

    The life support is for this species, and a wormhole is shown without its other end.
    """
    star = game.star_at(sector)
    if star is None:
        x, y, z = sector
        return [f"Scan Report: There is no star system at x = {x}, y = {y}, z = {z}."]
    if star.id in game.imagined:
        return [f"Scan Report: {star.id} was not scanned yet: the turn will show what is there."]
    home = game.planet_at(species.home)
    # FH-LSN-002
    rows = [
        _line(
            orbit,
            planet,
            economy.lsn(planet, home, species.atmosphere) if home else 0,
            atmosphere_text(planet.gases),
        )
        for orbit, planet in enumerate(star.planets, start=1)
    ]
    kind = f"{star.kind}{star.colour}{star.size}"
    return _table(star.sector, kind, rows, wormhole=star.wormhole is not None)


def remembered_scan(scan: Mapping[str, Any]) -> list[str]:
    """Return the lines of a remembered scan, from a view (`view.shapes.ScanShown`)."""
    rows = [
        _line(
            planet["orbit"],
            SimpleNamespace(**planet),
            planet["life_support"],
            _air((gas["gas"], gas["percent"]) for gas in planet["gases"]),
        )
        for planet in scan["planets"]
    ]
    return _table(scan["sector"], f"{scan['type']:>3}", rows, wormhole=scan["wormhole"])


def designation(star: Star) -> str:
    """Return the type, colour and size of a star as on maps (FH-STAR-007)."""
    return f"{star.kind}{star.colour}{star.size}".strip()


def atmosphere_text(gases: Iterable[Gas]) -> str:
    """Format the gases of an atmosphere with their percentages (FH-PLANET-010)."""
    return _air((GASES[gas.code], gas.percent) for gas in gases)


def _air(gases: Iterable[tuple[str, int]]) -> str:
    return ",".join(f"{gas}({percent}%)" for gas, percent in gases if percent > 0) or _AIRLESS


def _table(sector: Iterable[int], kind: str, rows: list[str], *, wormhole: bool) -> list[str]:
    x, y, z = sector
    lines = [
        f"Coordinates:\tx = {x}\ty = {y}\tz = {z}\tstellar type = {kind}   {len(rows)} planets.",
        "",
    ]
    if wormhole:
        lines += ["This star system is the terminus of a natural wormhole.", ""]
    return [*lines, *_HEADINGS, *rows]


def _line(orbit: int, planet: _Body, needed: int, air: str) -> str:
    """Format a planet with the columns of the rulebook's sample scan (FH-PLANET-002)."""
    gravity, difficulty = hundredths(planet.gravity), hundredths(planet.mining_difficulty)
    return (
        f"{orbit:3}{planet.diameter:5}{gravity:>6}{planet.temperature:4}{planet.pressure:6}"
        f"    {difficulty}{needed:5}  {air}"
    )


SCANNED = EventKind("sector-scanned", "Scan done by {ship}:", ("FH-SCAN-001", "FH-SCAN-002"))


def scan(context: StepContext, species: Species, order: Order) -> None:
    """SCAN ship."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    sector = ship.place.sector
    table = "\n".join(scan_table(context.game, species, sector, context.economy))
    context.scanned(species, sector)
    context.notify(species, SCANNED, place=ship.place, ship=ship_name(ship), table=table)
