"""Battles of Far Horizons: who fights whom, where, with what strength, and what comes of it.

`model.py` has the words: a battle at a sector, its sides, their fighters, the actions one after the
other; `battle_rules.py` the rules as data, and `scene.py` both with the orders. `conduct.py` leads
a game's battle from its first line to its last, and asks the resolver how each action ends
(`fight.py`). The rulebook's resolver has the kernel in `kernels/` fight, and `kernel_replay.py`
carries out what it has recorded. Everything around it stands in modules of its own: reading orders,
hostility and surprise, ambush, the list of actions, who takes part, strengths, bombardment, germ
warfare, siege, and what becomes of ships, planets, money and friendships afterwards. `questions.py`
and its fellows fight battles without a game around them.
"""
