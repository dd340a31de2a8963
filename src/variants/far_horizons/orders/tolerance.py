"""How much is forgiven in orders: by the rulebook, and by the engine of 1999."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class Tolerance:
    """What a reader of orders lets pass.

    Attributes:
        class_words: a name may lack its class word, or have another ship's (FH-NAME-004).
        spelling: a name of 5 letters or more may be slightly misspelt (FH-NAME-004, FH-MISC-007),
            whatever the word before it; there is a warning.
        separators: a forgotten comma is guessed after a failure (FH-ORDER-018, FH-CMD-016).
        fractions: of a number with a fraction the whole part is read (FH-CMD-004).
        run_on: a section goes on to the next END, over a START too (FH-ORDER-004, FH-CMD-014).
    """

    class_words: bool
    spelling: bool
    separators: bool
    fractions: bool
    run_on: bool


RULEBOOK = Tolerance(
    class_words=False, spelling=False, separators=False, fractions=False, run_on=False
)
ENGINE_1999 = Tolerance(
    class_words=True, spelling=True, separators=True, fractions=True, run_on=True
)
