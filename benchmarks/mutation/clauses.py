"""The mutants of the code that names a clause, and a sample of them clause by clause.

Code names a clause in the docstring of a function, or in a comment on a statement or right above
one. That function or statement is mutated, with its block; a statement with the id in a string
counts as well, and in a table of several lines only the row at or below the id. Only if nothing can
be changed there, a class whose docstring names the clause is used, then a function that gives the
id to an event, and then the whole module whose docstring names the clause. House rules and bots are
left out, because they do not implement the rulebook.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from pathlib import Path

from benchmarks.mutation.mutants import Mutant, files_under_test, mutants_of, rank, sample
from horizons_core.testing.clauses import CodeLine, is_rulebook, whole_ids

#: Distance of the code from the clause: code with the lowest number is mutated.
NAMED, CLASS, CITED, MODULE = range(4)

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def mutants_by_clause(
    root: Path, variant: str, clauses: Sequence[str]
) -> tuple[dict[str, list[Mutant]], set[str]]:
    """Return the mutants of each clause that has any; and all clauses that code names."""
    folder = root / "src" / "variants" / variant
    by_clause: defaultdict[str, dict[int, list[Mutant]]] = defaultdict(dict)
    for file in files_under_test(root, variant):
        if is_rulebook(folder, CodeLine(root / file, 1)):
            source = (root / file).read_text()
            scopes = scopes_of(source, clauses)
            mutants = list(mutants_of(source, file)) if scopes else []
            for clause, nearness, lines in scopes:
                within = [mutant for mutant in mutants if mutant.start[0] in lines]
                by_clause[clause].setdefault(nearness, []).extend(within)
    nearest = {clause: _nearest(by_nearness) for clause, by_nearness in by_clause.items()}
    return {clause: mutants for clause, mutants in nearest.items() if mutants}, set(by_clause)


def _nearest(by_nearness: Mapping[int, list[Mutant]]) -> list[Mutant]:
    kinds = sorted(by_nearness)
    return next((list(dict.fromkeys(by_nearness[k])) for k in kinds if by_nearness[k]), [])


def sample_by_clause(
    by_clause: Mapping[str, Iterable[Mutant]],
    size: int,
    seed: int,
    is_sound: Callable[[Mutant], bool] = lambda _: True,
) -> list[tuple[str, Mutant]]:
    """Draw one mutant per clause, until all clauses are used; then second ones, and so on.

    Unsound ones are left out.
    """
    drawn = [
        [(clause, mutant) for mutant in sample(by_clause[clause], size, f"{seed} {clause}")]
        for clause in sorted(by_clause, key=lambda clause: rank(seed, clause))
    ]
    rounds = zip_longest(*drawn)
    all_pairs = (pair for pairs in rounds for pair in pairs if pair is not None)
    return list(islice((pair for pair in all_pairs if is_sound(pair[1])), size))


def scopes_of(source: str, clauses: Iterable[str]) -> list[tuple[str, int, range]]:
    """Return each clause that a module names, the distance of its code, and its lines."""
    pattern = whole_ids(clauses)
    if not pattern.search(source):
        return []
    tree = ast.parse(source)
    scopes = []
    for text, line, is_comment in _texts(source):
        for offset, part in enumerate(text.splitlines()):
            scope = _scope(tree, line + offset, is_comment=is_comment)
            scopes += [(clause, *scope) for clause in pattern.findall(part)]
    return list(dict.fromkeys(scopes))


def _texts(source: str) -> Iterator[tuple[str, int, bool]]:
    """Yield comments and strings, with their first line and whether they are comments."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string, token.start[0], True
        elif token.type == tokenize.STRING or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            yield token.string, token.start[0], False


def _scope(tree: ast.Module, line: int, *, is_comment: bool) -> tuple[int, range]:
    """Return the distance and the lines of the code that a text at this line is about."""
    owner: ast.Module | _Definition = tree
    while True:
        within = next((node for node in owner.body if line in _lines(node)), None)
        if isinstance(within, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = _inner_function(within, line)
            if is_comment:
                return NAMED, _lines(_statement(inner, line))
            return (NAMED if line in _docstring(inner) else CITED), _lines(inner)
        if isinstance(within, ast.ClassDef):
            owner = within
        elif line in _docstring(owner):
            return (MODULE if owner is tree else CLASS), _lines(owner)
        else:
            return NAMED, _row(within or _next_statement(owner, line), line)


def _inner_function(function: ast.AST, line: int) -> ast.AST:
    """Return the innermost function or class around a line of a function."""
    inner = [
        node
        for node in ast.walk(function)
        if isinstance(node, _Definition) and line in _lines(node)
    ]
    return min(inner, key=lambda node: len(_lines(node)))


def _statement(function: ast.AST, line: int) -> ast.AST:
    """Return the statement that a comment in a function is on, or the next one."""
    assert isinstance(function, _Definition)
    inside = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
    on = [node for node in inside if node is not function and line in _head(node)]
    below = [node for node in inside if node.lineno > line]
    if line < function.body[0].lineno or not (on or below):
        return function
    return on[0] if on else min(below, key=lambda node: node.lineno)


def _head(statement: ast.stmt) -> range:
    """Return the lines of a statement without its block."""
    lines = _lines(statement)
    if not hasattr(statement, "body"):
        return lines
    parts = [node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.expr)]
    return range(lines.start, 1 + max([lines.start, *(part.end_lineno or 0 for part in parts)]))


def _next_statement(owner: ast.Module | _Definition, line: int) -> ast.AST:
    """Return the statement below a comment; the owner itself without one."""
    return next((node for node in owner.body if _lines(node).start > line), owner)


def _row(statement: ast.AST, line: int) -> range:
    """Return the innermost row at or right below a line of a table; else the whole statement."""
    lines, table = _lines(statement), getattr(statement, "value", None)
    if line not in lines:
        return lines
    while isinstance(table, ast.Tuple | ast.List | ast.Set | ast.Dict):
        rows = table.values if isinstance(table, ast.Dict) else table.elts
        below = [row for row in rows if row.end_lineno is not None and row.end_lineno >= line]
        starts = [row.lineno for row in below]
        if not below or starts.count(starts[0]) > 1 or starts[0] == table.lineno:
            break
        table = below[0]
        lines = range(min(line, table.lineno), (table.end_lineno or line) + 1)
    return lines


def _docstring(node: ast.AST) -> range:
    body = getattr(node, "body", ())
    match body[:1]:
        case [ast.Expr(value=ast.Constant(value=str())) as first]:
            return _lines(first)
    return range(0)


def _lines(node: ast.AST) -> range:
    if isinstance(node, ast.Module):
        return range(1, 1 + max((_lines(part).stop for part in node.body), default=1))
    assert isinstance(node, ast.stmt)
    decorators = getattr(node, "decorator_list", ())
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return range(first, (node.end_lineno or first) + 1)
