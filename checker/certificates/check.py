"""Checks a certificate of endless play, and knows nothing of how it was found: the standard library is all it uses.

A certificate has the loops of the rules, and contexts: programs of what may happen, each that of some body of the rules.
A program is a list of programs, done in order (null: what is left of it once nothing gets further), or one of

  {"changes": [{"rises": {COUNTER: N}}, …]}   one of these changes of the table; a counter rises by at most N
                                              (null: no bound), all others not at all
  {"either": [PROGRAM, …]}                    one of these ways
  {"call": [N, …]}                            what one of these contexts does
  {"leave": "P"}, {"until": "P", "in": PROGRAM}   what goes on where P ends, and where that is
  {"never": "…"}                              play does not get there; taken on trust and counted

Counters are whole numbers, never below 0. A loop has levels, each with the context of going through the loop once and
a measure, a sum of counters with weights. At each level, changes along which a measure of a level before falls happen
only finitely often, and are left out; no change that is left may raise its own measure. The last level has none: play
must not get through the loop any more, nor, where the loop has no `site`, back to the body that it is about.
"""

from __future__ import annotations

import json
from math import inf
from typing import Any, NamedTuple, TypeAlias

SCHEMA = "hexcheck/certificate/3"
KNOWN = ("proved", "exhausted", "sampled")
"""How far what is taken for granted may be known."""
GRANTED = {
    "before": "what is said to be there before a change is there",
    "never": "where play is said never to go it does not",
    "allowed": "what no step waits for is done only where a norm allows it",
}
"""What the programs of a certificate can take for granted."""
Leads: TypeAlias = frozenset[str]
"""Where a program may lead: `` is on, a name the end of that procedure; nowhere if it is empty."""
ON: Leads = frozenset({""})


class Unsound(Exception):
    """The certificate does not show what it claims; the message says where."""


class LoopResult(NamedTuple):
    """Whether the loop is shown to end, or why not; `trusted` are the ways, each a program, that play is said not to go."""

    where: str
    ends: bool
    fault: str
    trusted: frozenset[int] = frozenset()


def certificate(text: bytes | str) -> dict[str, Any]:
    """The certificate that the text holds. Raises Unsound if it holds none."""
    try:
        read = json.loads(text)
        names = [read["game"], *(loop["where"] for loop in read["loops"])]
        names += [one[name] for one in read["rests_on"] for name in ("item", "says", "known")]
        if read["schema"] == SCHEMA and isinstance(read["contexts"], list) and all(isinstance(n, str) for n in names):
            return dict(read)
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise Unsound(f"this is no certificate: {_why(error)}") from None
    raise Unsound(f"this is no certificate of the schema `{SCHEMA}`")


def _why(error: Exception) -> str:
    match error:
        case json.JSONDecodeError(lineno=line):
            return f"{error.msg} in line {line}"
        case KeyError(args=(name,)):
            return f"`{name}` is missing"
        case RecursionError():
            return "it is nested too deep"
        case _:
            return "its parts are of other kinds"


def checked(read: dict[str, Any]) -> tuple[LoopResult, ...]:
    """What the certificate shows of each of its loops."""
    listed = {one["item"] for one in read["rests_on"] if one["known"] in KNOWN}
    return tuple(_checked(read["contexts"], loop, listed) for loop in read["loops"])


