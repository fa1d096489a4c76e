"""Agendas under numbers: what is to be done next is a head, and a cell is a head with the cell of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.kernel.effect import Effect
from checker.kernel.position import Agenda, Env
from checker.run.procedures import REST, Beyond

OVER = 0
"""The cell of an agenda on which nothing is left."""


class InternedAgendas:
    """Every agenda that was met, each once: equal ones have the same number."""

    def __init__(self) -> None:
        self.heads: list[tuple[Any, Env]] = []
        self.cells: list[tuple[int, int]] = [(-1, OVER)]
        self._effects: dict[object, object] = {}
        self._known: dict[int, object] = {}
        self._alive: list[object] = []
        self._heads: dict[tuple[int, Env], int] = {}
        self._cells: dict[tuple[int, int], int] = {}
        self._agendas: dict[int, Agenda] = {OVER: ()}

    def head(self, effect: Effect, env: Env) -> int:
        """The number of what is to be done."""
        one = self._known.get(id(effect))
        if one is None:
            one = self._known[id(effect)] = self._effects.setdefault(effect, effect)
            self._alive.append(effect)
        key = (id(one), env)
        number = self._heads.get(key)
        if number is None:
            number = self._heads[key] = len(self.heads)
            self.heads.append((one, env))
        return number

    def cell(self, head: int, rest: int) -> int:
        """The number of the agenda with the head before the rest."""
        key = (head, rest)
        number = self._cells.get(key)
        if number is None:
            number = self._cells[key] = len(self.cells)
            self.cells.append(key)
        return number

    def before(self, heads: Sequence[int], rest: int) -> int:
        """The number of the agenda with the heads, the next one first, before the rest."""
        for head in reversed(heads):
            rest = self.cell(head, rest)
        return rest

    def of(self, agenda: Agenda) -> int:
        """The number of the agenda."""
        return self.before(self.until(agenda, ()), OVER)

    def until(self, agenda: Agenda, rest: Agenda) -> tuple[int, ...]:
        """The heads before the rest, the next one first. Raises Beyond if the agenda does not come to the rest."""
        found = []
        while agenda is not rest and (agenda or rest):
            if not agenda:
                raise Beyond
            effect, env, agenda = agenda
            found.append(self.head(effect, env))
        return tuple(found)

    def agenda(self, cell: int) -> Agenda:
        """The agenda of the number."""
        chain = []
        while cell not in self._agendas:
            chain.append(cell)
            cell = self.cells[cell][1]
        agenda = self._agendas[cell]
        for one in reversed(chain):
            effect, env = self.heads[self.cells[one][0]]
            agenda = self._agendas[one] = (effect, env, agenda)
        return agenda

    def alone(self, head: int) -> Agenda:
        """The agenda with the head before whatever comes after it."""
        effect, env = self.heads[head]
        return (effect, env, REST)
