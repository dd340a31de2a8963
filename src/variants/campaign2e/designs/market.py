"""Catalogue of designs on the open market, by navy (C2E-13.1-02, C2E-13.1-05)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from horizons_core.data_text import read_yaml
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.reading import design_from


@cache
def market() -> Mapping[str, Design]:
    """Return every design on the market by name."""
    text = resources.files("variants.campaign2e.designs").joinpath("market.yaml").read_text("utf-8")
    designs = {
        name: design_from(name, words, navy)
        for navy, entries in read_yaml(text).items()
        for name, words in entries.items()
    }
    return MappingProxyType(designs)


def navies() -> list[str]:
    """Return the navies on the market, in catalogue order."""
    return list(dict.fromkeys(design.navy for design in market().values()))


def by_type(code: str) -> Design:
    """Return the market's only design of a type such as CH (C2E-4.1-02)."""
    return next(design for design in market().values() if design.type == code)
