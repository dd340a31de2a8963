"""Battles of Far Horizons: participants, stages, strengths, fighting and consequences.

`model.py` defines the vocabulary: a battle in a sector, its sides, their fighters and orders, and
the actions one after the other; `battle_rules.py` has the rules as data. `conduct.py` runs a game's
battle and asks the resolver for the outcome of each action (`fight.py`). The rulebook's resolver
fights in `kernels/`, and `kernel_replay.py` applies the kernel's record. Other modules read orders,
decide hostility and surprise, ambushes, the list of actions, roles and strengths, carry out
bombardment, germ warfare and siege, and settle ships, planets, money and relations afterwards.
`questions.py` and the modules around it fight battles without a game.
"""
