"""Hints for names in orders that match nothing."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.errors import nearest
from variants.far_horizons.constants import TECH_NAMES, TECHS
from variants.far_horizons.model import Species
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import class_word_of


def ship_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """Suggest a ship or starbase."""
    known = [f"{class_word_of(ship)} {ship.name}" for ship in species.living_ships()]
    if not known:
        return "you have no ships"
    return _hint(context, species, written, known, "write its class and its name")


def planet_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """Suggest a named planet."""
    known = [f"PL {colony.name}" for colony in species.living_colonies()]
    return _hint(context, species, written, known, "write PL and the name that you gave it")


def species_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """Suggest a species that was met."""
    known = [f"SP {other.name}" for other in context.game.empires if other.id in species.met]
    return _hint(context, species, written, known, "write SP and the name of a species")


def place_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """Suggest a planet after PL, and a ship otherwise."""
    planet = written is not None and written.word is not None and written.word.kind == "planet"
    return (planet_hint if planet else ship_hint)(context, species, written)


def technology_hint(words: str) -> str:
    """Suggest a technology's abbreviation, if the words are its name (FH-TECH-007)."""
    name = " ".join(words.rstrip("0123456789 ").split()).casefold()
    codes = {full.casefold(): code for code, full in TECH_NAMES.items()}
    matches = [full for full in codes if len(name) > 2 and full.startswith(name)]
    match = matches[0] if len(matches) == 1 else nearest(name, codes) if name else None
    if match is None:
        return f"it is one of {', '.join(TECHS)}"
    return f"write {codes[match]} for {TECH_NAMES[codes[match]]}"


def _begins_with_name(text: str, name: str) -> bool:
    """Return whether a text begins with a name and has more words after it."""
    return text != name and text.startswith(name) and not text[len(name)].isalnum()


def _hint(
    context: StepContext,
    species: Species,
    written: WrittenName | None,
    known: Sequence[str],
    default: str,
) -> str:
    """Suggest a missing comma or the nearest known name, or return the default."""
    if written is None or not context.keeps_remarks(species):
        return default
    text = written.plain_name.casefold()
    for name in known:
        if _begins_with_name(text, name.casefold()):
            return f"put a comma after '{name}'"
    near = nearest(text, known)
    return f"did you mean '{near}'?" if near else default


def lone_species_hint(context: StepContext, species: Species, written: WrittenName | None) -> str:
    """Suggest a species that was met, for a last argument, which cannot lack a comma."""
    default = "write SP and the name of a species"
    if written is None or not context.keeps_remarks(species):
        return default
    known = [f"SP {context.by_id[id_].name}" for id_ in species.met if id_ in context.by_id]
    for name in known:
        if _begins_with_name(written.plain_name.casefold(), name.casefold()):
            return f"nothing may follow '{name}'"
    near = nearest(written.plain_name, known)
    return f"did you mean '{near}'?" if near else default
