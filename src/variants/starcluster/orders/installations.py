"""INSTALL, UPGRADE and CLOSE (SC-INS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Goods,
    OfferingRules,
    Offers,
    Required,
    Shop,
    integer,
    one_of,
)
from horizons_core.sums import int_sum
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.orders.arguments import (
    COLONY,
    Row,
    affordable_range,
    chosen_rows,
    priced_choices,
    race_of,
)
from variants.starcluster.orders.colonies import COLONIES
from variants.starcluster.rules import defenses, installations
from variants.starcluster.technologies import TREES, technology
from variants.starcluster.view.model import spendable

_KINDS = ("SCIENCE", "GENERIC", "DEDICATED")

#: The prices in MC of an installation in a colony, by level or planet; by "" if there is only one.
Prices = Callable[[View, Row, StarclusterEconomy], Mapping[str, float]]


def _pending_installations(view: View, colony: Row, kind: str) -> list[Row]:
    """The installations of a kind in a colony that are paid for."""
    place = (colony["id"], kind)
    return [row for row in view["installing"] if (row["system"], row["kind"]) == place]


def _science(view: View, colony: Row, economy: StarclusterEconomy) -> Mapping[str, float]:
    """The price of a Science Center of the highest rating, or of raising one to it."""
    rating, el = colony["science"], view["el"]
    if rating > el or _pending_installations(view, colony, "SCIENCE"):
        return {}
    pending = {row["system"] for row in view["installing"] if row["kind"] == "SCIENCE"}
    centers = len(pending | {row["id"] for row in view["colonies"] if row["science"]})
    return {"": economy.science_price(el, centers + (not rating), rating) / MC}


def _generic(view: View, colony: Row, economy: StarclusterEconomy) -> Mapping[str, float]:
    """The prices of a Generic R&D Center by its level."""
    present = colony["generic"]
    if _pending_installations(view, colony, "GENERIC"):
        return {}
    maximum = max((tree["level"] for tree in view["trees"]), default=1)
    levels = range(present + 1, maximum + 1)
    return {str(n): economy.generic_center_price(n, present) / MC for n in levels}


def _dedicated(tree: str) -> Prices:
    """The prices of a Dedicated R&D Center by its level; without a tree, of the one present."""

    def prices(view: View, colony: Row, economy: StarclusterEconomy) -> Mapping[str, float]:
        code = (tree or colony["dedicated_tree"]).upper()
        if code not in TREES or _pending_installations(view, colony, "DEDICATED"):
            return {}
        present = colony["dedicated"]
        maximum = next(row["level"] for row in view["trees"] if row["code"] == code)
        before = present or None
        price, modifier = economy.dedicated_center_price, TREES[code].modifier
        levels = range(present + 1, maximum + 1)
        return {str(level): price(level, modifier, before) / MC for level in levels}

    return prices


def _best_level(view: View, code: str) -> int:
    """The highest developed generation of a code; 0 if there is none."""
    names = [name for name in view["developed"] if name.rstrip("0123456789") == code]
    return max((tech.level for tech in map(technology, names) if tech), default=0)


def _defense_price(view: View, colony: Row, kind: str, economy: StarclusterEconomy) -> float:
    """The price of a PDC, a silo or a base in a colony."""
    sprint = _best_level(view, defenses.SPRINT_MISSILE)
    missiles = max(_best_level(view, defenses.MISSILE), sprint)
    if colony["silo_missile"]:
        missiles = _best_level(view, colony["silo_missile"])
    levels = {"PDC": 0, "CMS": missiles, "CGB": _best_level(view, defenses.TROOPS)}
    level = max(levels[kind], kind != "PDC")
    return economy.defense_price(kind, view["el"], level, race_of(view)) / MC


def _free_places(view: View, colony: Row, kind: str) -> dict[str, int]:
    """The number of PDC, silos or bases that may be added on each planet that its owner holds."""
    pending = _pending_installations(view, colony, kind)
    home = any(row["id"] == colony["id"] and row["kind"] == HOMEWORLD for row in view["systems"])
    silos = defenses.MAX_SILOS_AT_HOME if home else defenses.MAX_SILOS
    places = {}
    for planet in colony["planets"]:
        number = planet["number"]
        begun = int_sum(row["number"] for row in pending if row["planet"] == number)
        maximum = {"PDC": 1 - planet["pdc"], "CMS": silos - planet["silos"], "CGB": _MAX_BASES}
        free = maximum[kind] - (begun if kind != "CGB" else 0)
        if free > 0 and planet["fallen"] in ("", view.empire):
            places[str(number)] = free
    return places


#: Bases offered for an order.
_MAX_BASES = 100


def _defenses(kind: str) -> Prices:
    """The prices of a defense by planet."""

    def prices(view: View, colony: Row, economy: StarclusterEconomy) -> Mapping[str, float]:
        price = _defense_price(view, colony, kind, economy)
        return dict.fromkeys(_free_places(view, colony, kind), price)

    return prices


def _prices_of(
    prices: Prices, view: View, chosen: Chosen, rules: OfferingRules
) -> Iterator[tuple[Row, list[Choice]]]:
    """Yield the chosen colony, or all, with the choices whose price can be paid."""
    money = spendable(view, rules.economy)
    for colony in chosen_rows(view["colonies"], chosen, "system", "id"):
        choices = priced_choices(prices(view, colony, rules.economy), money)
        if choices:
            yield colony, choices


def _colony_for(prices: Prices, present: str = "", *, new: bool = True) -> Argument:
    """An argument for a colony with room for a new installation, or with one to raise."""

    def offers(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        rows = _prices_of(prices, view, {}, rules)
        return [
            Choice(colony["id"], cost=choices[0].cost if not choices[0].value else None)
            for colony, choices in rows
            if not present or bool(colony[present]) != new
        ]

    return evolve(COLONY, offers=offers)


def _price_offers(prices: Prices, *, each: bool = False) -> Offers:
    """Offers of levels or planets; with their prices, unless a number of each is asked for next."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        rows = _prices_of(prices, view, chosen, rules)
        by_word = {choice.value: choice for _, choices in rows for choice in choices}
        return [evolve(c, cost=None) if each else c for c in by_word.values()]

    return offers


