"""The rules, one module per topic; `topics.yaml` lists the clauses of each."""
