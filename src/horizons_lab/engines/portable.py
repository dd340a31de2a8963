"""A study as bytes for another process, with bots of a notebook and rules of a file."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Mapping
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, cast

import horizons_core as hz
from horizons_core.plugins.sources import addresses, source_at, variant_at
from horizons_lab.design import StudyDesign
from horizons_lab.errors import StudyError


def serialize_design(design: StudyDesign) -> bytes:
    """Serialize a study; raises StudyError for bots or rules that cannot be pickled.

    Functions and classes of installed modules go by name, those of a notebook or of the program
    itself by value, and rules that are not installed by the paths of their files.
    """
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """Pickles rules, and modules of files, as their addresses."""

        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, hz.Variant):
                return _reduce(value)
            if isinstance(value, ModuleType) and _is_file_module(value):
                return source_at, tuple(addresses([value]))
            return super().reducer_override(value)

    target = io.BytesIO()
    try:
        Pickler(target).dump((_file_modules(design), design))
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        message = " ".join(str(problem).split())
        raise StudyError(
            f"this study cannot be sent to another process: {message}",
            "use workers=1, or define its bots and measures at the top level of a file",
        ) from problem
    return target.getvalue()


def load_design(payload: bytes) -> StudyDesign:
    """Load a study from such bytes; raises StudyError if something that it needs is missing."""
    try:
        _, design = pickle.loads(payload)  # noqa: S301 - it comes from the study's own process
    except (ImportError, AttributeError) as problem:
        raise StudyError(
            f"a worker lacks something that the study needs: {problem}",
            "install it on the worker, too",
        ) from problem
    return cast(StudyDesign, design)


def _file_modules(design: StudyDesign) -> list[ModuleType]:
    """Return the modules of rules in loose files.

    They are pickled before the study, so that its bots' classes find them loaded.
    """
    sources = [source for variant in design.variants for source in variant.sources]
    return [
        source for source in sources if isinstance(source, ModuleType) and _is_file_module(source)
    ]


def _is_file_module(module: ModuleType) -> bool:
    """Return whether a module has a file, and Python does not find it by its name."""
    if not getattr(module, "__file__", None):
        return False
    top = module.__name__.partition(".")[0]
    spec = PathFinder.find_spec(top)
    known = getattr(sys.modules.get(top), "__spec__", None)
    return spec is None or known is None or spec.origin != known.origin


def _reduce(variant: hz.Variant) -> tuple[Any, ...]:
    """Return rules by their addresses; those without a file go by value."""
    try:
        return variant_at, (addresses(variant.sources),)
    except hz.HorizonsError:
        return _variant, (tuple(_hooks(source) for source in variant.sources),)


def _hooks(source: Any) -> Any:
    """Return the hooks among a notebook's names; other sources unchanged."""
    if not isinstance(source, Mapping):
        return source
    return {name: value for name, value in source.items() if name.startswith("horizons_")}


def _variant(sources: tuple[Any, ...]) -> hz.Variant:
    variant, *mods = sources
    return hz.Variant(variant, mods)
