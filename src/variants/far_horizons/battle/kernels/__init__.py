"""Battles on arrays: `protocol` specifies their dice, `fights` is the entry point.

Importing this package loads nothing; battles import its modules on demand.
"""
