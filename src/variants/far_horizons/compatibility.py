"""Where the 1999 engine departs from the rulebook, as one switch each.

The rulebook's way is the default; `ENGINE_1999` turns every habit on. Formulas of the engine are
in `mods.engine_1999.economy`, its reading of set-up forms in `mods.engine_1999.forms`.
"""

from __future__ import annotations

import attrs
from attrs import frozen


@frozen(kw_only=True, eq=False)
class Habits:
    """The habits of the 1999 engine that a game keeps; none of them by default.

    None is left here; the two below are told apart as objects.
    """


RULEBOOK = Habits()
ENGINE_1999 = Habits(**{habit.name: True for habit in attrs.fields(Habits)})
