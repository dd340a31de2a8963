"""A study as bytes, for another process: bots of a notebook and rules of a file go with it."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Mapping
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, cast

import horizons_core as hz
from horizons_core.plugins.sources import addresses, found, source_at
from horizons_lab.design import Design
from horizons_lab.errors import StudyError


def portable(design: Design) -> bytes:
    """The study as bytes; raises StudyError for a bot or rules that cannot be taken elsewhere.

    Functions and classes of installed modules go by name, those of a notebook or of the program
    itself go whole, and rules that are not installed go by the places of their files.
    """
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """Takes rules, and modules of files, as the places where they are found."""

        def reducer_override(self, thing: Any) -> Any:
            if isinstance(thing, hz.Variant):
                return _reduced(thing)
            if isinstance(thing, ModuleType) and _is_loose(thing):
                return source_at, tuple(addresses([thing]))
            return super().reducer_override(thing)

    target = io.BytesIO()
    try:
        Pickler(target).dump((_loose_modules(design), design))
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        told = " ".join(str(problem).split())
        raise StudyError(
            f"this study cannot be taken to another process: {told}",
            "play it with workers=1, or put its bots and measures on the top level of a file",
        ) from problem
    return target.getvalue()


def design_from(payload: bytes) -> Design:
    """The study in such bytes; raises StudyError if what it needs is not here."""
    try:
        _, design = pickle.loads(payload)  # noqa: S301 - it comes from the study's own process
    except (ImportError, AttributeError) as problem:
        raise StudyError(
            f"a worker does not find what the study needs: {problem}", "install it there, too"
        ) from problem
    return cast(Design, design)


def _loose_modules(design: Design) -> list[ModuleType]:
    """The modules of rules that are in files of their own.

    They are loaded before the study is read, so that bots of their classes find these.
    """
    sources = [source for variant in design.variants for source in variant.sources]
    return [one for one in sources if isinstance(one, ModuleType) and _is_loose(one)]


def _is_loose(module: ModuleType) -> bool:
    """Whether a module has a file, and Python does not find it by its name."""
    if not getattr(module, "__file__", None):
        return False
    top = module.__name__.partition(".")[0]
    spec = PathFinder.find_spec(top)
    known = getattr(sys.modules.get(top), "__spec__", None)
    return spec is None or known is None or spec.origin != known.origin


def _reduced(variant: hz.Variant) -> tuple[Any, ...]:
    """Rules as where they are found; those that are in no file go whole."""
    try:
        return found, (addresses(variant.sources),)
    except hz.HorizonsError:
        return _made, (tuple(_hooks(source) for source in variant.sources),)


def _hooks(source: Any) -> Any:
    """Of a notebook's names those of hooks; all of another source."""
    if not isinstance(source, Mapping):
        return source
    return {name: thing for name, thing in source.items() if name.startswith("horizons_")}


def _made(sources: tuple[Any, ...]) -> hz.Variant:
    variant, *mods = sources
    return hz.Variant(variant, mods)
