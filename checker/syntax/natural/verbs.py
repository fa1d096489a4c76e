"""Verbs of plain English with forms of their own."""

from __future__ import annotations

_VERBS = (
    "begin began begun; beat beaten; become became; bring brought; build built; buy bought; cast casted cast; catch caught; "
    "choose chose chosen; come came; draw drew drawn; fall fell fallen; fight fought; find found; flip flipped; "
    "forbid forbade forbidden; give gave given; go went gone; hide hid hidden; hold held; keep kept; lay laid; "
    "lend lent; lose lost; make made; meet met; pay paid; ride rode ridden; say said; see saw seen; "
    "sell sold; send sent; show shown; sink sank sunk; speak spoke spoken; spend spent; spin spun; stand stood; "
    "steal stole stolen; strike stricken struck; swap swapped; take took taken; tell told; throw threw thrown; "
    "win won; put put; hit hit; cut cut; set set; bid bid; let let; deal dealt; slide slid; shuffle shuffled; "
    "break broke broken; dig dug; drive drove driven; feed fed; lead led; leave left; read read; shoot shot; shut shut; "
    "split split; write wrote written"
)
_FORMS = tuple((verb.split()[0], form) for verb in _VERBS.split("; ") for form in verb.split()[1:] if form != "left")
"""Each form with its verb; `left` is more often where something lies."""
PARTICIPLES = frozenset(form for _, form in _FORMS)
"""Forms of verbs that can stand behind `is` and `have` and do not end in -ed."""


IRREGULAR = {form: verb for verb, form in _FORMS}
"""Each form of a verb of its own, with the verb."""


DONE = {verb.split()[0]: verb.split()[-1] for verb in _VERBS.split("; ")}
"""What a thing is that this was done to, of each such verb."""
