"""What further phrases are called by: each begins with what it does with the phrase that is meant."""

from __future__ import annotations

from typing import NamedTuple

from checker.syntax.grammar import Phrase

THEY = "they__"
IT = "its__"
EVER = "ever__"
VALUE = "values__"
WOULD = "would__"
PASSIVE = "passive__"
BRIEF = "brief__"
WHICH = "which__"
THEIR = "their__"
PASSING = "passing__"
OWNED = "owned"
IT_DOES = "itdoes_"
"""An event of the thing that was spoken of last; behind it stands the sort of the thing."""
THEY_DO = "theydo__"
"""An event of whoever was spoken of last."""
AT_LEAST = "atleast__"
"""An event of so much or more."""
GERUND = "gerund__"
"""An event as it is named in the place of which something else may be done."""
OF_YOU = "ofyou__"
"""An event of you."""
NOT_BE = "notbe__"
"""What may not happen to somebody, of what cannot."""
ALL_DO = "alldo__"
"""An event of all things of a kind."""
OWN_DOING = "owndoing__"
"""An event of you as you are told to bring it about, where no act is called so."""
COUNTING = "counting_"
"""That something counts as so, or not; behind it stands which."""
ADJECTIVE = "being_"
"""Things of which a condition holds in one word; behind it stand how many of what there are."""
OF_MANY = "ofmany__"
"""Stands within the name of what is said of several things together."""
SOMEONE = "someone__"
"""A condition of one of several, of none or of all of them."""
VALUED = "valuedas_"
"""What a value is, or what it would be changed by; behind it stands the claim."""


EQUAL = "equal__"
"""What is done or happens with an amount that it says to be equal to another; behind it stands where its gap was."""
ITS_OWN = "whoseits_"
"""What a thing has of its own; behind it stand the sort of the thing and which of the gaps it fills."""


class Further(NamedTuple):
    """A further phrase, and the rule of the grammar that it extends; `about` if more stands for a thing there than elsewhere."""

    phrase: Phrase
    head: str
    about: bool = True
