"""Which calls and loops take a time that grows with their input."""

from __future__ import annotations

import ast
from collections import Counter

from effibench.audit.syntax import Function, dotted, root_name, words

# Builtins and methods that look at every element; by the last part of the called name.
LINEAR_FUNCTIONS = words(
    "sum min max any all sorted list tuple set frozenset dict map filter Counter deque reduce accumulate fsum prod "
    "heapify nlargest nsmallest bytearray deepcopy"
)
LINEAR_METHODS = words(
    "count index find rfind replace split join sort reverse copy extend remove insert translate "
    "union intersection difference issubset issuperset most_common fromkeys"
)
_TAKING = words(
    "extend join update union difference intersection fromkeys issubset"
)  # as long as their argument
_SELECTIONS = words("combinations permutations combinations_with_replacement product")
_AS_LONG = words("range enumerate reversed sorted zip")  # as long as their arguments, or as those say
_GROWING = words("append extend insert add update appendleft setdefault")
FOLDED = words("map filter sorted min max reduce accumulate sort")  # call a function for each element


class Program:
    """A tree and what it defines: functions by name, and names that stand for a literal."""

    def __init__(self, tree: ast.AST) -> None:
        self.functions: dict[str, Function | ast.Lambda] = {}
        self.methods: set[str] = set()
        stores: Counter[str] = Counter()
        literals: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, Function):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.methods.update(part.name for part in node.body if isinstance(part, Function))
            elif isinstance(node, ast.Name | ast.arg) and not isinstance(
                getattr(node, "ctx", None), ast.Load
            ):
                stores[node.id if isinstance(node, ast.Name) else node.arg] += 1
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if isinstance(node.value, ast.Lambda):
                    self.functions[node.targets[0].id] = node.value
                elif _is_literal(node.value):
                    literals.add(node.targets[0].id)
        grown = {_grown(node) for node in ast.walk(tree)}
        self.literals = frozenset(name for name in literals if stores[name] == 1) - grown

    def called(self, node: ast.Call) -> str:
        """Name of the function of this program that is called; empty if it is none."""
        function = node.func
        if isinstance(function, ast.Attribute):
            return function.attr if function.attr in self.methods else ""
        return function.id if isinstance(function, ast.Name) and function.id in self.functions else ""

    def is_fixed(self, node: ast.expr) -> bool:
        """Whether the value's size is written in the source: a literal, a variable that is one, `range(10)`."""
        if isinstance(node, ast.Name):
            return node.id in self.literals
        if isinstance(node, ast.Call) and dotted(node.func) in _AS_LONG:
            return bool(node.args) and all(map(self.is_fixed, node.args))
        return _is_literal(node)


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts) and not any(isinstance(part, ast.Starred) for part in node.elts)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Dict) and bool(node.keys))


def _grown(node: ast.AST) -> str:
    """A variable to which the node adds elements."""
    method = node.func if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    if method is not None and isinstance(method.value, ast.Name) and method.attr in _GROWING:
        return method.value.id
    stored = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
    return root_name(node.value) if stored and isinstance(node, ast.Subscript) else ""


def levels(over: ast.expr, program: Program) -> int:
    """How many nested loops one loop over this stands for: 0 over a literal, k over combinations of k."""
    if program.is_fixed(over):
        return 0
    name = dotted(over.func).rpartition(".")[2] if isinstance(over, ast.Call) else ""
    if not isinstance(over, ast.Call) or name not in _SELECTIONS:
        return 1
    size = next((keyword.value for keyword in over.keywords if keyword.arg in {"r", "repeat"}), None)
    if name == "product":
        return max(1, len(over.args)) * _small(size, 1)
    return _small(over.args[1] if len(over.args) > 1 else size, 2)


def _small(node: ast.expr | None, otherwise: int) -> int:
    """A literal count, but 4 at most; another number where it is not written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return max(0, min(node.value, 4))
    return otherwise if node is None else 2


def is_linear(node: ast.AST, program: Program) -> bool:
    """Whether the node is a call, slice or repetition that takes a time proportional to a container's length."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and not _is_short(node.slice)
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return isinstance(node.op, ast.Mult) and any(isinstance(side, ast.List) for side in sides)
    if not isinstance(node, ast.Call) or program.called(node):
        return False
    if isinstance(node.func, ast.Attribute):
        return _is_linear_method(node, node.func, program)
    name = dotted(node.func)
    if name not in LINEAR_FUNCTIONS or not node.args or (name in {"min", "max"} and len(node.args) > 1):
        return False
    return not program.is_fixed(node.args[-1])


def _is_linear_method(node: ast.Call, function: ast.Attribute, program: Program) -> bool:
    if function.attr in {"pop", "insert"}:
        return bool(node.args) and isinstance(node.args[0], ast.Constant) and node.args[0].value == 0
    if function.attr in _TAKING:
        return bool(node.args) and not program.is_fixed(node.args[0])
    known = function.attr in LINEAR_METHODS or function.attr in LINEAR_FUNCTIONS
    return known and not program.is_fixed(function.value)


def _is_short(part: ast.Slice) -> bool:
    """Whether the slice has a length that is written in the source, as `x[:3]` has."""
    ends = (part.lower or ast.Constant(0), part.upper)
    return all(isinstance(end, ast.Constant) and isinstance(end.value, int) for end in ends)