def _command(
    keyword: str,
    label: str,
    syntax: str,
    help_: str,
    example: str,
    mistake: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
    forms: tuple[str, ...] = (),
    goods: Goods | None = None,
) -> Command:
    return Command(
        keyword=keyword,
        label=label,
        group=COLONIES,
        forms=forms,
        rule="_".join(reversed(keyword.lower().split())),
        phase="purchases",
        syntax=(f"{keyword} {syntax}",),
        help=help_,
        example=f"{keyword} {example}",
        mistake=f"{keyword} {mistake}",
        arguments=arguments,
        rules=("SC-INS-002", *rules),
        run=run,
        card=Shop("Installations", (goods,)) if goods else None,
    )


def _levels(prices: Prices) -> Argument:
    return Argument(integer(1, 1_000), _price_offers(prices))


def _trees(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """The trees for which a center can be paid."""
    money = spendable(view, rules.economy)
    return [
        Choice(row["code"], f"{row['name']} ({row['code']})")
        for row in view["trees"]
        if rules.economy.dedicated_center_price(1, row["modifier"]) / MC <= money
    ]


def _levels_of_tree(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    trees = [str(chosen["tree"])] if chosen.get("tree") else list(TREES)
    rows = (row for tree in trees for row in _prices_of(_dedicated(tree), view, chosen, rules))
    return list({choice.value: choice for _, choices in rows for choice in choices}.values())


def _any_tree(view: View, colony: Row, economy: StarclusterEconomy) -> Mapping[str, float]:
    """The prices of the lowest center of each tree."""
    first = {tree: _dedicated(tree)(view, colony, economy) for tree in TREES}
    return {tree: min(prices.values()) for tree, prices in first.items() if prices}


def _numbers(kind: str) -> Offers:
    """Numbers of silos or bases that a planet may get, with the price of each."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Required:
        maximum, price = 0, 0.0
        for colony in chosen_rows(view["colonies"], chosen, "system", "id"):
            places = _free_places(view, colony, kind)
            places = {n: free for n, free in places.items() if chosen.get("planet", n) == n}
            maximum = max([maximum, *places.values()])
            price = _defense_price(view, colony, kind, rules.economy)
        return Required(affordable_range(price, spendable(view, rules.economy), maximum))

    return offers


def _defense(kind: str, label: str, noun: str, run: Callable[..., None], *rules: str) -> Command:
    prices = _defenses(kind)
    planets = _price_offers(prices, each=kind != "PDC")
    return _command(
        f"INSTALL {kind}",
        label,
        "system planet [n]",
        f"Builds {noun} on a planet of a colony; active next turn.",
        "1 1",
        "1 99",
        {
            "system": _colony_for(prices),
            "planet": Argument(integer(1, 100), planets),
            "count": Argument(integer(1, 1_000), _numbers(kind), optional=True, label="number"),
        },
        run,
        *rules,
        forms=("INSTALL PDC {system} {planet}",) if kind == "PDC" else (),
        goods=Goods("planet", "" if kind == "PDC" else "count"),
    )


def _centers(colony: Row) -> list[str]:
    """The kinds of the centers in a colony."""
    return [kind for kind in _KINDS if colony[kind.lower()]]


def _kinds(view: View, chosen: Chosen) -> Sequence[str]:
    colonies = chosen_rows(view["colonies"], chosen, "system", "id")
    return list(dict.fromkeys(kind for colony in colonies for kind in _centers(colony)))


INSTALLATION_COMMANDS = (
    _command(
        "INSTALL SCIENCE", "Build a Science Center", "system",
        "Builds a Science Center of the highest rating that your EL allows.",
        "2", "99999", {"system": _colony_for(_science, "science")}, installations.install_science,
        "SC-SCI-001", "SC-SCI-004", goods=Goods(),
    ),
    _command(
        "INSTALL GENERIC", "Build a Generic R&D Center", "system level",
        "Builds a Generic R&D Center, which develops technologies of every tree.",
        "2 1", "2 0", {"system": _colony_for(_generic, "generic"), "level": _levels(_generic)},
        installations.install_generic, "SC-RDC-001", "SC-RDC-005", goods=Goods("level"),
    ),
    _command(
        "INSTALL DEDICATED", "Build a Dedicated R&D Center", "system tree level",
        "Builds a Dedicated R&D Center, for technologies of one tree.",
        "1 CON 1", "1 XYZ 1",
        {
            "system": _colony_for(_any_tree, "dedicated"),
            "tree": Argument(offers=_trees),
            "level": Argument(integer(1, 1_000), _levels_of_tree),
        },
        installations.install_dedicated, "SC-RDC-002", "SC-RDC-003", "SC-RDC-005",
    ),
    _defense(
        "PDC", "Build a Planetary Defense Center", "a Planetary Defense Center",
        defenses.install_pdc, "SC-PDC-001",
    ),
    _defense(
        "CMS", "Build silos", "concealed missile silos", defenses.install_silos,
        "SC-CMS-002", "SC-CMS-005",
    ),
    _defense(
        "CGB", "Build ground bases", "concealed ground bases", defenses.install_bases,
        "SC-CGB-001",
    ),
    _command(
        "UPGRADE SCIENCE", "Raise a Science Center", "system",
        "Raises a Science Center to the highest rating that your EL allows.",
        "1", "99999", {"system": _colony_for(_science, "science", new=False)},
        installations.upgrade_science, "SC-SCI-002", goods=Goods(),
    ),
    _command(
        "UPGRADE GENERIC", "Raise a Generic R&D Center", "system level",
        "Raises a Generic R&D Center.", "1 2", "1 0",
        {
            "system": _colony_for(_generic, "generic", new=False),
            "level": _levels(_generic),
        },
        installations.upgrade_generic, "SC-RDC-001", "SC-RDC-006", goods=Goods("level"),
    ),
    _command(
        "UPGRADE DEDICATED", "Raise a Dedicated R&D Center", "system level",
        "Raises a Dedicated R&D Center.", "1 2", "1 0",
        {
            "system": _colony_for(_dedicated(""), "dedicated", new=False),
            "level": _levels(_dedicated("")),
        },
        installations.upgrade_dedicated, "SC-RDC-002", "SC-RDC-006", goods=Goods("level"),
    ),
    Command(
        keyword="CLOSE",
        label="Close a center",
        group=COLONIES,
        forms=("CLOSE {kind} {system}",),
        rule="close_center",
        phase="construction",
        syntax=("CLOSE SCIENCE|GENERIC|DEDICATED system",),
        help="Closes a center without a refund; its upkeep ends next turn.",
        example="CLOSE GENERIC 1",
        mistake="CLOSE SHOP 1",
        arguments={
            "system": evolve(
                COLONY,
                offers=lambda view: [c["id"] for c in view["colonies"] if _centers(c)],
            ),
            "kind": Argument(one_of(*_KINDS), _kinds, label="kind of center"),
        },
        rules=("SC-INS-002", "SC-RES-008"),
        run=installations.close_center,
    ),
)  # fmt: skip
