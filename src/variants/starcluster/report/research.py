"""Report sections about research: projects with their chances, trees, and open technologies."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import Section, Table, number_column, text_column
from variants.starcluster.report.words import Data, blank_if_zero, mc

PROJECTS = (
    text_column("Project"),
    text_column("Kind", choose=True),
    text_column("Where"),
    number_column("MC", hint="a turn"),
    number_column("Turns", hint="paid so far"),
    number_column("Least", hint="turns before it can break through"),
    number_column("Step", hint="growth of its chance each turn, in per cent"),
    number_column("Chance", hint="chance of a breakthrough in its next turn of work, in per cent"),
    number_column("Had", hint="breakthroughs, of those needed"),
    number_column("Suspended", hint="turns"),
)
_TREES = (
    text_column("Tree"),
    text_column("Name"),
    number_column("TRM", hint="Tree Research Modifier"),
    number_column("SL", hint="your Science Level"),
    number_column("Next", hint="MC a turn for the research of the next level"),
    text_column("Step", hint="modifier of the next level"),
)
_OPEN = (
    text_column("Technology"),
    text_column("Tree", choose=True),
    number_column("SL"),
    number_column("MC", hint="a turn"),
    text_column("Step"),
)


def research(view: Data) -> Section:
    """Projects, trees, and open technologies."""
    tables = [
        Table(PROJECTS, [project_row(row) for row in view["projects"]], "Projects"),
        Table(_TREES, [_tree(row) for row in view["trees"]], "Trees"),
        Table(_OPEN, [_open(row) for row in view["open"]], "Open for development"),
    ]
    notes = [
        f"Economic Level {view['el']}; Intelligence Rating {view['intelligence']}.",
        f"Developed: {' '.join(view['developed'])}.",
        f"Hulls that no longer need a prototype: {' '.join(view['hulls'])}.",
    ]
    if view["knots"]:
        notes.append(f"Broken knots: {' '.join(view['knots'])}.")
    if view["last_el"] is not None:
        notes.append(f"Your last EL project began in turn {view['last_el']}.")
    return Section("research", "Research and development", tables, notes, len(view["projects"]))


def project_row(project: Data) -> Sequence[str]:
    """The cells of a project."""
    return (
        project["name"],
        project["kind"].lower(),
        " ".join(project["centers"]),
        mc(project["price"]),
        str(project["turns"]),
        str(project["least"]),
        blank_if_zero(project["step"]),
        blank_if_zero(project["chance"]),
        f"{project['breakthroughs']}/{project['breakthroughs_of']}" if _is_hard(project) else "",
        blank_if_zero(project["suspended"]),
    )


def _is_hard(project: Data) -> bool:
    return bool(project["breakthroughs"] or project["breakthroughs_of"] > 1)


def _tree(tree: Data) -> Sequence[str]:
    return (
        tree["code"],
        tree["name"],
        str(tree["modifier"]),
        str(tree["level"]),
        mc(tree["price"]),
        special_name(tree["special"]),
    )


def _open(row: Data) -> Sequence[str]:
    return (
        row["name"],
        row["tree"],
        str(row["level"]),
        mc(row["MC"]),
        special_name(row["special"]),
    )


def special_name(special: int) -> str:
    """The name of a special modifier (SC-MOD-001)."""
    return {-10: "knot", -20: "hard knot", 10: "trivial"}.get(special, "")
