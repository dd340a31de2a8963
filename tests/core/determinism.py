"""Search game code for constructs whose result depends on Python, numpy or the processor.

`violations` reads a module's syntax tree. It does not know types, so it goes by names: the few
functions of `math` and `numpy` that are known to give the same result everywhere are listed, and
all others are refused. `horizons_core.sums` and `horizons_core.exact` have what rules need.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

#: Correctly rounded, or exact. `fsum` rounds once, at the end.
SAFE_MATH = {
    "ceil", "comb", "copysign", "fabs", "factorial", "floor", "frexp", "fsum", "gcd", "inf",
    "isfinite", "isinf", "isnan", "isqrt", "lcm", "ldexp", "nan", "perm", "pi", "prod", "sqrt",
    "tau", "trunc",
}  # fmt: skip
#: Element by element and correctly rounded, or exact on integers, whatever the order.
SAFE_NUMPY = {
    "abs", "add", "arange", "argpartition", "array", "array_equal", "asarray", "ascontiguousarray",
    "atleast_1d", "bincount", "bool_", "ceil", "clip", "concatenate", "count_nonzero", "diff",
    "divide", "dtype", "empty", "empty_like", "flatnonzero", "float64", "floor", "full", "generic",
    "iinfo", "int32", "int64", "maximum", "minimum", "ndarray", "nonzero", "ones", "partition",
    "rint", "sort", "sqrt", "stack", "typing", "uint32", "uint64", "unique", "where", "zeros",
    "zeros_like",
}  # fmt: skip
#: Methods of arrays that add or multiply floats in an unspecified order.
REDUCTIONS = {"cumprod", "cumsum", "dot", "mean", "prod", "reduceat", "std", "sum", "trace", "var"}
#: The `reduce` of numpy's functions adds in an unspecified order; that of functools does not.
REDUCING = {"accumulate", "reduce"}
MODULES = {"cmath", "datetime", "random", "statistics", "time", "uuid"}
BUILTINS = {"hash", "pow", "sum"}
OPTIONS = {"fastmath", "parallel"}

#: The report for a place where the order of a set may affect a result.
ORDER = "the order of a set"

_SETS = {"AbstractSet", "FrozenSet", "MutableSet", "Set", "frozenset", "set"}
_OF_SETS = {"copy", "difference", "intersection", "symmetric_difference", "union"}
_SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
#: Functions whose result does not depend on the order of a set.
_ORDER_FREE = {
    "all", "any", "bool", "difference", "difference_update", "frozenset", "int_sum", "intersection",
    "intersection_update", "isdisjoint", "issubset", "issuperset", "len", "max", "min", "set",
    "sorted", "union", "update",
}  # fmt: skip
_ORDERED = {
    "chain", "dict", "enumerate", "extend", "filter", "fromkeys", "islice", "iter", "join", "list",
    "map", "ordered_sum", "reversed", "tuple", "zip",
}  # fmt: skip


@frozen
class Violation:
    """One use of a forbidden construct: the line, the construct, and the code as written."""

    line: int
    used: str
    code: str


@frozen
class SetNames:
    """Names that mean sets in all modules: functions that return one, and fields."""

    functions: frozenset[str]
    fields: frozenset[str]


def names_of_sets(sources: Iterable[str]) -> SetNames:
    """Return the names whose annotations in all modules are those of sets."""
    return SetNames(*(frozenset(_always_sets(find, sources)) for find in (_RETURNS, _FIELDS)))


_RETURNS = re.compile(r"^ *def (\w+)\([^)]*\) -> (\w+)", re.MULTILINE)
_FIELDS = re.compile(r"^ +(?:self\.)?(\w+): (\w+)", re.MULTILINE)


def _always_sets(find: re.Pattern[str], sources: Iterable[str]) -> set[str]:
    pairs = [match.groups() for source in sources for match in find.finditer(source)]
    return {name for name, of in pairs if of in _SETS} - {n for n, of in pairs if of not in _SETS}


def violations(source: str, names: SetNames | None = None) -> list[Violation]:
    """Return the forbidden constructs that a module uses, in the order of their lines."""
    names = names or names_of_sets([source])
    uses: set[Violation] = set()
    for scope in _scopes(ast.parse(source)):
        uses.update(_arithmetic(scope))
        uses.update(_set_orders(scope, _Sets(scope, names)))
    return sorted(uses, key=lambda use: (use.line, use.used, use.code))


@define(eq=False)
class _Scope:
    """A module, class or function with its own nodes by type, without those of nested scopes.

    `sets` are the names of sets in it and in the scopes around it.
    """

    outer: _Scope | None = None
    arguments: Sequence[ast.arg] = ()
    nodes: dict[type[ast.AST], list[Any]] = field(factory=lambda: defaultdict(list))
    sets: set[str] = field(factory=set)

    def of(self, *kinds: type[ast.AST]) -> list[Any]:
        return [node for kind in kinds for node in self.nodes[kind]]


def _scopes(tree: ast.Module) -> Iterator[_Scope]:
    """Yield the module, then each class and function after the scope that contains it."""
    waiting: list[tuple[_Scope, ast.AST]] = [(_Scope(), tree)]
    while waiting:
        scope, top = waiting.pop()
        around = scope.outer if isinstance(top, ast.ClassDef) else scope
        inner = [top]
        while inner:
            node = inner.pop()
            for value in map(node.__dict__.get, node._fields):
                for child in value if type(value) is list else (value,):
                    if type(child) in _FUNCTIONS:
                        inner += child.decorator_list
                        waiting.append((_Scope(around, _arguments(child)), child))
                    elif isinstance(child, ast.ClassDef):
                        waiting.append((_Scope(around), child))
                    elif isinstance(child, ast.AST):
                        inner.append(child)
                        scope.nodes[type(child)].append(child)
        yield scope


_FUNCTIONS = {ast.FunctionDef, ast.AsyncFunctionDef}


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    listed = function.args
    return [*listed.posonlyargs, *listed.args, *listed.kwonlyargs]


def _violation(node: ast.expr | ast.stmt | ast.keyword, used: str) -> Violation:
    return Violation(node.lineno, used, ast.unparse(node))


# arithmetic


def _arithmetic(scope: _Scope) -> Iterator[Violation]:
    for kind, check in _CHECKS.items():
        for node in scope.nodes[kind]:
            used = check(node)
            if used:
                yield _violation(node, used)


def _name(node: ast.Name) -> str:
    return node.id if node.id in BUILTINS and isinstance(node.ctx, ast.Load) else ""


def _attribute(node: ast.Attribute) -> str:
    module = node.value.id if isinstance(node.value, ast.Name) else ""
    if module == "math" and node.attr not in SAFE_MATH:
        return f"math.{node.attr}"
    if module in {"np", "numpy"} and node.attr not in SAFE_NUMPY:
        return f"np.{node.attr}"
    if node.attr in REDUCING and module not in {"functools", "itertools"}:
        return f".{node.attr}"
    return "os.urandom" if (module, node.attr) == ("os", "urandom") else ""


def _call(node: ast.Call) -> str:
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return f".{method}()" if method in REDUCTIONS and not _is_module(node.func) else ""


def _is_module(function: ast.expr) -> bool:
    """Return whether an attribute is one of a numeric module, which `_attribute` checks."""
    assert isinstance(function, ast.Attribute)
    return isinstance(function.value, ast.Name) and function.value.id in {"math", "np", "numpy"}


def _operation(node: ast.BinOp | ast.AugAssign) -> str:
    if isinstance(node.op, ast.MatMult):
        return "@"
    if not isinstance(node.op, ast.Pow):
        return ""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    return "" if all(_is_whole(side) for side in sides) else "**"


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _option(node: ast.keyword) -> str:
    return node.arg if node.arg in OPTIONS else ""


def _import(node: ast.Import) -> str:
    return next((alias.name for alias in node.names if alias.name.split(".")[0] in MODULES), "")


def _import_from(node: ast.ImportFrom) -> str:
    module = (node.module or "").split(".")[0]
    if module in MODULES:
        return module
    safe = {"math": SAFE_MATH, "numpy": SAFE_NUMPY | {"NDArray", "ArrayLike"}}.get(module)
    return next((f"{module}.{a.name}" for a in node.names if safe and a.name not in safe), "")


_CHECKS: dict[type[ast.AST], Callable[..., str]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BinOp: _operation,
    ast.AugAssign: _operation,
    ast.keyword: _option,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
}


# the order of sets


class _Sets:
    """The expressions of a scope that are sets, by annotations and assignments."""

    def __init__(self, scope: _Scope, names: SetNames) -> None:
        self.names, self.local = names, scope.sets
        if scope.outer:
            self.local |= scope.outer.sets - {a.arg for a in scope.arguments}
        self.local |= {a.arg for a in scope.arguments if _is_set_type(a.annotation)}
        for node in scope.of(ast.AnnAssign):
            if _is_set_type(node.annotation):
                self.local.add(_target(node.target))
        for node in scope.of(ast.NamedExpr, ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if node.value in self:
                self.local |= {target.id for target in targets if isinstance(target, ast.Name)}

    def __contains__(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                is_set = True
            case ast.Name(id=name):
                is_set = name in self.local
            case ast.Attribute(attr=name):
                is_set = name in self.names.fields
            case ast.Call(func=ast.Name(id=name)):
                is_set = name in _SETS or name in self.names.functions
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                is_set = name in self.names.functions or (name in _OF_SETS and value in self)
            case ast.BinOp(left=left, op=operator, right=right):
                keys = not isinstance(operator, ast.BitOr) and (_is_keys(left) or _is_keys(right))
                is_set = isinstance(operator, _SET_OPERATORS) and (
                    keys or left in self or right in self
                )
            case ast.IfExp(body=body, orelse=orelse):
                is_set = body in self or orelse in self
            case ast.NamedExpr(value=value):
                is_set = value in self
            case _:
                is_set = False
        return is_set


def _target(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_keys(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _target(node.func) in {"keys", "items"}


def _is_set_type(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.BinOp(left=left, right=right):
            return _is_set_type(left) or _is_set_type(right)
        case ast.Subscript(value=value):
            return _is_set_type(value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _SETS
    return False


def _set_orders(scope: _Scope, sets: _Sets) -> Iterator[Violation]:
    """Yield the places where the order of a set may affect a result."""
    free = set(_order_free(scope))
    for node in scope.of(ast.For):
        if node.iter in sets:
            yield _violation(node.iter, ORDER)
    for node in scope.of(ast.ListComp, ast.GeneratorExp, ast.DictComp):
        if node not in free and any(part.iter in sets for part in node.generators):
            yield _violation(node, ORDER)
    for node in scope.of(ast.Starred):
        if node not in free and node.value in sets:
            yield _violation(node, ORDER)
    for node in scope.of(ast.Call):
        if node in free or _target(node.func) not in _ORDERED:
            continue
        if any(argument in sets for argument in node.args):
            yield _violation(node, ORDER)


def _order_free(scope: _Scope) -> Iterator[ast.AST]:
    """Yield expressions whose own order does not affect the result."""
    unordered: list[ast.expr] = []
    for node in scope.of(ast.Call):
        if _target(node.func) in _ORDER_FREE:
            unordered += node.args
    for node in scope.of(ast.SetComp):
        unordered += [part.iter for part in node.generators]
    for node in scope.of(ast.Compare):
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            unordered += node.comparators
    unordered += scope.of(ast.Set)
    while unordered:
        node = unordered.pop()
        yield node
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            starred = [part for part in node.elts if isinstance(part, ast.Starred)]
            yield from starred
            unordered += [part.value for part in starred]
