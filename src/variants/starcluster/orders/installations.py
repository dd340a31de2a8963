"""INSTALL, UPGRADE and CLOSE (SC-INS-002)."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.orders import Argument, Command, Range, integer, one_of
from variants.starcluster.orders.systems import COLONY, TREE, planet_numbers
from variants.starcluster.rules import defenses, installations

_LEVEL = Argument(integer(1, 1_000), offers=lambda _: Range(1, 20))
_PLANET = Argument(integer(1, 100), offers=planet_numbers)
_COUNT = Argument(integer(1, 1_000), offers=lambda _: Range(1, 10), optional=True)
_KINDS = ("SCIENCE", "GENERIC", "DEDICATED")


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
