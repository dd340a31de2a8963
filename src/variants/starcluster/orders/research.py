"""RESEARCH, RESEARCH EL and DEVELOP (SC-RES, SC-EL, SC-RND)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command, Cost, OfferingRules, Required
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.orders.arguments import (
    COLONY,
    Row,
    chosen_rows,
    chosen_words,
    priced_choices,
    race_of,
)
from variants.starcluster.orders.proposals import named_system
from variants.starcluster.rules import research
from variants.starcluster.rules.projects import DEDICATED, EL, GENERIC, HULL
from variants.starcluster.technologies import TREES, technology
from variants.starcluster.view.figures import compact
from variants.starcluster.view.model import spendable

RESEARCH, _PHASE = "Research", "purchases"
#: Hulls with a knot (SC-HULL-010).
_KNOTS = {code: hull for code, hull in HULL_TYPES.items() if hull.special}


def _projects(view: View) -> Mapping[str, str]:
    """The projects by center."""
    return {
        center: project["name"] for project in view["projects"] for center in project["centers"]
    }


def _free_centers(view: View, chosen: Chosen) -> list[Row]:
    """The chosen colony, or all, if its Science Center has no project."""
    busy = _projects(view)
    colonies = chosen_rows(view["colonies"], chosen, "system", "id")
    return [colony for colony in colonies if colony["science"] and colony["id"] not in busy]


def _trees(view: View, chosen: Chosen, economy: StarclusterEconomy) -> list[Choice]:
    """The trees whose next level a free center can research."""
    running, money = {project["name"] for project in view["projects"]}, spendable(view, economy)
    rating = max((colony["science"] for colony in _free_centers(view, chosen)), default=0)
    bonus = race_of(view).research

    def odds(tree: Row) -> str:
        formulas, special = economy.research, tree["special"]
        turns = formulas.level_turns(tree["level"] + 1, tree["modifier"], special, rating)
        return _odds(turns, formulas.level_step(rating, special, bonus))

    return [
        Choice(
            tree["code"],
            f"{tree['name']} {tree['level'] + 1} ({tree['code']})",
            cost=Cost(TREASURY, tree["price"]),
            help=odds(tree),
        )
        for tree in view["trees"]
        if tree["level"] < rating and tree["code"] not in running and tree["price"] <= money
    ]


def _odds(turns: int, step: Fraction) -> str:
    """Describe the chances of a project: none before a number of turns, then more each turn."""
    return LocalizedText(
        "from turn {turns} on {step} %, and {step} % more each turn",
        turns=turns,
        step=compact(float(step)),
    )


def _hulls(view: View, chosen: Chosen, rules: OfferingRules) -> list[Choice]:
    """The hulls whose knot a free center can break (SC-HULL-010)."""
    economy: StarclusterEconomy = rules.economy
    running, money = {project["name"] for project in view["projects"]}, spendable(view, economy)
    rating = max((colony["science"] for colony in _free_centers(view, chosen)), default=0)
    level = min(rating, view["el"])
    prices = {
        code: economy.research.level_price(hull.el)
        for code, hull in _KNOTS.items()
        if hull.el <= level and code not in view["knots"] and f"{HULL}{code}" not in running
    }
    return [evolve(c, label=_KNOTS[c.value].name) for c in priced_choices(prices, money)]


def _goals(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str | Choice]:
    """Trees for a free center, and STOP for a busy one."""
    trees: list[str | Choice] = [*_trees(view, chosen, rules.economy)]
    busy = {center for center, name in _projects(view).items() if name != EL}
    if any(c["id"] in busy for c in chosen_rows(view["colonies"], chosen, "system", "id")):
        trees.append(research.STOP)
    return trees


def _laboratories(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    """The colonies whose Science Center can begin or stop a project."""
    busy = {center for center, name in _projects(view).items() if name != EL}
    return [
        colony["id"]
        for colony in view["colonies"]
        if colony["id"] in busy
        or _trees(view, {"system": colony["id"]}, rules.economy)
        or _hulls(view, {"system": colony["id"]}, rules)
    ]


def _places(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str | Choice] | Required:
    """Free centers of the highest rating, while too few are chosen, or STOP (SC-EL-001)."""
    economy: StarclusterEconomy = rules.economy
    earlier = chosen_words(chosen, "place")
    if any(project["name"] == EL for project in view["projects"]):
        return () if earlier else [research.STOP]
    top, begun = view["el"] + 1, view["last_el"]
    pause, needed = economy.research.el_pause, economy.research.el_centers(view["el"])
    price = float(economy.research.el_price(view["el"]))
    able = [colony["id"] for colony in _free_centers(view, {}) if colony["science"] >= top]
    if (
        any(0 < colony["science"] < top for colony in view["colonies"])
        or (begun is not None and view.turn + 1 < begun + pause)
        or len(able) < needed
        or price > spendable(view, economy)
    ):
        return ()
    if not earlier:
        return [Choice(place, cost=Cost(TREASURY, price)) for place in able]
    left = [place for place in able if place not in earlier]
    return Required(left) if len(earlier) < needed else left


def _centers_for(view: View, tree: str, level: int, name: str) -> dict[str, int]:
    """The ratings of R&D Centers that can work on a technology and are free (SC-RDC-006)."""
    busy = _projects(view)
    rows = [
        (f"{colony['id']}:{kind}", colony[field])
        for colony in view["colonies"]
        for kind, field in ((GENERIC, "generic"), (DEDICATED, "dedicated"))
        if kind == GENERIC or colony["dedicated_tree"] == tree
    ]
    return {
        center: rating
        for center, rating in rows
        if rating and rating >= level and busy.get(center, name) == name
    }


def _technologies(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Technologies in development, and open technologies for which there are money and a center."""
    money, formulas = spendable(view, rules.economy), rules.economy.research
    bonus = race_of(view).research
    running = [
        Choice(p["name"], named_system(p["name"]))
        for p in view["projects"]
        if p["kind"] == "TECHNOLOGY"
    ]
    new = []
    for row in view["open"]:
        centers = _centers_for(view, row["tree"], row["level"], row["name"])
        if centers and row["MC"] <= money:
            best, special = [max(centers.values())], row["special"]
            modifier = TREES[row["tree"]].modifier
            turns = formulas.development_turns(row["level"], 1, modifier, special)
            odds = _odds(turns, formulas.development_step(best, special, bonus))
            new.append(
                Choice(
                    row["name"],
                    named_system(row["name"]),
                    cost=Cost(TREASURY, row["MC"]),
                    help=odds,
                )
            )
    return [*running, *new]


