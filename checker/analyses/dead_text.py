"""A clause or card that can never matter, because its condition never holds or others always go before it.

What it finds: norms, and conditions in texts and steps, that contradict themselves, or ask for more of a number than
anything raises it to, for more cards than there are, or for what nothing makes so, or (in amendments) for what is settled by what goes before it;
texts of cards in a game that never carries one out; norms that never prevail, since wherever they hold a norm that outranks them says otherwise, or all that they protect
from outranks them; prohibitions of what nothing allows in a closed game; acts that nobody may ever do, cards that may never be played, or whose text is carried out in no play that the search tried;
sentences that name only clauses which are not in the rules. The smallest set of clauses that shadows the text is named.

Why it matters: it is a slip, or the text is there for something that it does not do.

Example: a clause allows in one case what another clause, which goes before it, forbids in every case.

What the search of the other analyses never came to stands in its scope, and all of it in the table of the analysis (in
the JSON): the clauses whose norms never held, and the conditions of cards that went one way only. That is exhausted in
the scope of the search, which tries few cards at a time, and proves nothing beyond it.

How to settle it: take the text away, or narrow what shadows it.
"""

from __future__ import annotations

import msgspec

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.text_coverage import idle, never_held, reached
from checker.explore.statements.ruling_instances import NormShown, shown
from checker.explore.statements.shadowed_scenes import Shadow, barred
from checker.explore.statements.shadowed_scenes import shadowed as shadowed_scene
from checker.kernel.effect import Carry, Nothing, Under
from checker.kernel.game import Card, Game
from checker.kernel.norm import ALL_ELSE, MustNot, Norm, Protects, When
from checker.kernel.term import Count
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.trees.walk import of_kind
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Bench, Scope, Work
from checker.smt.norm_pairs import DeadText
from checker.static.amended_conditions import GuardedBlock, amended_norms, passages
from checker.static.unreachable_text import never_come_to, never_held_norms, too_low
from checker.static.written_values import BOXED, ranges

