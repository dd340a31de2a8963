"""Systems by the dice, the cluster's template and the whole map (SC-SYS, SC-SET)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.effort import tries
from tests.variants.starcluster.builders import new_game
from variants.starcluster.model import Planet, Starcluster, StarSystem
from variants.starcluster.model.systems import ANOMALY, DEADLY_ANOMALIES, HOMEWORLD
from variants.starcluster.setup.galaxy import (
    add_cluster,
    add_core,
    cluster_links,
    cluster_name,
    core_links,
    core_name,
    is_in_core,
    roll_template,
    transits,
)
from variants.starcluster.setup.systems import (
    ANOMALIES,
    NEBULAS,
    TYPES,
    habitability,
    homeworld,
    roll_system,
)

CLAUSES = catalogue("starcluster", "variants.starcluster")
KEYS = st.integers(0, 1 << 40)


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def stream(key):
    return Stream.from_key("galaxy", key)


def in_table(table, roll):
    return next(row[1] for row in table if roll <= row[0])


@pytest.mark.rule("SC-SYS-001", "SC-SYS-002", "SC-NEB-001", "SC-ANO-001")
def test_the_tables_of_systems_are_those_of_the_rulebook():
    for clause, table, column in (
        ("SC-SYS-002", TYPES, "type"),
        ("SC-NEB-001", NEBULAS, "type"),
        ("SC-ANO-001", ANOMALIES, "type"),
    ):
        for row in CLAUSES[clause].rows:
            for roll in str(row["roll"]).split("-"):
                assert in_table(table, int(roll)) == row[column]
    for row in CLAUSES["SC-SYS-002"].rows:
        assert next(t[2:] for t in TYPES if t[1] == row["type"]) == (row["stars"], row["nebula"])
    assert {row["type"] for row in CLAUSES["SC-ANO-001"].rows if row["killer"]} == set(
        DEADLY_ANOMALIES
    )


@pytest.mark.rule(
    "SC-SYS-001", "SC-SYS-004", "SC-SYS-005", "SC-SYS-007", "SC-SYS-008", "SC-SYS-009", "SC-SET-011"
)
@given(KEYS, st.booleans())
def test_a_system_by_the_dice_is_one_of_the_tables(key, killers):
    system = roll_system("7", 6, stream(key), killers=killers)

    stars = next(row[2] for row in TYPES if row[1] == system.kind)
    assert len(system.planets) <= 8 * stars
    assert 1 <= system.growth <= 3
    assert 1 <= system.wealth <= 10
    assert bool(system.anomaly) == (system.kind == ANOMALY)
    assert killers or system.anomaly not in DEADLY_ANOMALIES
    assert (system.habitability is None) == (not system.planets)
    assert system.most_pu == sum({"T": 100, "ST": 200}[planet.kind] for planet in system.planets)


@pytest.mark.rule("SC-SYS-004", "SC-SYS-005", "SC-SYS-002", "SC-SYS-008", "SC-SYS-009")
def test_systems_are_as_frequent_as_the_dice_make_them():
    rolled = [roll_system("7", 6, stream(key), killers=True) for key in range(4_000)]
    with_stars = [system for system in rolled if next(t[2] for t in TYPES if t[1] == system.kind)]
    planets = [planet for system in rolled for planet in system.planets]
    singles = [star for star in with_stars if star.kind == "Single Star" and star.planets]

    assert len(with_stars) / 4_000 == pytest.approx(0.70, abs=0.03)
    assert sum(len(s.planets) for s in singles) / len(singles) == pytest.approx(4, abs=0.15)
    assert sum(p.kind == "ST" for p in planets) / len(planets) == pytest.approx(0.3, abs=0.02)
    assert sum(system.wealth for system in rolled) / 4_000 == pytest.approx(5.5, abs=0.15)
    assert sum(system.growth for system in rolled) / 4_000 == pytest.approx(2, abs=0.05)
    some = sum(bool(star.planets) for star in with_stars) / len(with_stars)
    assert some == pytest.approx(0.71, abs=0.03)


@pytest.mark.rule("SC-SYS-010")
@examples("SC-SYS-010")
def test_the_index_is_the_median_with_large_planets_twice(example):
    planets = [Planet(kind="T", habitability=roll) for roll in example.given["t_rolls"]]
    planets += [Planet(kind="ST", habitability=roll) for roll in example.given["st_rolls"]]

    assert habitability(planets) == example.expect["hi"]
    assert habitability([]) is None


@pytest.mark.rule("SC-SYS-006", "SC-SYS-007")
@examples("SC-SYS-006", "SC-SYS-007")
def test_planets_make_features_and_population(example):
    inputs = example.given
    system = StarSystem(
        id="7", planets=[Planet(kind=k) for k in ("T", "ST") for _ in range(inputs.get(k, 0))]
    )
    system.kind = inputs.get("type", "Single Star")

    assert system.features == example.expect.get("text", system.features)
    assert system.most_pu == example.expect.get("max_pop", system.most_pu)


@pytest.mark.rule("SC-SYS-003", "SC-SYS-007", "SC-SYS-008", "SC-SYS-009", "SC-SYS-011")
def test_a_homeworld_is_not_rolled():
    home = homeworld("1")

    assert (home.kind, home.most_pu, home.wealth, home.growth) == (HOMEWORLD, 1000, 5, 2)
    assert (home.habitability, len(home.planets), home.features) == (0, 1, "")


@pytest.mark.rule("SC-SET-013", "SC-EXP-012")
@settings(max_examples=tries(25))
@given(KEYS, st.sampled_from(["cluster", "core"]))
def test_regions_are_connected_and_no_system_has_more_than_five_links(key, region):
    links = (cluster_links if region == "cluster" else core_links)(stream(key))
    size = 25 if region == "cluster" else 100
    expect = next(e.expect for e in CLAUSES.examples("SC-SET-013") if e.given["region"] == region)

    assert len(links) == expect["links"]
    assert set(transits(links, 0)) == set(range(size))
    pairs = [(link.a, link.b) for link in links]
    assert len(set(pairs)) == len(pairs)
    assert all(a < b for a, b in pairs)
    degrees = [sum(at in pair for pair in pairs) for at in range(size)]
    assert max(degrees) <= 5
    tree, further = links[: size - 1], links[size - 1 :]
    assert not any(link.hidden_a or link.hidden_b for link in tree)
    assert {h for link in further for h in (link.hidden_a, link.hidden_b)} <= {0, 2, 3, 4, 5, 6, 7}
    if region == "cluster":
        assert degrees[0] == expect["homeworld_warp_points"]
        assert all(max(1, b - 8) <= a for a, b in pairs[3:24])
    else:
        assert all(max(0, b - 12) <= a for a, b in pairs[:99])


@pytest.mark.rule("SC-EXP-012")
def test_half_of_the_further_ends_are_hidden():
    ends = [
        end
        for key in range(200)
        for link in cluster_links(stream(key))[24:]
        for end in (link.hidden_a, link.hidden_b)
    ]

    assert sum(bool(end) for end in ends) / len(ends) == pytest.approx(0.5, abs=0.04)


@pytest.mark.rule("SC-SET-010", "SC-SET-011", "SC-SET-014", "SC-NPR-001")
@settings(max_examples=tries(40))
@given(KEYS)
def test_every_template_can_be_lived_in(key):
    template = roll_template(stream(key))
    systems, distance = template.systems, transits(template.links, 0)
    habitable = [at for at in range(1, 25) if systems[at].planets]
    nearest = sorted(habitable, key=lambda at: (distance[at], at))[:4]

    assert len(habitable) >= 10
    assert any(systems[at].planets for at in (1, 2, 3))
    assert [systems[at].habitability for at in nearest] == [0, 1, 2, 3]
    assert not any(system.anomaly in DEADLY_ANOMALIES for system in systems)
    assert template.npr not in nearest
    assert distance[template.npr] >= 2
    assert systems[template.npr].most_pu >= 300
    assert (systems[template.npr].wealth, systems[template.npr].habitability) == (5, 0)


@pytest.mark.rule("SC-SET-006")
@settings(max_examples=tries(40))
@given(KEYS)
def test_exits_lie_at_the_largest_distance_that_two_systems_share(key):
    template = roll_template(stream(key))
    distance = transits(template.links, 0)
    far = {distance[at] for at in template.exits}

    assert len(far) == 1
    assert len(template.exits) >= 2
    farther = [d for d in distance.values() if d > min(far)]
    assert len(set(farther)) == len(farther)


def galaxy(players, key=1):
    game, dice = Starcluster(), stream(key)
    template = roll_template(dice.fork("template"))
    add_core(game, dice.fork("core"))
    for number in range(1, players + 1):
        add_cluster(game, number, template, dice.fork("cluster", number))
    return game


@pytest.mark.rule("SC-SET-003", "SC-SET-005")
def test_the_systems_of_the_core_are_numbered_from_one():
    core = [system.id for system in new_game().systems if is_in_core(system.id)]
    assert core == [f"C{number:03d}" for number in range(1, 101)]


@pytest.mark.rule("SC-SET-002", "SC-SET-003", "SC-SET-004", "SC-SET-005")
@examples("SC-SET-002", "SC-SET-003", "SC-SET-004", "SC-SET-005")
def test_clusters_and_core_have_their_numbers(example):
    inputs, expect = example.given, example.expect
    if "core_number" in inputs:
        assert core_name(inputs["core_number"]) == expect["name"]
    elif "player" in inputs:
        ends = [cluster_name(inputs["player"], at) for at in (0, 24)]
        assert ends == [str(expect["first"]), str(expect["last"])]
    else:
        names = [system.id for system in galaxy(inputs["players"]).systems]
        assert len(set(names)) == len(names)
        clusters = [name for name in names if not name.startswith("C")]
        assert len(clusters) == expect.get("cluster_systems", len(clusters))
        assert len(names) == expect.get("systems", len(names))


@pytest.mark.rule("SC-SET-006", "SC-SET-007")
def test_clusters_are_alike_but_for_the_exit_and_exits_are_closed_in_the_core():
    game = galaxy(4)
    exits = [link for link in game.links if link.closed_b]

    assert len({link.b for link in exits}) == 4
    assert all(link.closed(link.b) and not link.closed(link.a) for link in exits)
    for number in range(2, 5):
        for first, other in zip(game.systems[:25], game.systems[25 * (number - 1) :], strict=False):
            assert other.id == cluster_name(number, first.position)
            other.id = first.id
            assert other == first
            assert not any(a is b for a, b in zip(first.planets, other.planets, strict=True))
