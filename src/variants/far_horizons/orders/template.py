"""An empty order form that explains every order in its section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.orders import Command, comment_lines
from variants.far_horizons.constants import ITEMS, SHIP_CLASSES, STARBASE, TECH_NAMES, TRANSPORT
from variants.far_horizons.model.orders import SECTIONS, SectionKind
from variants.far_horizons.orders.sections import sections_of

_INTRODUCTION = """\
Write one order per line, in the section where it belongs, between START and END.
Sections are carried out in the order below. Leave out those that you do not need.

Upper and lower case are the same; only the first three letters of a command count.
A semicolon begins a comment. All of this form is comments: nothing is ordered yet.

Every name is preceded by the kind of thing that it names:
  PL Earth (a planet)   SP Klingon (a species)   BAS High Guardian (a starbase)
  DD Dawson (a ship and its class)   FFS Picket (S: sub-light)   TR5 Mover (50,000 tons)
A comma ends a name if more follows in the line:   JUMP DD Dawson, PL Mars
Coordinates are three numbers, x y z; p is the number of a planet, the innermost being 1.
Words in [brackets] may be left out."""

_TITLES = {
    "COMBAT": "Battles at the beginning of the turn; each begins with BATTLE.",
    "PRE-DEPARTURE": "Orders before ships leave.",
    "JUMPS": "Jumps from star to star.",
    "PRODUCTION": "What your planets make. The orders of each planet begin with PRODUCTION.",
    "POST-ARRIVAL": "Orders after ships have arrived.",
    "STRIKES": "Battles at the end of the turn, as in COMBAT, without ENGAGE 5, 6 and 7.",
}
#: Commands that come first in their sections.
_FIRST = ("BATTLE", "PRODUCTION")
#: Additional lines of help.
_MORE = {
    "ENGAGE": (
        "0 defense in place, 1 deep space defense, 2 p planet defense; against whom you ATTACK:",
        "3 deep space fight, 4 p planet attack, 5 p bombardment, 6 p germ warfare, 7 p siege.",
    ),
}


def template_of(commands: Sequence[Command], opening: str, closing: str) -> str:
    """Return the whole form, between an opening and a closing line."""
    lines = [opening, *comment_lines(_INTRODUCTION.splitlines(), ";"), ""]
    for kind in SECTIONS:
        accepted = [c for c in commands if kind.name in sections_of(c)]
        accepted.sort(key=lambda command: command.keyword not in _FIRST)
        lines += [f"START {kind.name}", *comment_lines(_section(kind, accepted), ";"), "END", ""]
    return "\n".join([*lines, *comment_lines(_words(), ";"), closing, ""])


def _section(kind: SectionKind, accepted: Sequence[Command]) -> Iterator[str]:
    """Yield the commands of a section; each is explained once in the form."""
    yield _TITLES[kind.name]
    other_commands = [command for command in accepted if sections_of(command)[0] != kind.name]
    for command in accepted:
        if command not in other_commands:
            yield ""
            yield from command.syntax
            yield from (f"  {line}" for line in (command.help, *_MORE.get(command.keyword, ())))
            _, *example, _ = command.example.splitlines()
            yield from (f"    {line}" for line in example)
    for section in dict.fromkeys(sections_of(command)[0] for command in other_commands):
        yield ""
        yield f"As explained in section {section}:"
        yield from _wrapped([c.keyword for c in other_commands if sections_of(c)[0] == section])


def _words() -> Iterator[str]:
    """Yield the class words, which precede names and follow numbers."""
    yield "Technologies:"
    yield from _wrapped([f"{tech} {name}" for tech, name in TECH_NAMES.items()])
    yield "Ships, with their tonnage in units of 10,000 tons:"
    yield from _wrapped(
        [f"{s.abbreviation} {s.name} {s.tonnage}" for s in SHIP_CLASSES if s.tonnage]
        + [f"{TRANSPORT}n Transport n", f"{STARBASE} Starbase of any size"]
    )
    yield "Items, with the technology and the level that they need:"
    marks = ("SG", "GU")
    yield from _wrapped(
        [
            f"{item.abbreviation} {item.name} ({item.tech} {item.level})"
            for item in ITEMS
            if not item.abbreviation.startswith(marks)
        ]
        + ["SGk Mark-k Shield Generator (LS 10k)", "GUk Mark-k Gun Unit (ML 10k); k is 1 to 9"]
    )


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    """Wrap words in indented lines of ordinary length."""
    line = ""
    for word in words:
        longer = f"{line}, {word}" if line else f"  {word}"
        if len(longer) > 70:
            yield f"{line},"
            longer = f"  {word}"
        line = longer
    yield line
