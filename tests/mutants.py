"""The small faults of which a file of the program has one each: a mutant is the file with a fault."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_CALL = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list"}


class Mutant(NamedTuple):
    """A fault: which file and line, what was put in the place of what, and the whole file with it."""

    file: str
    line: int
    fault: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every fault of the file, in order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        for way in range(_ways(node)):
            changed = copy.deepcopy(tree)
            there = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            before = ast.unparse(there)
            fault = _put(there, way)
            if fault:
                line = next(n.lineno for n in ast.walk(node) if isinstance(n, ast.expr | ast.stmt))
                what = f"`{_short(before)}` becomes `{_short(ast.unparse(there))}`" if fault == "changed" else fault
                yield Mutant(str(path.relative_to(ROOT)), line, what, ast.unparse(changed))


def _short(text: str) -> str:
    return " ".join(text.split())[:90]


def _ways(node: ast.AST) -> int:
    """In how many ways the node itself can be changed; what is said about the code is left alone."""
    match node:
        case ast.Compare(ops=[op]):
            return int(type(op) in OPPOSITE)
        case ast.BoolOp(values=values):
            return 1 + len(values)
        case ast.UnaryOp(op=ast.Not()) | ast.IfExp() | ast.If() | ast.Continue() | ast.Break():
            return 1
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
            return 1
        case ast.Constant(value=bool() | int()):
            return 1
        case ast.Call(func=ast.Name(id=name)):
            return int(name in OTHER_CALL)
        case ast.comprehension(ifs=[_, *_]):
            return 1
        case ast.Expr(value=ast.Call()) | ast.Return(value=ast.expr()) | ast.Raise():
            return 1
        case ast.AugAssign():
            return 1
        case _:
            return 0


def _put(node: ast.AST, way: int) -> str:
    """The node is changed; `changed`, or what was done, or nothing if it could not be."""
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [OPPOSITE[type(op)]()]
        case ast.BoolOp() if way == 0:
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.BoolOp(values=values):
            gone = values.pop(way - 1)
            return f"`{_short(ast.unparse(gone))}` is left out of `{_short(ast.unparse(node))}`"
        case ast.UnaryOp(op=ast.Not()):
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.If():
            if ast.unparse(node.test) == "TYPE_CHECKING":
                return ""
            node.test = ast.UnaryOp(ast.Not(), node.test)
            return f"`if {_short(ast.unparse(node.test.operand))}` is turned round"
        case ast.BinOp():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(OTHER_CALL[name], ast.Load())
        case ast.comprehension():
            gone = node.ifs.pop()
            return f"`if {_short(ast.unparse(gone))}` is left out"
        case ast.Expr():
            node.value = ast.Constant(None)
        case ast.Return():
            if ast.unparse(node) == "return None":
                return ""
            node.value = ast.Constant(None)
        case ast.Raise():
            node.exc, node.cause = ast.Name("NotImplementedError", ast.Load()), None
        case ast.AugAssign():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.Continue() | ast.Break():
            return ""
        case _:
            return ""
    return "changed"
