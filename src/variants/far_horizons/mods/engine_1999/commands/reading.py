"""Orders that the engine reads differently: which words an argument takes, and their meaning."""

from __future__ import annotations

from variants.far_horizons.model.class_words import ClassWord, class_of
from variants.far_horizons.model.words import WordCursor
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, remove_check, set_reader

#: The item that a technology is read as, where an item is expected.
_MISTAKEN = {"MI": "IU", "MA": "AU"}


def tech_before_amount(commands: Commands) -> None:
    """RESEARCH takes amount and technology in either order (FH-TECH-006)."""

    def amount(words: WordCursor) -> int | None:
        number, start = words.number(), words.at
        if number is None and words.class_word("tech"):
            number = words.number()
            words.at = start
        return number

    set_reader(commands, "RESEARCH", "amount", amount)
    remove_check(commands, "nothing_left_over", "RESEARCH")


def techs_as_items(commands: Commands) -> None:
    """BUILD and IBUILD read MI as IU, and MA as AU (FH-BUILD-004)."""

    def item(words: WordCursor) -> ClassWord | None:
        tech = words.class_word("tech")
        return class_of(_MISTAKEN.get(tech.code, "")) if tech else words.class_word("item")

    for keyword in ("BUILD", "IBUILD"):
        set_reader(commands, keyword, "item", item)


def plain_distortion_numbers(commands: Commands) -> None:
    """ATTACK and HIJACK read numbers except 0 alike with and without SP (FH-ATTACK-002)."""

    def number(words: WordCursor) -> int | None:
        words.class_word("species")
        return words.number()

    def zero(words: WordCursor) -> int | None:
        return 0 if words.number() == 0 else None

    for keyword in ("ATTACK", "HIJACK"):
        set_reader(commands, keyword, "number", zero)
        set_reader(commands, keyword, "distortion", number)
