"""Conditions that ask for any player or any card: where a value is missing there, and where two norms disagree."""

from __future__ import annotations

from pathlib import Path

from test_missing_values import game, told

ORCHARD = {
    "vocabulary.norm": """kinds fruit, pest
sort season letters X Y
word spring, autumn, winter: season
zone hand "the hand of {P}": cards, held
zone tree "the tree of {P}": cards
field turn "{P} is on turn": condition, starts no
field season "the present season": season, starts spring
field apples "the apples of {P}": number, starts 4
fact limit "the limit": number
  by rules
fact eaten "{P} has pests": condition
  means there is a card C such that (C is in the tree of P and C is pest)
fact loss "the loss of {P}": number
  by rules
act sell "sell {N}" "{P} sells {N}": P N
  does Lower the apples of P by N. Set the present season to winter.
act pick "pick" "{P} picks": P
  does Lower the apples of P by the loss of P.
""",
    "procedure.norm": """procedure game
  step act OR-1: Players may act "any: sell, pick" until every player P is such that (the apples of P is 0).
""",
    "clauses.norm": """clause OR-1 permission "Selling"
  says Whoever is on turn sells up to the limit.
  norm P may sell N if P is on turn and N is at least 1 and N is at most the limit
clause OR-2 definition "Limit"
  says In spring 2, in autumn 4.
  norm the value of the limit is 2 if the present season is spring
  norm the value of the limit is 4 if the present season is autumn
clause OR-3 permission "Picking"
  says Whoever is on turn picks.
  norm P may pick if P is on turn
clause OR-4 prohibition "Pests"
  says Whoever has pests does not pick.
  norm P must not pick if P has pests
clause OR-5 definition "Loss"
  says Without pests one is lost.
  norm the value of the loss of P is 1 if not P has pests
""",
    "situations.scene": 'scene "a pear"\nplayers A B\nhand A: Pear\n',
    "cards": "card Pear\n  kinds fruit\n  copies 3 assumed\ncard Aphid\n  kinds pest\n  copies 2 assumed\n",
}


def test_a_value_is_missing_where_a_norm_of_any_player_on_turn_asks_for_it(tmp_path: Path) -> None:
    found = next(f for f in told(game(tmp_path, ORCHARD)) if "the limit" in f.message)
    assert found.severity == "warning" and "no rule asks" not in found.message
    assert found.witness == "players A B\nthe present season is winter\nwhat is the limit?"


def test_a_value_is_missing_where_a_card_of_some_kind_lies(tmp_path: Path) -> None:
    found = next(f for f in told(game(tmp_path, ORCHARD)) if "the loss" in f.message)
    assert "when Aphid is in the tree of A" in found.message
    assert found.witness == "players A B\nthe tree of A: Aphid\nwhat is the loss of A?"


def test_two_norms_disagree_where_a_card_of_some_kind_lies(tmp_path: Path) -> None:
    (found,) = told(game(tmp_path, ORCHARD), "conflicting-clauses")
    assert (found.code, found.severity, found.clauses) == ("HX101", "error", ("OR-3", "OR-4"))
    assert "the tree of A: Aphid" in found.witness.split("\n")
