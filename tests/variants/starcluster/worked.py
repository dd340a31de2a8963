"""Worked battles: the parties, the dice, and their records line by line.

Each shows the subject of its title; `told.lines` explains the lines: who fires on whom by the
numbers of the units, the points that it took, and the losses.
"""

from __future__ import annotations

from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    ENERGY,
    FREIGHTER,
    FRIGATE,
    MISSILES,
    SCOUT,
    STARBASE,
    TACTICAL,
    duel,
    of,
)

#: By subject: the parties of the battle, the key of its dice, and its course.
WORKED = {
    "silos of both sides fire first, one line is destroyed, and what stood behind it escapes": (
        duel([of(DIRECTED, 2), of(FREIGHTER)], [of(FRIGATE, 2), of(DESTROYER), of(SCOUT)],
             {"one": {"break": 60, "band": "LONG", "silos": 1}, "two": {"silos": 2, "break": 30}}),
        1,
        """
0 DD 1 (DD, one) 35 to 0, destroyed
1 DD 2 (DD, one) 35 to 0, destroyed
2 FT1 (FT1, one) 13 to 13, behind the line, got away
3 FGf 1 (FGf, two) 26 to 16
4 FGf 2 (FGf, two) 26 to 0, destroyed
5 DD (DD, two) 38 to 0, destroyed
6 DD (DD, two) 21 to 21, behind the line
7 Silos of one (CMS, one) 1 to 1
8 Silos of two (CMS, two) 2 to 2
1: Round at Long, gap 3.
1: one rolls 10 for its fire.
1: two rolls 9 for its fire.
1: 7 on 4, 26, S A A Q Y Q K Bsa G Mg I I I I lost, destroyed
1: 7 on 5, 38, S S A A A A Q Q Q Y K Bsa G G Mg I I I I I lost, destroyed
1: 7 on 3, 0
1: 8 on 1, 35, S S A Q Q Q Y K Bsa G G Mg I I I I I CIC lost, destroyed
1: 8 on 0, 30, S S A Q Q Q Y K Bsa G G Mg I I lost
1: 8 on 0, 5, I I I CIC lost, destroyed
1: 0 on 3, 10, S A A Q Y lost
1: FT1 gets away. [2]
two after 1 rounds, 11 words
""",
    ),
    "waves of two come through a point, one of them into another ship, and turn back": (
        duel([of(FRIGATE, 5), of(FREIGHTER)], [of(FRIGATE, 2), of(DESTROYER, joins=True)],
             {"one": {"break": 25}, "two": {"break": 100}}, assault={"by": "one", "wave": 2}),
        178,
        """
0 FGf 1 (FGf, one) 26 to 14, got away
1 FGf 2 (FGf, one) 26 to 0, destroyed
2 FGf 3 (FGf, one) 26 to 0, destroyed
3 FGf 4 (FGf, one) 26 to 10, got away
4 FGf 5 (FGf, one) 26 to 26, got away
5 FT1 (FT1, one) 13 to 13, behind the line, got away
6 FGf 1 (FGf, two) 26 to 20
7 FGf 2 (FGf, two) 26 to 22
8 DD (DD, two) 38 to 38
1: FGf 1 emerges (1d100: 84).
1: FGf 2 emerges (1d100: 41).
1: Round at Short, gap 0.
1: one rolls 4 for its fire.
1: two rolls 10 for its fire.
1: 6 on 1, 7, S A A lost
1: 6 on 0, 7, S A A lost
1: 7 on 1, 8, Q Y Q lost
1: 7 on 1, 7, K Bsa G lost
2: FGf 3 emerges inside another ship (1d100: 1). [2]
2: FGf 4 emerges (1d100: 29).
2: Round at Short, gap 0.
2: one rolls 8 for its fire.
2: two rolls 8 for its fire.
2: 0 on 6, 3
2: 0 on 7, 3
2: 6 on 1, 4, Mg I I I I lost, destroyed
2: 7 on 0, 5, Q Y Q lost
2: one sends no further wave.
3: Round at Short, gap 0.
3: one rolls 4 for its fire.
3: two rolls 5 for its fire.
3: 0 on 7, 1, S lost
3: 3 on 6, 1, S lost
3: 3 on 6, 2, A lost
3: 6 on 3, 4, S lost
3: 6 on 3, 4, A A Q lost
3: 7 on 3, 4, Y Q lost
3: 7 on 3, 4
3: FGf 1 gets away. [0]
3: FGf 4 gets away. [3]
3: The assault is over.
two after 3 rounds, 33 words
""",
    ),
    "a wave takes more than there are: who was behind comes out, guards are hunted": (
        duel([of(FRIGATE, 3), of(FREIGHTER)], [of(SCOUT), of(FRIGATE), of(FREIGHTER, joins=True)],
             {"one": {"break": 100}, "two": {"break": 100}}, assault={"by": "one", "wave": 6}),
        64,
        """
0 FGf 1 (FGf, one) 26 to 0, destroyed
1 FGf 2 (FGf, one) 26 to 21
2 FGf 3 (FGf, one) 26 to 11
3 FT1 (FT1, one) 13 to 13, behind the line
4 DD (DD, two) 21 to 21, behind the line, got away
5 FGf (FGf, two) 26 to 0, destroyed
6 FT1 (FT1, two) 13 to 0, behind the line, destroyed
1: FGf 1 emerges inside another ship (1d100: 1). [0]
1: FGf 2 emerges (1d100: 93).
1: FGf 3 emerges (1d100: 18).
1: Round at Short, gap 0.
1: one rolls 7 for its fire.
1: two rolls 5 for its fire.
1: 5 on 1, 5, S A lost
1: 5 on 2, 5, S A lost
2: The assault is over.
2: Round at Short, gap 0.
2: one rolls 11 for its fire.
2: two rolls 7 for its fire.
2: 1 on 5, 6, S A lost
2: 1 on 5, 6, A Q Y Q lost
2: 2 on 5, 6, K Bsa lost
2: 2 on 5, 6, G Mg I I lost
2: 5 on 2, 5, A Q Y lost
2: 5 on 2, 5, Q lost
3: Round at Short, gap 0.
3: one rolls 8 for its fire.
3: two rolls 9 for its fire.
3: 1 on 5, 2, I I lost, destroyed
3: DD gets away. [4]
3: FT1 is caught without its line (1d100: 34). [6]
one after 3 rounds, 28 words
""",
    ),
    "ships without a line are hunted before the first round; one knows no way out": (
        duel([of(FREIGHTER, 2), of(SCOUT, 2), of(FREIGHTER, exit=False)], [of(DESTROYER)]),
        3,
        """
0 FT1 1 (FT1, one) 13 to 13, behind the line, got away
1 FT1 2 (FT1, one) 13 to 0, behind the line, destroyed
2 DD 1 (DD, one) 21 to 0, behind the line, destroyed
3 DD 2 (DD, one) 21 to 21, behind the line, got away
4 FT1 (FT1, one) 13 to 13, behind the line
5 DD (DD, two) 38 to 38
1: one tries to break off: 82 on 1d100, at most 20 is needed.
1: DD 1 is caught without its line (1d100: 12). [2]
1: DD 2 gets away. [3]
1: FT1 1 gets away. [0]
1: FT1 2 is caught without its line (1d100: 27). [1]
two after 0 rounds, 6 words
""",
    ),
    "in gas all fire is at Short; missiles at drives do half; the silent are out of supply": (
        duel([of(MISSILES)], [of(TACTICAL), of(ENERGY, out_of_supply=True)],
             {"one": {"adm": True, "break": 100}, "two": {"target": "SMALL", "break": 100}},
             place={"nebula": "gas"}),
        0,
        """
0 DD (DD, one) 27 to 0, destroyed
1 CL (CL, two) 37 to 37
2 DD (DD, two) 26 to 24
1: Round at Short, gap 0.
1: one rolls 9 for its fire.
1: two rolls 9 for its fire.
1: 0 on 2, 1
1: 0 on 2, 1
1: 1 on 0, 5, S lost
1: 2 on 0, 7, A Q Q Q Y M lost
1: 2 on 0, 6, R lost
1: 2 on 0, 5, R Mgs I I I lost
2: Round at Short, gap 0.
2: one rolls 3 for its fire.
2: two rolls 8 for its fire.
2: 1 on 0, 4, I I A lost, destroyed
two after 2 rounds, 18 words
""",
    ),
    "shields are no use among ions; damage and hunger count from the bow": (
        duel([of(MISSILES, damage=4), of(FRIGATE, starving=5)], [of(STARBASE)],
             {"one": {"adm": True, "pdc": True, "break": 100, "combat": 5, "twigs": ["TUNER"]},
              "two": {"break": 100}}, place={"nebula": "ion"}),
        0,
        """
0 DD (DD, one) 23 to 0, destroyed
1 FGf (FGf, one) 26 to 0, destroyed
2 BS2 (BS2, two) 76 to 48
1: Round at Long, gap 3.
1: one rolls 9 for its fire.
1: two rolls 9 for its fire.
1: 0 on 2, 6, A A A lost
1: 0 on 2, 6, A A A lost
1: 2 on 0, 9, A Q Q Q Y M lost
2: Round at Long, gap 1.
2: one rolls 9 for its fire.
2: two rolls 6 for its fire.
2: 0 on 2, 1
2: 0 on 2, 6, A A A lost
2: 2 on 0, 8, R R Mgs lost
3: Round at Short, gap 0.
3: one rolls 3 for its fire.
3: two rolls 3 for its fire.
3: 0 on 2, 9, A Q Q Q Y CIC lost
3: 2 on 0, 6, I I I I I A lost, destroyed
3: 2 on 1, 23, A A Q Y Q K Bsa G Mg I I I I lost, destroyed
two after 3 rounds, 12 words
""",
    ),
    "tractors hold those who avoid battle; they get away all the same": (
        duel([of(FRIGATE, 2)], [of(TACTICAL)],
             {"one": {"avoid": True}, "two": {"target": "SMALL", "break": 100}}),
        0,
        """
0 FGf 1 (FGf, one) 26 to 26, got away
1 FGf 2 (FGf, one) 26 to 26, got away
2 CL (CL, two) 37 to 37
1: one tries to break off: 40 on 1d100, at most 79 is needed.
1: FGf 1 gets away. [0]
1: FGf 2 gets away. [1]
two after 0 rounds, 1 words
""",
    ),
    "who has lost his line tries no more to get away": (
        duel([of(DESTROYER), of(FREIGHTER, 2)], [of(FRIGATE, 9)],
             {"one": {"avoid": True, "break": 100}, "two": {"break": 100, "silos": 3}}),
        3,
        """
0 DD (DD, one) 38 to 0, destroyed
1 FT1 1 (FT1, one) 13 to 0, behind the line, destroyed
2 FT1 2 (FT1, one) 13 to 13, behind the line, got away
3 FGf 1 (FGf, two) 26 to 26
4 FGf 2 (FGf, two) 26 to 26
5 FGf 3 (FGf, two) 26 to 22
6 FGf 4 (FGf, two) 26 to 26
7 FGf 5 (FGf, two) 26 to 26
8 FGf 6 (FGf, two) 26 to 26
9 FGf 7 (FGf, two) 26 to 26
10 FGf 8 (FGf, two) 26 to 26
11 FGf 9 (FGf, two) 26 to 26
12 Silos of two (CMS, two) 3 to 3
1: one tries to break off: 82 on 1d100, at most 20 is needed.
1: Round at Long, gap 3.
1: one rolls 6 for its fire.
1: two rolls 9 for its fire.
1: 12 on 0, 38, S S A A A A Q Q Q Y K Bsa G G Mg I I I I I lost, destroyed
1: 0 on 5, 4, S lost
1: FT1 1 is caught without its line (1d100: 34). [1]
1: FT1 2 gets away. [2]
two after 1 rounds, 20 words
""",
    ),
}  # fmt: skip
