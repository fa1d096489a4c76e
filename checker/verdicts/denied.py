"""A plain English sentence of the rules as it is denied, and as it is asked."""

from __future__ import annotations

import re

_BE = r"may|can|must|is|are|was|were|has to|have to|does|do|has|have|will"
_FIRST = re.compile(rf"^(.*?)\b(cannot|may not|must not|{_BE})\b(?! not\b)(.*)$")
_NOT = {
    "may": "may not",
    "can": "cannot",
    "must": "must not",
    "has to": "does not have to",
    "have to": "do not have to",
}
_IT = re.compile(r"^(it) ([a-z]+[^s\W]s)\b(.*)$", re.I)
_VERB = re.compile(
    r"^((?:an?|the|some|every|each|no)? ?[\w•&-]+(?: [\w•&-]+)??(?: of (?:an?|the)(?: [\w•&-]+){1,2}?)?) ([a-z]+[^s\W]s)\b(.*)$",
    re.I,
)


def denied(sentence: str) -> str:
    """The sentence with `not` at its first verb; with what it is not before it where no verb is known."""
    head, condition = _parted(sentence)
    found = None if _IT.match(head) else _FIRST.match(head)
    if found is not None and found[2] not in ("cannot", "may not", "must not"):
        return f"{found[1]}{_NOT.get(found[2], f'{found[2]} not')}{found[3]}{condition}"
    third = _VERB.match(head) if found is None else None
    if third is not None and third[1].endswith(" still"):
        return f"{third[1].removesuffix('still')}no longer {third[2]}{third[3]}{condition}"
    if third is not None:
        return f"{third[1]} does not {bare(third[2])}{third[3]}{condition}"
    return f"it is not so that {sentence}"


def asked(sentence: str) -> str:
    """The question whether it is so; nothing where no verb is known."""
    head, condition = _parted(sentence)
    found = None if _IT.match(head) else _FIRST.match(head)
    if found is not None and found[1].strip():
        verb = found[2]
        if verb in ("has to", "have to"):
            do = "does" if verb == "has to" else "do"
            return capital(f"{do} {found[1].strip()} have to{found[3]}{condition}?")
        if verb in ("may", "can", "must", "is", "are", "was", "were", "will"):
            return capital(f"{verb} {found[1].strip()}{found[3]}{condition}?")
        return ""
    third = _VERB.match(head) if found is None else None
    return capital(f"does {third[1]} {bare(third[2])}{third[3]}{condition}?") if third is not None else ""


def bare(verb: str) -> str:
    """The verb without the ending of the third person."""
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:sh|ch|ss|x|zz|o)es$", verb) else verb[:-1]


def _parted(sentence: str) -> tuple[str, str]:
    """What is said, and under which condition."""
    at = sentence.find(" if ")
    return (sentence, "") if at < 0 else (sentence[:at], sentence[at:])


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
