"""What is read otherwise: which words of a line an argument takes, and what they mean."""

from __future__ import annotations

from variants.far_horizons.model.class_words import ClassWord, class_of
from variants.far_horizons.model.words import Words
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, read_by, without

#: What a mining or manufacturing technology is read as, where an item is expected.
_MISTAKEN = {"MI": "IU", "MA": "AU"}


def tech_before_amount(commands: Commands) -> None:
    """RESEARCH takes amount and technology in either order (FH-TECH-006)."""

    def amount(words: Words) -> int | None:
        number, start = words.number(), words.at
        if number is None and words.class_word("tech"):
            number = words.number()
            words.at = start
        return number

    read_by(commands, "RESEARCH", "amount", amount)
    without(commands, "nothing_left_over", "RESEARCH")


def techs_as_items(commands: Commands) -> None:
    """BUILD and IBUILD read MI as IU, and MA as AU (FH-BUILD-004)."""

    def item(words: Words) -> ClassWord | None:
        tech = words.class_word("tech")
        return class_of(_MISTAKEN.get(tech.code, "")) if tech else words.class_word("item")

    for keyword in ("BUILD", "IBUILD"):
        read_by(commands, keyword, "item", item)


def plain_distortion_numbers(commands: Commands) -> None:
    """ATTACK and HIJACK read numbers alike with SP and without, but for 0 (FH-ATTACK-002)."""

    def number(words: Words) -> int | None:
        words.class_word("species")
        return words.number()

    def zero(words: Words) -> int | None:
        return 0 if words.number() == 0 else None

    for keyword in ("ATTACK", "HIJACK"):
        read_by(commands, keyword, "number", zero)
        read_by(commands, keyword, "distortion", number)