def _checked(contexts: list[Any], loop: dict[str, Any], listed: set[str]) -> LoopResult:
    fallen: list[dict[str, int]] = []
    trusted: set[int] = set()
    granted = {"allowed"} if loop.get("unawaited") else set[str]()
    try:
        for number, level in enumerate(loop["levels"], 1):
            walk = Walk(contexts, fallen, "" if loop["site"] is not None else loop["where"])
            back = walk.comes_back(level["context"])
            trusted |= walk.trusted
            granted |= {"never"} if trusted else set()
            granted |= {"before"} if any(_said_before(change.get("known")) for change in walk.met) else set()
            if unlisted := sorted(granted - listed):
                raise Unsound(f"it is not listed and known that {GRANTED[unlisted[0]]}, which is taken for granted")
            if "measure" not in level and not back:
                return LoopResult(loop["where"], True, "", frozenset(trusted))
            if not (measure := level.get("measure")):
                raise Unsound("play can get through the loop though no measure falls")
            if any(type(weight) is not int or weight < 0 for weight in measure.values()):
                raise Unsound(f"level {number} has a weight that is no whole number from 0 on")
            for change in walk.met:
                if (rise := most(measure, change["rises"])) > 0:
                    raise Unsound(f"`{change.get('what')}` may raise the measure of level {number} by {rise}")
            fallen.append(measure)
        raise Unsound("nothing is claimed: no measure was found")
    except (Unsound, TypeError, LookupError, AttributeError, ValueError, RecursionError) as error:
        said = str(error) if isinstance(error, Unsound) else f"the certificate is not as it has to be: {error!r}"
        return LoopResult(loop["where"], False, said)


def _said_before(known: Any) -> bool:
    """Something is said of what was there before the change."""
    return isinstance(known, dict) and any(
        name == "most" or value not in (None, False, 0)
        for name, value in known.items()
        if name in ("least", "most", "surely", "already", "from")
    )


def most(measure: dict[str, int], rises: dict[str, int | None]) -> float:
    """How far the measure may rise. Raises Unsound if a rise is no whole number."""
    if any(by is not None and type(by) is not int for by in rises.values()):
        raise Unsound(f"`{rises}` has a rise that is no whole number")
    rising = [(measure[c], by) for c, by in rises.items() if measure.get(c)]
    return sum(weight * by for weight, by in rising if by is not None) if all(b is not None for _, b in rising) else inf


class Walk:
    """What may happen where no `fallen` measure falls: the changes `met`, and whether a body that is `sought` is called."""

    def __init__(self, contexts: list[Any], fallen: list[dict[str, int]], sought: str) -> None:
        self.contexts, self.fallen, self.sought = contexts, fallen, sought
        self.called: dict[int, Leads] = {}
        self.met: list[dict[str, Any]] = []
        self.trusted, self.found = set[int](), False

    def comes_back(self, root: int) -> bool:
        """Play gets through, or to what is sought; done again until no context leads further than was thought."""
        self.root = self.contexts[root]["does"]
        while True:
            before, self.done = dict(self.called), set[int]()
            self.met, self.trusted, self.found = [], set[int](), False
            leads = self.leads(self.root)
            if self.called == before:
                return self.found if self.sought else "" in leads

    def leads(self, program: Any) -> Leads:
        """Where the program leads. Raises Unsound if it is none, or if play gets to what is left out of it."""
        match program:
            case list():
                leads = ON
                for part in program:
                    leads = leads - ON | self.leads(part) if "" in leads else leads
                return leads
            case {"either": list() as ways, **rest} if not rest:
                return frozenset().union(*map(self.leads, ways))
            case {"changes": [_, *_] as changes, **rest} if not rest:
                left = [c for c in changes if not any(most(m, c["rises"]) <= -1 for m in self.fallen)]
                self.met += left
                return ON if left else frozenset()
            case {"call": [_, *_] as called, **rest} if not rest:
                return frozenset().union(*(self._called(number) for number in called))
            case {"leave": str(procedure), **rest} if not rest:
                return frozenset({procedure})
            case {"until": str(procedure), "in": inner, **rest} if not rest:
                self.found = self.found or (f"procedure {procedure}" == self.sought and program is not self.root)
                leads = self.leads(inner)
                return leads - {procedure} | ON if procedure in leads else leads
            case {"never": str(), **rest} if not rest:
                self.trusted.add(id(program))
                return frozenset()
        raise Unsound(
            f"`{str(program)[:60]}` is nothing that can happen" if program else "play gets to what is left out"
        )

    def _called(self, number: int) -> Leads:
        self.found = self.found or self.contexts[number]["of"] == self.sought
        if number not in self.done:
            self.done.add(number)
            self.called[number] = self.called.get(number, frozenset()) | self.leads(self.contexts[number]["does"])
        return self.called.get(number, frozenset())
