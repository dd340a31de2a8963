"""Battles of Far Horizons: who fights whom, where, with what strength, and what comes of it.

`model.py` has the words: a battle at a sector, its sides, their fighters, the actions one after the
other. `conduct.py` leads through a battle from its first line to its last. Its fights are decided
in one of two ways (`fighting.py`): by the kernel in `kernels/`, whose record `retelling.py` tells
and carries out, or, for the dice of the engine of 1999, shot by shot in `rounds.py`.
Everything around it stands in modules of its own: reading orders, hostility and surprise, ambush,
the list of actions, who takes part, strengths, withdrawal, bombardment, germ warfare, siege, and
what becomes of ships, planets, money and friendships afterwards. `questions.py` and its fellows
fight battles without a game around them.
"""
