"""The cluster that is copied for each player (SC-SET-006, SC-SET-008)."""

from __future__ import annotations

from attrs import frozen

from variants.starcluster.model.limits import Count
from variants.starcluster.model.systems import StarSystem


@frozen
class TemplateLink:
    """A link between two positions of a region.

    Attributes:
        a, b: positions, the lower one first.
        hidden_a, hidden_b: instrument range needed to find each end; 0 if it is not hidden.
    """

    a: Count
    b: Count
    hidden_a: Count = 0
    hidden_b: Count = 0


@frozen
class Template:
    """A cluster, with positions for names.

    Attributes:
        systems: by position; the first one is the homeworld.
        links: between positions.
        npr: the position of the non-player race's home.
        exits: the positions at which an exit to the core may lie (SC-SET-006).
    """

    systems: tuple[StarSystem, ...] = ()
    links: tuple[TemplateLink, ...] = ()
    npr: Count = 0
    exits: tuple[Count, ...] = ()
