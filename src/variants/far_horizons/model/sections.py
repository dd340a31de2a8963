"""The sections of an order text, each for a phase of the turn (FH-ORDER-003)."""

from __future__ import annotations

from attrs import frozen


@frozen
class SectionKind:
    """A section of the orders: its name, its phase, and the word for it in rejections."""

    name: str
    phase: str
    word: str


SECTIONS = (
    SectionKind("COMBAT", "combat", "combat"),
    SectionKind("PRE-DEPARTURE", "pre-departure", "pre-departure"),
    SectionKind("JUMPS", "jumps", "jump"),
    SectionKind("PRODUCTION", "production", "production"),
    SectionKind("POST-ARRIVAL", "post-arrival", "post-arrival"),
    SectionKind("STRIKES", "strikes", "strike"),
)
SECTION_OF = {kind.name: kind for kind in SECTIONS}
