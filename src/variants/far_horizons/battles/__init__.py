"""Battles of Far Horizons: who fights whom, where, with what strength, and what comes of it.

`model.py` has the words: a battle at a sector, its sides, their fighters, the actions one after the
other. `rounds.py` fights the rounds of one action, shot by shot, with the dice in the order of the
engine of 1999. Everything around it stands in modules of its own: reading orders, hostility and
surprise, ambush, the list of actions, who takes part, strengths, withdrawal, bombardment, germ
warfare, siege, and what becomes of ships, planets, money and friendships afterwards.
"""