CODE = "HX601"
NAME = "dead-text"
HOUSEKEEPING = True
SHADOWED_CODE = "HX602"
SHADOWED_NAME = "shadowed-text"
ALSO = ((SHADOWED_CODE, SHADOWED_NAME),)
RAISE = "mend the condition, or let something raise the number so far"
UNSHOWN = "what never comes to be stands in none"
TAKEN = "taken for granted: a card has one title and the kinds that it is listed with, and every amount has a value"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each clause, card or sentence that can never matter."""
    game = work.bench.rules.game
    never, shadowed, cards, acts = work.kept(
        "dead text",
        (_bare(game), sorted(amended_norms(game))),
        tuple[list[DeadText], list[DeadText], list[DeadText], list[DeadText]],
        lambda: work.spread("dead text", unused, [None])[0],
    )
    reads, name = (_bare(game), ranges(game)), "low numbers"
    asks = bool(reads[1]) or any(True for _ in of_kind([n.cond for n in game.norms], Count))
    low = work.kept(name, reads, list[DeadText], lambda: work.spread(name, unreached, [None])[0]) if asks else []
    lines = dict(zip((d.name for d in shadowed), _lines(work, shadowed), strict=True))
    norms = (_norm(work.bench, d, game, lines.get(d.name, ())) for d in (*never, *shadowed))
    found = list({f.message: f for f in norms}.values())
    found += [
        msgspec.structs.replace(
            _never_holds(work.bench.rules.norms[d.name], too_low(game, d.by), d.by, RAISE), assumed=_assumed(game, d.by)
        )
        for d in low
    ]
    found += list({f.fingerprint: f for f in (*_unheld(work, game), *_never_done(game))}.values())
    idle_cards = {c.title for c in game.cards if isinstance(c.text, Nothing)}
    found += [_card(work.bench, d, game) for d in cards if d.by or d.name not in idle_cards]
    found += [_act(work.bench, d, game) for d in acts]
    found += _sentences(game)
    seen = work.known("search")
    rows = reached(game, seen.noted) if seen is not None else ()
    found += [_uncarried(game, c) for c in idle(game, seen.noted)] if seen is not None else []
    bare, name = _bare(game), "needless bans"
    needless = work.kept(name, bare, list[DeadText], lambda: work.spread(name, unneeded, [None])[0])
    found += [_norm(work.bench, d, game, ()) for d in needless if d.name not in {s.name for s in shadowed}]
    found += _unspoken(game)
    scope = f"{len(game.norms)} norms, {len(game.cards)} cards; {TAKEN}{never_held(rows)}"
    return found, Scope(NAME, Extent.PROVED, scope, table=rows)


def _uncarried(game: Game, card: Card) -> Finding:
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"the text of `{card.title}` is not carried out in any play that was looked at",
        card.clauses,
        cards=(card.title,),
        at=places(game, (), (card.title,)),
        fingerprint=f"{card.title}/carried out",
        settle="narrow what keeps it from being carried out, or take the card away",
        unshown="no play that was looked at carries it out",
    )


def _unspoken(game: Game) -> list[Finding]:
    """That cards say something, and nothing carries out what a card says."""
    cards = [c for c in game.cards if not isinstance(c.text, Nothing)]
    does = (game.vocabulary.acts, game.procedures, game.norms, [c.text for c in game.cards])
    if not cards or any(True for _ in of_kind(does, Carry)):
        return []
    titles = tuple(c.title for c in cards)
    said = ", ".join(f"`{title}`" for title in titles[:4]) + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
    return [
        of_clauses(
            game,
            (CODE, NAME),
            "warning",
            f"the text of {said} is never carried out: no act, step or norm carries out the text of a card",
            (),
            cards=titles,
            at=places(game, (), titles),
            extent=Extent.PROVED,
            fingerprint="texts/carried out",
            settle="say when it is, `Carry out the text of C.`, or leave the text away",
            unshown=UNSHOWN,
        )
    ]


def unused(bench: Bench, _: None) -> tuple[list[DeadText], list[DeadText], list[DeadText], list[DeadText]]:
    """The norms that never hold, those that never prevail, the cards that may never be played, the acts never done."""
    from checker.smt.unreachable_norms import (
        dead_acts,
        dead_cards,
        dead_norms,
        overtaken_norms,
        shadowed_norms,
        vain_protections,
    )

    game, outranks = _bare(bench.rules.game), bench.rules.outranks
    shadowed = [*shadowed_norms(game, outranks, amended_norms(bench.rules.game)), *overtaken_norms(game, outranks)]
    vain = [d for d in vain_protections(game, outranks) if d.name not in {s.name for s in shadowed}]
    return dead_norms(game), [*shadowed, *vain], dead_cards(game, outranks), dead_acts(game, outranks)


def unneeded(bench: Bench, _: None) -> list[DeadText]:
    """The prohibitions that change nothing in a game that is closed."""
    from checker.smt.unreachable_norms import needless_bans

    return needless_bans(_bare(bench.rules.game))


def unreached(bench: Bench, _: None) -> list[DeadText]:
    """The norms that ask for a number that nothing raises so far, or that lies beyond what clauses state."""
    from checker.smt.unreachable_norms import unreached_norms

    game = bench.rules.game
    return unreached_norms(_bare(game), ranges(game))


def _bare(game: Game) -> Game:
    """The game with no more of its cards than their titles, kinds and numbers."""
    cards = tuple(Card(c.title, c.kinds, c.unsure, Nothing(), "", (), c.copies) for c in game.cards)
    return Game(game.name, game.vocabulary, cards, game.clauses, game.norms, gone=game.gone)


def _lines(work: Work, dead: list[DeadText]) -> list[tuple[str, ...]]:
    """A scene for each norm that never prevails, where one of those tried shows what goes before it."""
    shadows = [Shadow(d.name, d.by) for d in dead]
    reads = (work.bench.rules.game, work.bench.situations)
    return work.kept_each("shadows", reads, tuple[str, ...], "shadows", shadowed_scene, shadows) if shadows else []


def _norm(bench: Bench, dead: DeadText, game: Game, lines: tuple[str, ...]) -> Finding:
    norms = bench.rules.norms
    norm = norms[dead.name]
    by = tuple(dict.fromkeys(norms[n].clause for n in dead.by))
    about = type(norm.claim).__name__.lower()
    if by and isinstance(norm.claim, When):
        event = in_words(game.vocabulary, norm.claim.event.act)
        message = f"what {norm.clause} says follows `{event}` never comes: {' or '.join(by)} always goes before it"
    elif by and isinstance(norm.claim, MustNot) and norms[dead.by[0]].speaker == ALL_ELSE:
        message = f"what {norm.clause} forbids nothing allows, so that {by[0]} forbids it without {norm.clause}"
    elif by and isinstance(norm.claim, Protects):
        goes = "goes" if len(by) == 1 else "go"
        message = f"what {norm.clause} protects is never kept: {' and '.join(by)}, from which alone it could, {goes} before it"
    elif by:
        message = (
            f"what {norm.clause} says ({about}) never prevails: wherever it holds, {' or '.join(by)} goes before it"
        )
    else:
        message = f"what {norm.clause} says ({about}) holds in no position: its condition contradicts itself"
    needless = bool(by) and norms[dead.by[0]].speaker == ALL_ELSE
    instanced = shown(bench, norm, by) if by and not needless else None
    return of_clauses(
        game,
        (SHADOWED_CODE, SHADOWED_NAME) if by else (CODE, NAME),
        "note" if needless else "warning",
        f"{message}{_instances(instanced)}" if instanced else message,
        tuple(dict.fromkeys((norm.clause, *by))),
        at=(*((norm.place,) if norm.place else ()), *places(game, by)),
        lines=instanced.lines if instanced else lines,
        extent=Extent.PROVED,
        fingerprint=f"{norm.id}/{'/'.join(by)}",
        settle="narrow what shadows it, or take it away" if by else "mend the condition, or take it away",
        unshown="none of those tried shows it" if by else UNSHOWN,
    )


def _instances(found: NormShown) -> str:
    """Where the norm holds in a ruling, and by what."""
    many = sum(len(i.things) for i in found.instances)
    listed = "; ".join(f"{', '.join(i.things)} after `{i.after}`" for i in found.instances)
    return f", as in the ruling `{found.title}` {'once' if many == 1 else f'{many} times'}: {listed}"


def _never_holds(norm: Norm, why: str, by: tuple[str, ...], settle: str) -> Finding:
    """What the norm says never holds, which hangs on the fields."""
    return Finding(
        CODE,
        NAME,
        "warning",
        f"what {norm.clause} says ({type(norm.claim).__name__.lower()}) never holds: {why}",
        (norm.clause,),
        (),
        (norm.place,) if norm.place else (),
        "",
        Extent.PROVED,
        fingerprint=f"{norm.id}/{'/'.join(by)}",
        settle=settle,
        unshown=UNSHOWN,
    )


def _assumed(game: Game, by: tuple[str, ...]) -> bool:
    """It hangs on how many copies there are of a card of which that is assumed."""
    said = " ".join(name for name in by if name.startswith(BOXED))
    return any(c.title in said and c.boxed is None for c in game.cards)


def _never_done(game: Game) -> list[Finding]:
    """What is attached to a condition that nothing makes so, or that is settled where it stands."""
    norms = [_never_holds(one.norm, one.why, one.by, one.settle) for one in never_held_norms(game)]
    return norms + [_part(game, passage, why) for passage, why in never_come_to(game)]


def unheld(bench: Bench, _: None) -> list[DeadText]:
    """The passages of texts, by place and number, whose conditions contradict themselves or ask for too much."""
    from checker.smt.unreachable_norms import dead_conditions

    game = bench.rules.game
    return dead_conditions(_bare(game), [(_at(p), p.needs) for p in passages(game)], ranges(game))


def _at(passage: GuardedBlock) -> str:
    return f"{passage.text.where}/{passage.number}{'/otherwise' if passage.otherwise else ''}"


def _unheld(work: Work, game: Game) -> list[Finding]:
    parts = {_at(p): p for p in passages(game)}
    reads = (_bare(game), ranges(game), [(at, p.needs) for at, p in parts.items()])
    dead = work.kept("dead passages", reads, list[DeadText], lambda: work.spread("dead passages", unheld, [None])[0])
    return [_part(game, parts[d.name], too_low(game, d.by) if d.by else "it contradicts itself") for d in dead]


def _part(game: Game, passage: GuardedBlock, why: str) -> Finding:
    """What the passage says is never done."""
    text = passage.text
    holds = "always holds, so that nothing is done otherwise" if passage.otherwise else "never holds"
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"condition {passage.number} of {text.where} {holds}: {why}",
        text.clauses,
        cards=text.cards,
        at=(text.place,) if text.place else places(game, text.clauses, text.cards),
        extent=Extent.PROVED,
        fingerprint=_at(passage),
        settle="mend the condition, or take away what hangs on it",
        unshown=UNSHOWN,
    )


def _card(bench: Bench, dead: DeadText, game: Game) -> Finding:
    words = game.vocabulary
    does = in_words(words, dead.act).replace("a card", f"`{dead.name}`", 1)
    found = _barred(bench, dead, game, f"nobody may ever {does}", dead.name, "card")
    return msgspec.structs.replace(found, cards=(dead.name,), places=places(game, found.clauses, (dead.name,)))


def _act(bench: Bench, dead: DeadText, game: Game) -> Finding:
    phrase = next(a.phrase for a in game.vocabulary.acts if a.name == dead.name)
    said = f"nobody may ever {in_words(game.vocabulary, dead.name)}"
    return _barred(bench, dead, game, said, phrase.partition("{")[0].strip(), "act")


def _barred(bench: Bench, dead: DeadText, game: Game, said: str, asked: str, what: str) -> Finding:
    """That this may never be done, with a scene in which it is asked whether it may."""
    by = tuple(dict.fromkeys(bench.rules.norms[n].clause for n in dead.by))
    forbidden = f"{' and '.join(by)} {'forbids' if len(by) == 1 else 'forbid'} it wherever anything allows it"
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"{said}: {forbidden if by else 'nothing allows it'}",
        by,
        lines=barred(bench, Shadow(asked, dead.by)),
        extent=Extent.PROVED,
        fingerprint=f"{dead.name}/{'/'.join(by)}",
        settle=f"narrow the prohibition, or take the {what} away",
        unshown="in none of the scenes tried it can be asked for",
    )


def _sentences(game: Game) -> list[Finding]:
    """What is done only because of clauses none of which is in the rules is never done."""
    known = {c.id for c in game.clauses}
    texts: list[tuple[str, object, tuple[str, ...]]] = [(f"`{c.title}`", c.text, (c.title,)) for c in game.cards]
    texts += [(f"step {s.name} of {p.name}", s.effect, ()) for p in game.procedures for s in p.steps]
    texts += [(f"act {a.name}", (a.body, a.last), ()) for a in game.vocabulary.acts]
    found = []
    for name, tree, cards in texts:
        for gone in dict.fromkeys(u.clauses for u in of_kind(tree, Under) if not set(u.clauses) & known):
            said = " and ".join(gone)
            verb = "is" if len(gone) == 1 else "are"
            found.append(
                of_clauses(
                    game,
                    (CODE, NAME),
                    "warning",
                    f"a sentence of {name} is never carried out: {said}, by which it is, {verb} not in the rules",
                    gone,
                    cards=cards,
                    at=places(game, (), cards),
                    extent=Extent.PROVED,
                    fingerprint=f"{name}/{'/'.join(gone)}",
                    settle="take the sentence away, or name a clause that is there",
                    unshown=UNSHOWN,
                )
            )
    return found
