"""The rulebook as code, a module a topic; `topics.yaml` says which clauses are where."""
