"""What can be known: trees, and the technologies in them.

`trees` has the trees with the difficulty of their levels, `technologies` what each level holds and
what it is called in orders.
"""
