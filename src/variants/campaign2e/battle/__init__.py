"""Battles: set up from the game or a file, fought on arrays, recorded, and taken back into ships.

`spec` reads a file, `fleets` makes ships and orders into a battle, `arrays` lays it out for the
kernels, `fights` has them fight it, `record` tells it, and `outcome` says what has become of the
ships. `by_hand` reads the result of a battle fought elsewhere into the same outcome, `odds` says
what to expect, and `abstract_hits` deals the damage of the rules that need no battle.
"""
