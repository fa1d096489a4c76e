"""Conditions and values in words, as the vocabulary says them."""

from __future__ import annotations

import re

from checker.kernel.game import Game
from checker.kernel.term import And, Arith, Call, Compare, Count, Every, Is, Lit, Not, Or, Some, Sum, Var, Yes
from checker.kernel.vocabulary import Fact, Field

OPS = {"is": "is", "is-not": "is not", "least": "is at least", "most": "is at most", "more": "is more than"}
ARITH = {"plus": "plus", "minus": "minus", "times": "times"}


def told(game: Game, tree: object) -> str:
    """The condition or value in words; named things by their sort."""
    match tree:
        case Yes():
            return "always"
        case Var(name):
            return f"a {name.split('#')[0]}" if "#" in name else name
        case Lit(None):
            return "nobody"
        case Lit(bool(value)):
            return "so" if value else "not so"
        case Lit(value):
            return str(value)
        case Call(name, args):
            words: dict[str, Field | Fact] = {f.name: f for f in game.vocabulary.fields}
            words |= {f.name: f for f in game.vocabulary.facts}
            if name not in words:
                return " ".join([told(game, args[0]), "is", *(told(game, a) for a in args[1:])]) if args else name
            params = [p if isinstance(p, str) else p[0] for p in words[name].params]
            said = {p: told(game, a) for p, a in zip(params, args, strict=True)}
            return re.sub(r"\{([^}]+)\}", lambda m: said[m.group(1)], words[name].phrase.split(" | ")[0])
        case Arith(op, left, right):
            return f"{told(game, left)} {ARITH[op]} {told(game, right)}"
        case Count(var, sort, where):
            return f"the number of {sort} {var} such that {told(game, where)}"
        case Sum(var, sort, where, of):
            return f"the sum of {told(game, of)} for each {sort} {var} such that {told(game, where)}"
        case Is(call):
            return told(game, call)
        case Not(part):
            return f"not {told(game, part)}"
        case Compare(op, left, right):
            return f"{told(game, left)} {OPS.get(op, 'is less than')} {told(game, right)}"
        case And(parts):
            return "(" + " and ".join(told(game, p) for p in parts) + ")"
        case Or(parts):
            return "(" + " or ".join(told(game, p) for p in parts) + ")"
        case Some(var, sort, where):
            return f"there is a {sort} {var} such that {told(game, where)}"
        case Every(var, sort, where):
            return f"every {sort} {var} is such that {told(game, where)}"
        case _:
            return str(tree)