def _centers(view: View, chosen: Chosen) -> Sequence[str]:
    """Centers for the technology; only STOP if it is in development."""
    earlier = chosen_words(chosen, "center")
    if research.STOP in map(str.upper, earlier):
        return ()
    goal = technology(str(chosen.get("technology", "")))
    if goal is None:
        colonies = view["colonies"]
        return [f"{c['id']}:{k}" for c in colonies for k in (GENERIC, DEDICATED)]
    centers = _centers_for(view, goal.tree, goal.level, goal.name)
    running = any(project["name"] == goal.name for project in view["projects"])
    return [*centers, *([research.STOP] if running and not earlier else [])]


RESEARCH_COMMANDS = (
    Command(
        keyword="RESEARCH",
        label="Research",
        group=RESEARCH,
        forms=("RESEARCH {system} {tree}", "RESEARCH {system} HULL {hull}"),
        rule="research_tree",
        phase=_PHASE,
        syntax=("RESEARCH system tree", "RESEARCH system HULL hull", "RESEARCH system STOP"),
        help="Sets a Science Center to research a tree's next level or a hull's knot, or stops it.",
        example="RESEARCH 1 CON",
        mistake="RESEARCH 1 XYZ",
        arguments={
            "system": evolve(COLONY, offers=_laboratories),
            "tree": Argument(offers=_goals, optional=True),
            "hull": Argument(offers=_hulls, optional=True, label="hull with a knot"),
        },
        rules=("SC-RES-002", "SC-RES-007", "SC-HULL-010"),
        run=research.research,
    ),
    Command(
        keyword="RESEARCH EL",
        label="Raise the Economic Level",
        group=RESEARCH,
        forms=("RESEARCH EL {place...}",),
        rule="research_level",
        phase=_PHASE,
        syntax=("RESEARCH EL system system [system] ...", "RESEARCH EL STOP"),
        help="Sets Science Centers to raise the Economic Level together, or stops them.",
        example="RESEARCH EL 1 2",
        mistake="RESEARCH EL 1",
        arguments={"place": evolve(COLONY, find=None, offers=_places, label="Science Center")},
        rules=("SC-EL-001", "SC-EL-004", "SC-SCI-003"),
        run=research.research_el,
    ),
    Command(
        keyword="DEVELOP",
        label="Develop a technology",
        group=RESEARCH,
        forms=("DEVELOP {technology} {center...}",),
        rule="develop_technology",
        phase=_PHASE,
        syntax=("DEVELOP technology center [center] ...", "DEVELOP technology STOP"),
        help="Sets R&D Centers, such as 1:G or 1:D, to develop a technology, or stops them.",
        example="DEVELOP A2 1:G",
        mistake="DEVELOP A2 1:X",
        arguments={
            "technology": Argument(offers=_technologies),
            "center": Argument(offers=_centers, label="R&D Center"),
        },
        rules=("SC-RND-001", "SC-RND-002", "SC-RND-007", "SC-RDC-006"),
        run=research.develop,
    ),
)
