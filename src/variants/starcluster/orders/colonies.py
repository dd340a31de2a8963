"""Orders to colonies: settling, claims, installations and research (SC-COL, SC-INS, SC-RES)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.orders.arguments import COLONY, SYSTEM, TREE, own_systems, planet_numbers
from variants.starcluster.rules import colonies, defenses, installations, races, research
from variants.starcluster.technologies import TREES

#: The largest number of people in a system.
_MAX_PEOPLE = 10_000
_PEOPLE = Argument(integer(1, _MAX_PEOPLE), offers=lambda _: Range(5, 100))

COLONY_COMMANDS = (
    Command(
        keyword="COLONIZE",
        rule="colonize_system",
        phase="colonization",
        syntax=("COLONIZE system FROM origin",),
        help="Sends people of a colony to found another, with a spare freighter.",
        example="COLONIZE 2 FROM 1",
        mistake="COLONIZE 99999 FROM 1",
        arguments={"target": SYSTEM, "origin": COLONY},
        rules=("SC-COL-001", "SC-COL-002", "SC-COL-003", "SC-COL-008"),
        run=colonies.colonize,
    ),
    Command(
        keyword="TRANSFER",
        rule="transfer_people",
        phase="colonization",
        syntax=("TRANSFER n FROM origin TO system",),
        help="Sends people to another colony, a spare freighter for each PU; one in five arrives.",
        example="TRANSFER 50 FROM 1 TO 2",
        mistake="TRANSFER 0 FROM 1 TO 2",
        arguments={
            "number": _PEOPLE,
            "origin": COLONY,
            "target": COLONY,
        },
        rules=("SC-PUT-001", "SC-PUT-002", "SC-PUT-004", "SC-PUT-005"),
        run=colonies.transfer,
    ),
    Command(
        keyword="CLAIM",
        rule="claim_system",
        phase="orders",
        syntax=("CLAIM system",),
        help="Claims a surveyed system at most 2 transits from a colony of yours.",
        example="CLAIM 2",
        mistake="CLAIM 99999",
        arguments={"system": SYSTEM},
        rules=("SC-RACE-019",),
        run=races.claim,
    ),
    Command(
        keyword="UNCLAIM",
        rule="unclaim_system",
        phase="orders",
        syntax=("UNCLAIM system",),
        help="Gives up a claim.",
        example="UNCLAIM 2",
        mistake="UNCLAIM 99999",
        arguments={"system": SYSTEM},
        rules=("SC-RACE-019",),
        run=races.unclaim,
    ),
)


_LEVEL = Argument(integer(1, 1_000), offers=lambda _: Range(1, 20))
_PLANET = Argument(integer(1, 100), offers=planet_numbers)
_COUNT = Argument(integer(1, 1_000), offers=lambda _: Range(1, 10), optional=True)
_KINDS = ("SCIENCE", "GENERIC", "DEDICATED")

_PHASE = "purchases"
#: Hulls with a knot (SC-HULL-010).
_KNOTS = tuple(code for code, hull in HULL_TYPES.items() if hull.special)


def _command(
    keyword: str,
    syntax: str,
    help_: str,
    example: str,
    mistake: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
) -> Command:
    return Command(
        keyword=keyword,
        rule="_".join(reversed(keyword.lower().split())),
        phase="purchases",
        syntax=(f"{keyword} {syntax}",),
        help=help_,
        example=f"{keyword} {example}",
        mistake=f"{keyword} {mistake}",
        arguments={"system": COLONY, **arguments},
        rules=("SC-INS-002", *rules),
        run=run,
    )


def _defense(kind: str, noun: str, run: Callable[..., None], *rules: str) -> Command:
    return _command(
        f"INSTALL {kind}",
        "system planet [n]",
        f"Builds {noun} on a planet of a colony; active next turn.",
        "1 1",
        "1 99",
        {"planet": _PLANET, "count": _COUNT},
        run,
        *rules,
    )


INSTALLATION_COMMANDS = (
    _command(
        "INSTALL SCIENCE", "system",
        "Builds a Science Center of the highest rating that your EL allows.",
        "2", "99999", {}, installations.install_science, "SC-SCI-001", "SC-SCI-004",
    ),
    _command(
        "INSTALL GENERIC", "system level",
        "Builds a Generic R&D Center, which develops technologies of every tree.",
        "2 1", "2 0", {"level": _LEVEL}, installations.install_generic, "SC-RDC-001", "SC-RDC-005",
    ),
    _command(
        "INSTALL DEDICATED", "system tree level",
        "Builds a Dedicated R&D Center, for technologies of one tree.",
        "1 CON 1", "1 XYZ 1", {"tree": TREE, "level": _LEVEL}, installations.install_dedicated,
        "SC-RDC-002", "SC-RDC-003", "SC-RDC-005",
    ),
    _defense(
        "PDC", "a Planetary Defense Center", defenses.install_pdc, "SC-PDC-001"
    ),
    _defense(
        "CMS", "concealed missile silos", defenses.install_silos, "SC-CMS-002", "SC-CMS-005"
    ),
    _defense("CGB", "concealed ground bases", defenses.install_bases, "SC-CGB-001"),
    _command(
        "UPGRADE SCIENCE", "system",
        "Raises a Science Center to the highest rating that your EL allows.",
        "1", "99999", {}, installations.upgrade_science, "SC-SCI-002",
    ),
    _command(
        "UPGRADE GENERIC", "system level", "Raises a Generic R&D Center.",
        "1 2", "1 0", {"level": _LEVEL}, installations.upgrade_generic, "SC-RDC-001", "SC-RDC-006",
    ),
    _command(
        "UPGRADE DEDICATED", "system level", "Raises a Dedicated R&D Center.",
        "1 2", "1 0", {"level": _LEVEL}, installations.upgrade_dedicated,
        "SC-RDC-002", "SC-RDC-006",
    ),
    Command(
        keyword="CLOSE",
        rule="close_center",
        phase="construction",
        syntax=("CLOSE SCIENCE|GENERIC|DEDICATED system",),
        help="Closes a center without a refund; its upkeep ends next turn.",
        example="CLOSE GENERIC 1",
        mistake="CLOSE SHOP 1",
        arguments={"kind": Argument(one_of(*_KINDS), offers=lambda _: _KINDS), "system": COLONY},
        rules=("SC-INS-002", "SC-RES-008"),
        run=installations.close_center,
    ),
)  # fmt: skip


def _centers(view: View) -> Sequence[str]:
    return [f"{system}:{kind}" for system in own_systems(view) for kind in "GD"]


RESEARCH_COMMANDS = (
    Command(
        keyword="RESEARCH",
        rule="research_tree",
        phase=_PHASE,
        syntax=("RESEARCH system tree", "RESEARCH system HULL hull", "RESEARCH system STOP"),
        help="Sets a Science Center to research a tree's next level or a hull's knot, or stops it.",
        example="RESEARCH 1 CON",
        mistake="RESEARCH 1 XYZ",
        arguments={
            "system": COLONY,
            "tree": Argument(offers=lambda _: (*TREES, research.STOP), optional=True),
            "hull": Argument(offers=lambda _: _KNOTS, optional=True),
        },
        rules=("SC-RES-002", "SC-RES-007", "SC-HULL-010"),
        run=research.research,
    ),
    Command(
        keyword="RESEARCH EL",
        rule="research_level",
        phase=_PHASE,
        syntax=("RESEARCH EL system system [system] ...", "RESEARCH EL STOP"),
        help="Sets Science Centers to raise the Economic Level together, or stops them.",
        example="RESEARCH EL 1 2",
        mistake="RESEARCH EL 1",
        arguments={"place": Argument(offers=own_systems)},
        rules=("SC-EL-001", "SC-EL-004", "SC-SCI-003"),
        run=research.research_el,
    ),
    Command(
        keyword="DEVELOP",
        rule="develop_technology",
        phase=_PHASE,
        syntax=("DEVELOP technology center [center] ...", "DEVELOP technology STOP"),
        help="Sets R&D Centers, such as 1:G or 1:D, to develop a technology, or stops them.",
        example="DEVELOP A2 1:G",
        mistake="DEVELOP A2 1:X",
        arguments={"technology": str, "center": Argument(offers=_centers)},
        rules=("SC-RND-001", "SC-RND-002", "SC-RND-007", "SC-RDC-006"),
        run=research.develop,
    ),
)
