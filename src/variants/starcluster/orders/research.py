"""RESEARCH and DEVELOP (SC-RES, SC-EL, SC-RND)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.orders.systems import COLONY, own_systems
from variants.starcluster.rules import development, science
from variants.starcluster.technology.trees import TREES

_PHASE = "purchases"
#: Hulls with a knot (SC-HULL-010).
_KNOTS = tuple(code for code, hull in HULL_TYPES.items() if hull.special)


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
            "tree": Argument(offers=lambda _: (*TREES, science.STOP), optional=True),
            "hull": Argument(offers=lambda _: _KNOTS, optional=True),
        },
        rules=("SC-RES-002", "SC-RES-007", "SC-HULL-010"),
        run=science.research,
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
        run=science.research_el,
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
        run=development.develop,
    ),
)
