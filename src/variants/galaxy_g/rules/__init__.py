"""The rulebook as code, a module a topic: what an order does and what a step does lie together.

`topics.yaml` beside this package says which module holds which clauses.
"""
