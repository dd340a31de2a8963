"""What to write where a name in an order stands for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.errors import nearest
from variants.far_horizons.constants import TECH_NAMES, TECHS
from variants.far_horizons.model import Species
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import class_word_of


def ship_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """What to write where a ship or starbase should be named."""
    known = [f"{class_word_of(ship)} {ship.name}" for ship in species.living_ships()]
    if not known:
        return "you have no ships"
    return _hint(context, species, written, known, "write its class and its name")


def planet_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """What to write where a named planet should stand."""
    known = [f"PL {colony.name}" for colony in species.living_colonies()]
    return _hint(context, species, written, known, "write PL and the name that you gave it")


def species_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """What to write where a species that was met should be named."""
    known = [f"SP {other.name}" for other in context.game.empires if other.id in species.met]
    return _hint(context, species, written, known, "write SP and the name of a species")


def place_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """What to write instead: a planet behind PL, a ship behind anything else."""
    planet = written is not None and written.word is not None and written.word.kind == "planet"
    return (planet_hint if planet else ship_hint)(context, species, written)


def technology_hint(words: str) -> str:
    """What to write for a technology: its abbreviation, if the words are its name (FH-TECH-007)."""
    name = " ".join(words.rstrip("0123456789 ").split()).casefold()
    near = {full.casefold(): code for code, full in TECH_NAMES.items()}
    found = [full for full in near if len(name) > 2 and full.startswith(name)]
    meant = found[0] if len(found) == 1 else nearest(name, near) if name else None
    if meant is None:
        return f"it is one of {', '.join(TECHS)}"
    return f"write {near[meant]} for {TECH_NAMES[near[meant]]}"


def _names_it(text: str, name: str) -> bool:
    """Whether a text begins with a name, and something else follows."""
    return text != name and text.startswith(name) and not text[len(name)].isalnum()


def _hint(
    context: StepContext,
    species: Species,
    written: WrittenName | None,
    known: Sequence[str],
    otherwise: str,
) -> str:
    """A comma that is missing, the nearest of the known names, or what to write."""
    if written is None or not context.keeps_remarks(species):
        return otherwise
    text = written.whole.casefold()
    for name in known:
        if _names_it(text, name.casefold()):
            return f"put a comma behind '{name}'"
    near = nearest(text, known)
    return f"did you mean '{near}'?" if near else otherwise


def lone_species_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """What to write where a species that was met is named last, so that no comma is missing."""
    otherwise = "write SP and the name of a species"
    if written is None or not context.keeps_remarks(species):
        return otherwise
    known = [f"SP {context.by_id[one].name}" for one in species.met if one in context.by_id]
    for name in known:
        if _names_it(written.whole.casefold(), name.casefold()):
            return f"nothing may follow '{name}'"
    near = nearest(written.whole, known)
    return f"did you mean '{near}'?" if near else otherwise
