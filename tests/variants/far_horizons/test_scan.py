"""The contents of a scan (FH-PLANET-001, -002, FH-SCAN-002, FH-WORM-004, FH-LSN-002)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import CATALOGUE
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.rules.scanning import scan_table
from variants.far_horizons.wording import hundredths

ROWS = CATALOGUE["FH-PLANET-002"].rows


def gases_of(text: str) -> dict[str, int]:
    """ "N2(78%),O2(22%)" as numbers by gas."""
    pairs = (gas.rstrip("%)").split("(") for gas in text.split(","))
    return {gas: int(percent) for gas, percent in pairs}


def sample(**star: object):
    """The game with the sample system of the rulebook."""
    planets = [
        {
            "diameter": row["dia"],
            "gravity": row["grav"],
            "temperature": row["tc"],
            "pressure": row["pc"],
            "mining_difficulty": row["md"],
            "gases": gases_of(row["atmosphere"]),
        }
        for row in ROWS
    ]
    fields = {"kind": "main sequence", "colour": "white", "size": 0, "planets": planets}
    return game_with({"stars": {"7 10 18": fields | star}})


def table(game, species: str = "Human", sector: tuple[int, int, int] = (7, 10, 18)) -> list[str]:
    return scan_table(game, game.empire(species), sector)


@pytest.mark.rule("FH-PLANET-001")
def test_a_scan_tells_where_the_system_is_what_star_it_has_and_what_its_columns_are():
    heading, empty, *columns = table(sample())[:5]
    assert heading == "Coordinates:\tx = 7\ty = 10\tz = 18\tstellar type =  A0   8 planets."
    assert empty == ""
    assert columns == [
        "               Temp  Press Mining",
        "  #  Dia  Grav Class Class  Diff  LSN  Atmosphere",
        f" {'-' * 69}",
    ]


@pytest.mark.rule("FH-PLANET-002", "FH-PLANET-001")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"planet-{row['n']}")
def test_the_sample_system_is_shown_as_in_the_rulebook_but_for_its_life_support(row):
    lines = table(sample())[5:]
    assert len(lines) == len(ROWS)
    number, dia, gravity, temperature, pressure, difficulty, _, air = lines[row["n"] - 1].split()
    assert [int(number), int(dia)] == [row["n"], row["dia"]]
    assert [gravity, difficulty] == [f"{row['grav']:.2f}", f"{row['md']:.2f}"]
    assert [int(temperature), int(pressure)] == [row["tc"], row["pc"]]
    assert air == row["atmosphere"]


@pytest.mark.rule("FH-PLANET-001")
def test_the_columns_stand_under_their_headings():
    assert table(sample())[5 + 4] == (
        "  5   14  0.96  10     9    2.25    3  N2(47%),CO2(23%),O2(30%)"
    )


@pytest.mark.rule("FH-LSN-002", "FH-LSN-001")
def test_the_life_support_is_that_of_the_species_that_scans():
    game = sample()
    klingon = game.empire("Klingon")
    klingon.atmosphere.poisonous, klingon.atmosphere.neutral = [5, 6], [1, 2]
    for species in game.empires:
        home = game.planet_at(species.home)
        rows = [line.split() for line in table(game, species.name)[5:]]
        assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
        values = [int(row[6]) for row in rows]
        planets = game.star_at((7, 10, 18)).planets
        needed = [RULEBOOK_ECONOMY.lsn(planet, home, species.atmosphere) for planet in planets]
        assert values == needed
    assert table(game) != table(game, "Klingon")


@pytest.mark.rule("FH-PLANET-010")
def test_a_planet_without_air_is_shown_so():
    lines = table(game_with(), sector=(10, 10, 10))
    assert lines[5].endswith("  No atmosphere")


@pytest.mark.rule("FH-SCAN-003")
def test_where_no_star_is_a_scan_says_so():
    assert table(game_with(), sector=(1, 2, 3)) == [
        "Scan Report: There is no star system at x = 1, y = 2, z = 3."
    ]


@pytest.mark.rule("FH-WORM-004")
def test_a_scan_shows_a_wormhole_but_not_where_it_leads():
    lines = table(game_with(), sector=(2, 2, 2))
    assert lines[2] == "This star system is the terminus of a natural wormhole."
    assert "38" not in "".join(lines)
    assert lines[4].lstrip().startswith("Temp")
    assert "wormhole" not in "".join(table(game_with(), sector=(9, 9, 9)))


@pytest.mark.rule("FH-SCAN-002")
def test_a_scan_shows_neither_people_nor_ships():
    empty = game_with()
    ships = {"DD Hidden": {"at": "Kronos"}, "BAS Fort": {"at": "Kronos", "tons": 50000}}
    busy = game_with(
        {
            "species": {
                "Klingon": {
                    "planets": {
                        "Kronos": {"mining_base": 500, "items": {"PD": 500}},
                        "Boreth": {"at": "15 10 10 #2", "population": 30, "mining_base": 5},
                    },
                    "ships": ships,
                }
            }
        }
    )
    home = (15, 10, 10)
    assert table(empty, sector=home) == table(busy, sector=home)


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0.00"), (5, "0.05"), (100, "1.00"), (1100, "11.00")]
)
def test_hundredths_have_two_decimals(number, expected):
    assert hundredths(number) == expected
