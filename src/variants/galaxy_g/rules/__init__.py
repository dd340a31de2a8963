"""The rulebook as code, one module per topic, with its orders and its steps.

`topics.yaml`, next to this package, lists the clauses of each module.
"""
