"""Playing a study twice on the same dice, without and with a change of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from horizons_lab.comparisons.comparison import AFTER, BEFORE, Comparison
from horizons_lab.comparisons.divergence import Divergence, first_difference
from horizons_lab.engines import Workers
from horizons_lab.errors import StudyError
from horizons_lab.plan import mod_list
from horizons_lab.progress import ProgressCallback
from horizons_lab.rule_sources import VariantSource
from horizons_lab.statistics.checks import probability
from horizons_lab.study import Study


@attrs.frozen(eq=False, slots=False)
class RulesComparison(Comparison):
    """A comparison whose games can be replayed to find their first difference.

    Attributes:
        study: the study without the change.
        changed: the study with it.
    """

    study: Study = attrs.field(kw_only=True)
    changed: Study = attrs.field(kw_only=True)

    def first_difference(self, game: int, cell: int = 0) -> Divergence | None:
        """Return the first event or order that differs in a game; None if all turns are the same.

        Raises StudyError for an unknown game or cell.
        """
        before, after = (study.game(game, cell) for study in (self.study, self.changed))
        return first_difference(before.spec, after.spec)


def changed_study(
    study: Study,
    *,
    mods: Sequence[Any] | str | Path = (),
    options: Mapping[str, Any] | None = None,
    variant: VariantSource | None = None,
) -> Study:
    """Return the study with a change of rules: more house rules, other options, another variant.

    The house rules come after those of the study. Raises StudyError if nothing is changed, or if
    the change concerns a factor of the study; and the errors of a study.
    """
    added, changed = mod_list(mods), dict(options or {})
    if not added and not changed and variant is None:
        raise StudyError(
            "there is no change to compare", "name house rules, options, or another variant"
        )
    factors = [f"options.{name}" for name in changed] + (["mods"] if added else [])
    for name in factors:
        if name in study.factors:
            raise StudyError(
                f"'{name}' is a factor of the study, whose levels already set it",
                "remove it from the factors, or compare the cells of one study",
            )
    return attrs.evolve(
        study,
        mods=(*mod_list(study.mods), *added),
        options={**study.options, **changed},
        variant=study.variant if variant is None else variant,
    )


def compare(
    study: Study,
    *,
    mods: Sequence[Any] | str | Path = (),
    options: Mapping[str, Any] | None = None,
    variant: VariantSource | None = None,
    workers: Workers = 1,
    out: Path | str | None = None,
    confidence: float = 0.95,
    progress: ProgressCallback | None = None,
    other_python: bool = False,
) -> RulesComparison:
    """Play a study without and with a change of rules, on the same dice.

    For example::

        study = Study(variant="event_horizon", seats=["greedy", "random"], games=100, key="mines")
        comparison = compare(study, mods=["shared_mining"])
        print(comparison.change("won", "greedy").difference)
        print(comparison.first_difference(17))

    `out` is a folder with the results of both, `before` and `after`; games that are finished there
    are not played again. `other_python` is as in `Study.run`. Raises the errors of `changed_study`
    and `Study.run`.
    """
    probability("confidence", confidence)
    changed = changed_study(study, mods=mods, options=options, variant=variant)
    before, after = (
        played.run(
            workers,
            out=None if out is None else Path(out) / name,
            progress=progress,
            other_python=other_python,
        )
        for name, played in ((BEFORE, study), (AFTER, changed))
    )
    return RulesComparison(before, after, confidence, study=study, changed=changed)
