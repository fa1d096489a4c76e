"""What stands of norms that meet: protections, circles of precedence, illegal acts; and that looking things up is noted."""

from __future__ import annotations

import pytest
from songs import Crowded

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import Norm, Pattern, Prevents, Protects
from checker.kernel.position import Store
from checker.kernel.term import Var
from checker.kernel.vocabulary import Act, Vocabulary
from checker.norms.alterations import alteration
from checker.norms.evaluate import Context
from checker.norms.permissions import all_the_same
from checker.norms.precedence import PrecedenceCycle, ranking
from checker.norms.rule_reads import FoundThings, LookedUpTooOften, NormIndex, RuleRead
from checker.norms.rulebook import Rulebook

SING = Pattern("sing", (Var("P"),))
WORDS = Vocabulary(acts=(Act("sing", (("P", ""),), "sing", "{P} sings", Nothing()),))
CARDS = tuple(Card(title, (), (), Nothing(), "", ()) for title in ("Ode", "Hymn"))


def altered(*norms: Norm) -> bool:
    """Whether something takes the place of the event, or prevents it, where these norms outrank one another in turn."""
    rules = Rulebook(Game("songs", WORDS, CARDS, norms=norms), {})
    return alteration(Context(rules, Store()), "sing", (0,)) is not None


@pytest.mark.parametrize(("speaker", "happens"), [("Hymn", True), ("rule", False)])
def test_a_protection_speaks_against_cards_and_not_against_a_rule(speaker: str, happens: bool) -> None:
    prevented = Norm("K-1", "K-1", Prevents(SING), speaker=speaker)
    protected = Norm("K-2", "K-2", Protects(SING), speaker="Ode", outranks=("K-1",))
    assert altered(prevented)
    assert altered(prevented, protected) is not happens
    assert not altered(protected)


def test_a_protection_from_cards_says_nothing_where_a_rule_alters_anyway() -> None:
    card = Norm("K-1", "K-1", Prevents(SING), speaker="Hymn")
    rule = Norm("K-3", "K-3", Prevents(SING))
    assert altered(card, rule)
    assert altered(card, rule, Norm("K-2", "K-2", Protects(SING), speaker="Ode", outranks=("K-1", "K-3")))


def test_of_several_circles_the_same_is_named_whatever_came_first() -> None:
    pairs = [(Crowded(one), Crowded(two)) for one, two in ("ab", "ba", "cd", "dc", "ef", "fe")]
    named = set()
    for listed in (pairs, pairs[::-1], pairs[2:] + pairs[:2]):
        with pytest.raises(PrecedenceCycle) as raised:
            ranking(listed)
        named.add(raised.value.cycle)
    assert len(named) == 1


def test_what_becomes_of_an_illegal_act_is_asked_for_each_play_anew() -> None:
    stores = [Store(), *(Store().put(("plays",), n) for n in (1, 2))]
    assert len({all_the_same(("K-1",), "sing", "A sings", store).key for store in stores}) == 3


def test_whatever_is_looked_up_is_noted_and_what_is_not_there_too() -> None:
    looked = RuleRead()
    found = FoundThings("act", {"sing": 1}, looked)
    assert found["sing"] == 1 and looked == {("act", "sing")}
    assert "hum" not in found and ("act", "hum") in looked
    looked.clear()
    assert (found.get("sing", 2), found.get("hum", 2), found.get("hum")) == (1, 2, None)
    assert looked == {("act", "sing"), ("act", "hum")}
    looked.clear()
    assert next(iter(found)) == "sing" and looked == {("act", "")}
    looked.clear()
    assert len(found) == 1 and looked == {("act", "")}
    looked.clear()
    filed = NormIndex("about", looked)
    assert filed["tall"] == [] and looked == {("about", "tall")}
    looked.clear()
    assert list(filed.values()) == [] and looked == {("about", "")}


def test_once_it_is_cleared_another_era_begins_and_how_often_norms_were_looked_up_goes_on() -> None:
    looked = RuleRead(1)
    assert (looked.era, looked.times, looked.most) == (0, 0, 1) and not looked
    filed = NormIndex("about", looked)
    assert filed["tall"] == [] and looked.times == 1
    for era in (1, 2):
        looked.clear()
        assert (looked.era, looked.times) == (era, 1) and not looked
    with pytest.raises(LookedUpTooOften):
        filed["tall"]
    assert RuleRead().most == 0
