"""The rulebook as code, a module per topic; `topics.yaml` maps clauses to modules."""
