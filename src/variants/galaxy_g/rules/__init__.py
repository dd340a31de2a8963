"""The rulebook as code, a module a topic: what an order does and what a step does lie together.

`topics.yaml`, next to this package, lists the clauses of each module.
"""
