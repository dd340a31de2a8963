"""Exclusions from mutation: code whose change no test could or should notice.

- Annotations, type aliases and `if TYPE_CHECKING:`: they are for readers and the type checker (and
  a broken union fails on import, which would flatter the tests).
- The text of an exception: the arguments of the call in a `raise`. That it is raised is tested.
- `__repr__` and the attrs argument `repr=`, which are for debugging; `slots=` and `kw_only=` of
  attrs and `strict=` of `zip`, which do not change correct code: they forbid mistakes.
- Decorators that promise only speed or help typing: `cache`, `lru_cache` with its size,
  `runtime_checkable`, `kernel` and similar ones. The tests of mutants run without the compiler, so
  compiling cannot make a difference.
- The bare star of a signature, which makes arguments keyword-only: a slash in its place still
  accepts all correct calls.
- Decorators within a `Protocol`, which is never run: it is for the type checker.

Docstrings and other strings need no exclusion: cosmic-ray does not change them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: A line from 1 and a column from 0, in characters.
Position = tuple[int, int]
Span = tuple[Position, Position]

DECORATORS = frozenset(
    {"cache", "lru_cache", "runtime_checkable", "overload", "override", "final"}
    | {"kernel", "part", "entrance", "njit"}
)


def excluded_spans(source: str) -> list[Span]:
    """Return the parts of a module that are not mutated."""
    tree = ast.parse(source)
    lines = source.splitlines()
    nodes = [part for node in ast.walk(tree) for part in _excluded_parts(node)]
    nodes += [node.value for node in tree.body if _is_type_alias(node)]  # type: ignore[attr-defined]
    spans = [_span(node, lines) for node in nodes]
    return spans + list(_decorator_spans(tree)) + list(_star_spans(tree, source))


def is_excluded(start: Position, end: Position, spans: list[Span]) -> bool:
    """Return whether a change from `start` to `end` lies within one of the spans."""
    return any(first <= start and end <= last for first, last in spans)


def _excluded_parts(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield node
        case ast.FunctionDef(name="__repr__"):
            yield node
        case ast.Raise(exc=ast.Call(args=arguments, keywords=keywords)):
            yield from [*arguments, *keywords]
        case ast.keyword(arg="repr" | "slots" | "kw_only" | "strict"):
            yield node
    if isinstance(node, ast.FunctionDef) and node.returns is not None:
        yield node.returns


def _is_type_alias(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    parts = list(ast.walk(node.value))
    allowed = (
        ast.BinOp, ast.BitOr, ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List,
        ast.Constant, ast.Load,
    )  # fmt: skip
    return any(isinstance(part, ast.BitOr) for part in parts) and all(
        isinstance(part, allowed) for part in parts
    )


def _decorator_spans(tree: ast.Module) -> Iterator[Span]:
    """Yield spans from the sign @ to the start of the next line, which cosmic-ray removes."""
    declared = {part for node in ast.walk(tree) if _is_protocol(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            if node in declared or _name_of(decorator) in DECORATORS:
                first = (decorator.lineno, decorator.col_offset - 1)
                yield first, (decorator.end_lineno + 1, 0)


def _star_spans(tree: ast.Module, source: str) -> Iterator[Span]:
    """Yield the bare stars of signatures: the last star before the first keyword-only argument."""
    signatures = (
        node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)
    )
    lines = source.splitlines()
    for arguments in signatures:
        if not arguments.kwonlyargs or arguments.vararg:
            continue
        first = arguments.kwonlyargs[0]
        row, column = first.lineno - 1, _characters(lines[first.lineno - 1], first.col_offset)
        while (index := lines[row].rfind("*", 0, column)) < 0:
            row, column = row - 1, len(lines[row - 1])
        yield (row + 1, index), (row + 1, index + 1)


def _is_protocol(node: ast.AST) -> bool:
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in bases]
    return any(_name_of(base) == "Protocol" for base in plain)


def _name_of(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        return _name_of(decorator.func)
    return ast.unparse(decorator).rpartition(".")[2]


def _span(node: ast.AST, lines: list[str]) -> Span:
    assert isinstance(node, ast.expr | ast.stmt | ast.keyword)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first = (node.lineno, _characters(lines[node.lineno - 1], node.col_offset))
    return first, (node.end_lineno, _characters(lines[node.end_lineno - 1], node.end_col_offset))


def _characters(line: str, offset: int) -> int:
    """Convert a column in bytes, as `ast` counts, to characters."""
    return len(line.encode()[:offset].decode())
