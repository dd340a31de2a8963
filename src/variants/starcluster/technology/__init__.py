"""Technology trees and the technologies in them.

`trees` lists the trees with the difficulty of their levels, `technologies` the technologies of each
level and their names in orders.
"""
