"""Compiled battles: `protocol` states their dice, `fights` is the door.

Importing this package loads nothing; its modules load numba, and are imported when a battle needs
them.
"""
