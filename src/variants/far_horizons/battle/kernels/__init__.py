"""Battles on arrays: `protocol` states their dice, `fights` is the door.

Importing this package loads nothing; its modules are imported when a battle needs them.
"""
