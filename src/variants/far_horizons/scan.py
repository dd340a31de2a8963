"""What a scan shows of a star system (FH-PLANET-001, FH-SCAN-002, FH-WORM-004, economy 10.4)."""

from __future__ import annotations

from collections.abc import Iterable

from variants.far_horizons import life_support
from variants.far_horizons.constants import GASES
from variants.far_horizons.model import Game, Gas, Planet, Sector, Species, Star

_HEADINGS = (
    "               Temp  Press Mining",
    "  #  Dia  Grav Class Class  Diff  LSN  Atmosphere",
    f" {'-' * 69}",
)


def scan_table(game: Game, species: Species, sector: Sector) -> list[str]:
    """The lines of a scan by a species, or the one line that there is no star.

    The life support is that of this species, and a wormhole is shown without its other end.
    """
    star = game.star_at(sector)
    if star is None:
        x, y, z = sector
        return [f"Scan Report: There is no star system at x = {x}, y = {y}, z = {z}."]
    if star.id in game.imagined:
        return [f"Scan Report: {star.id} was not scanned yet: the turn will tell what is there."]
    home = game.planet_at(species.home)
    lines = [_coordinates(star), ""]
    if star.wormhole is not None:
        lines += ["This star system is the terminus of a natural wormhole.", ""]
    lines += _HEADINGS
    for number, planet in enumerate(star.planets, start=1):
        needed = life_support.needed(planet, home, species.atmosphere) if home else 0
        lines.append(_planet_line(number, planet, needed))
    return lines


def designation(star: Star) -> str:
    """The type, colour and size of a star as maps show it (FH-STAR-007)."""
    return f"{star.kind}{star.colour}{star.size}".strip()


def atmosphere_text(gases: Iterable[Gas]) -> str:
    """The gases of an atmosphere with their percentages (FH-PLANET-010)."""
    present = [f"{GASES[gas.code]}({gas.percent}%)" for gas in gases if gas.percent > 0]
    return ",".join(present) or "No atmosphere"


def hundredths(number: int) -> str:
    """A number of hundredths with two decimals."""
    return f"{number // 100}.{number % 100:02}"


def _coordinates(star: Star) -> str:
    x, y, z = star.sector
    kind = f"{star.kind}{star.colour}{star.size}"
    return (
        f"Coordinates:\tx = {x}\ty = {y}\tz = {z}"
        f"\tstellar type = {kind}   {len(star.planets)} planets."
    )


def _planet_line(number: int, planet: Planet, needed: int) -> str:
    gravity, difficulty = hundredths(planet.gravity), hundredths(planet.mining_difficulty)
    return (
        f"{number:3}{planet.diameter:5}{gravity:>6}{planet.temperature:4}{planet.pressure:6}"
        f"    {difficulty}{needed:5}  {atmosphere_text(planet.gases)}"
    )
