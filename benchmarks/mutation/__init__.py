"""Mutation testing: cosmic-ray makes the mutants, this draws a sample and runs the tests on it.

`exclusions` defines what is not mutated, `mutants` finds the mutants and draws some, `clauses`
draws those of the code that names clauses, and `plans` chooses what a session tries. `copies`
copies the tree, `measuring` runs the tests there once on unchanged code, which gives a `baseline`;
`stages` orders the tests for a mutant, and `trial` runs them. `server` is the process in each copy
that forks for each run, `client` its other end, `probe` the pytest plug-in inside these runs.
`session` is the command, `journal` its saved results and `reporting` its report.
"""
