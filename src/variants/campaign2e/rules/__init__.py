"""The rulebook as code: a module a topic; `topics.yaml` says which clauses each one holds."""
