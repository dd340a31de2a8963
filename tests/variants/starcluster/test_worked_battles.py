"""Worked battles whose records are compared line by line (SC-CBT, SC-WPA, SC-CMS, SC-VIS-001)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.battles import RESOLVER
from tests.variants.starcluster.told import lines
from tests.variants.starcluster.worked import WORKED
from variants.starcluster.battle.record import record_of

#: The second side's records of the first of these, and of the second.
VEILED = (
    """
0 DD 1 of one (DD, one), destroyed
1 DD 2 of one (DD, one), destroyed
2 FT1 1 of one (FT1, one), behind the line, got away
3 FGf 1 (FGf, two) 26 to 16
4 FGf 2 (FGf, two) 26 to 0, destroyed
5 DD (DD, two) 38 to 0, destroyed
6 DD (DD, two) 21 to 21, behind the line
7 Silos of one (CMS, one) 1 to 1
8 Silos of two (CMS, two) 2 to 2
1: Round at Long, gap 3.
1: two rolls 9 for its fire.
1: 7 on 4, 26, S A A Q Y Q K Bsa G Mg I I I I lost, destroyed
1: 7 on 5, 38, S S A A A A Q Q Q Y K Bsa G G Mg I I I I I lost, destroyed
1: 7 on 3, 0
1: 8 on 1, 35, destroyed
1: 8 on 0, 30
1: 8 on 0, 5, destroyed
1: 0 on 3, 10, S A A Q Y lost
1: FT1 1 of one gets away. [2]
two after 1 rounds, 11 words
""",
    """
0 FGf 1 of one (FGf, one), got away
1 FGf 2 of one (FGf, one), destroyed
2 FGf 3 of one (FGf, one), destroyed
3 FGf 4 of one (FGf, one), got away
4 FGf 5 of one (FGf, one), got away
5 FT1 1 of one (FT1, one), behind the line, got away
6 FGf 1 (FGf, two) 26 to 20
7 FGf 2 (FGf, two) 26 to 22
8 DD (DD, two) 38 to 38
1: FGf 1 of one emerges.
1: FGf 2 of one emerges.
1: Round at Short, gap 0.
1: two rolls 10 for its fire.
1: 6 on 1, 7
1: 6 on 0, 7
1: 7 on 1, 8
1: 7 on 1, 7
2: FGf 3 of one emerges inside another ship. [2]
2: FGf 4 of one emerges.
2: Round at Short, gap 0.
2: two rolls 8 for its fire.
2: 0 on 6, 3
2: 0 on 7, 3
2: 6 on 1, 4, destroyed
2: 7 on 0, 5
2: one sends no further wave.
3: Round at Short, gap 0.
3: two rolls 5 for its fire.
3: 0 on 7, 1, S lost
3: 3 on 6, 1, S lost
3: 3 on 6, 2, A lost
3: 6 on 3, 4
3: 6 on 3, 4
3: 7 on 3, 4
3: 7 on 3, 4
3: FGf 1 of one gets away. [0]
3: FGf 4 of one gets away. [3]
3: The assault is over.
two after 3 rounds, 33 words
""",
)


@pytest.mark.rule("SC-CBT-002", "SC-CBT-008", "SC-CBT-009", "SC-CBT-013", "SC-WPA-002")
@pytest.mark.parametrize("title", WORKED)
def test_a_battle_goes_as_it_was_worked_out(title):
    battle, key, text = WORKED[title]
    assert lines(RESOLVER.resolve(battle, key)) == text.strip().splitlines()


@pytest.mark.rule("SC-VIS-001")
@pytest.mark.parametrize("number", [0, 1])
def test_the_other_side_is_told_what_it_could_see(number):
    battle, key, text = list(WORKED.values())[number]
    veiled = lines(record_of(RESOLVER.fight(battle, key), "two"))
    assert veiled == VEILED[number].strip().splitlines()
    assert veiled != text.strip().splitlines()
