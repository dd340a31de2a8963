"""Designs of Large Units: hulls, components, weapons, drives and design strings.

`tables` lists components and drives, `hulls` the hulls. `text` reads and writes design strings,
`design` is a parsed design, `checks` finds its faults and `ratings` its values in battle.
"""
