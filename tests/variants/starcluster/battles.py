"""Battles for tests: designs of the design note and others, and random battles of them."""

from __future__ import annotations

from hypothesis import strategies as st

from variants.starcluster.combat import Resolver

RESOLVER = Resolver()

#: The worked frigate (SC-CBT-002) and the destroyer of the note's sanity figures (SC-NPR-002).
FRIGATE = {
    "hull": "FGf",
    "design": "[S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa1][(GGG)1][Mg][(II)1(II)1]",
}
DESTROYER = {"hull": "DD", "design": "(SS)1(AAAA)1(QQQ)1[Y1](KKKKKKK)1[Bsa](GGGGGG)1[Mg](IIIII)1"}
#: The same with a CIC for three of its armor, written last, where it lasts longest.
DIRECTED = {"hull": "DD", "design": "(SS)1(A)1(QQQ)1[Y1](KKKKKKK)1[Bsa](GGGGGG)1[Mg](IIIII)1[CIC1]"}
#: A non-player race's starbase with G and K (SC-NPR-002).
STARBASE = {
    "hull": "BS2",
    "design": "(SSS)1(A)x10 1(QQQ)1[Y1][CIC1](K)x14 1(G)x24 1(Mg)x2",
}
#: Designs with further systems: missiles and ordnance, J drives, plasma, tractors, small magazines,
#: later generations, systems that follow each other in odd orders.
MISSILES = {"hull": "DD", "design": "[S2][A2](QQQ)1(XO)x2[Y2][M1](RRRRRRRR)2[Mgs](IIIII)1[A1]"}
TACTICAL = {"hull": "CL", "design": "(SS)1(AAA)1(QQQQ)1[Y3][M2](PtPtPtPtPt)1[Mg][T1][T2](J)x8 1"}
ENERGY = {"hull": "DD", "design": "[A1][S1](QQ)1[Y1](EEEEEEEE)1(LLLL)2(I)x4 1[A3]"}
FREIGHTER = {"hull": "FT1", "design": "[Q1](H)x8(Ic)x2 1"}
SCOUT = {"hull": "DD", "design": "(QQQ)1[Y1](X)x5(Ic)x6 1"}
KINDS = (FRIGATE, DESTROYER, DIRECTED, STARBASE, MISSILES, TACTICAL, ENERGY, FREIGHTER, SCOUT)


def duel(first, second, doctrines=None, **more):
    """A battle of two sides, each a list of units as in files."""
    return RESOLVER.battle(
        {"sides": {"one": first, "two": second}, "doctrines": doctrines or {}, **more}
    )


def of(kind, count=1, **more):
    """This many units of a kind."""
    return {**kind, "count": count, **more}


def units():
    state = st.fixed_dictionaries(
        {},
        optional={
            "damage": st.floats(0, 10),
            "starving": st.floats(0, 12),
            "shots": st.integers(0, 20),
            "out_of_supply": st.booleans(),
            "detuned": st.booleans(),
            "exit": st.booleans(),
            "joins": st.booleans(),
        },
    )
    return st.builds(
        lambda kind, count, more: of(kind, count, **more),
        st.sampled_from(KINDS),
        st.integers(1, 4),
        state,
    )


def doctrines():
    return st.fixed_dictionaries(
        {},
        optional={
            "avoid": st.booleans(),
            "band": st.sampled_from(["LONG", "SHORT"]),
            "break": st.integers(1, 100),
            "target": st.sampled_from(["LARGE", "SMALL"]),
            "adm": st.booleans(),
            "combat": st.sampled_from([-5, 0, 5]),
            "twigs": st.lists(st.sampled_from(["MODULATION", "TUNER", "MANEUVER"]), max_size=2),
            "pdc": st.booleans(),
            "silos": st.integers(0, 4),
            "missile": st.sampled_from(["R1", "R2", "G1"]),
        },
    )


def battles():
    """Battles of all kinds, small enough to be interpreted."""
    side = st.lists(units(), min_size=1, max_size=3)
    return st.builds(
        lambda first, second, mine, yours, place, assault: duel(
            first, second, {"one": mine, "two": yours}, place=place, **assault
        ),
        side,
        side,
        doctrines(),
        doctrines(),
        st.sampled_from([{}, {"nebula": "gas"}, {"nebula": "ion"}]),
        st.one_of(
            st.just({}),
            st.builds(
                lambda by, wave: {"assault": {"by": by, "wave": wave}},
                st.sampled_from(["one", "two"]),
                st.integers(1, 6),
            ),
        ),
    )
