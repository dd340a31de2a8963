"""Mutation testing: cosmic-ray makes the mutants, this draws a sample and runs the tests on it.

`exclusions` says what is not mutated, `mutants` finds the mutants and draws some, `clauses` draws
those of the code that names clauses, `plans` says what a session tries, `trial` prepares copies of
the tree and runs the tests there, `probe` is the pytest plug-in inside these runs, `session` is the
command and `telling` its report.
"""
