"""Rulings: answers to questions that a booklet leaves open, as a rules page gives them, and the options that play otherwise.

A ruling is explained in the item that begins with its id in italics: "- *Q6* …". The option that concerns it is named in code:
`begins=0`. Several that belong together have `&` between them. A value may be left out if the option has only one other, or if
it is to be chosen in the form. A link with a text of its own may name it too: `[the other reading](option:begins=0)`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from tableronde.box import Box
from tableronde.game import Json
from tableronde.learn.rulebook import CLAUSE, EXPLAINED, ID, OPTION_LINK, blocks, pieces, plain
from tableronde.options import Option, departures, options_of, read
from tableronde.text import LANGUAGES, Language, Text, join

CODE: Final = re.compile(r"`([\w-]+(?:=[^`\s]*)?)`")
_CITED: Final = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
_HEADING: Final = re.compile(r"#{2,3} +(.*)")
_ID: Final = re.compile(rf"\b{ID}\b")
_TO_THE_OTHER: Final = Text("Jouer ainsi", "Play it this way")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: its id, its text in each language, the clauses that cite it, the options that play it otherwise, and its section."""

    id: str
    texts: Mapping[Language, str]
    clauses: tuple[str, ...]
    options: Mapping[str, Json]
    sections: Mapping[Language, str]  # the heading above it; empty if there is none


def rulings(box: Box) -> tuple[Ruling, ...]:
    """Return the rulings of a game in the order of its page, including those that are on one language's page only."""
    explanations = {language: dict(explained(box.rulebook(language))) for language in LANGUAGES}
    cited, headings = _cited(box), {language: dict(_sections(box.rulebook(language))) for language in LANGUAGES}
    return tuple(
        Ruling(
            id,
            {language: plain(explanations[language][id]) for language in LANGUAGES if id in explanations[language]},
            cited.get(id, ()),
            next((chosen for language in LANGUAGES if (chosen := _otherwise(box, explanations[language].get(id, "")))), {}),
            {language: headings[language].get(id, "") for language in LANGUAGES},
        )
        for id in dict.fromkeys(id for language in LANGUAGES for id in explanations[language])
    )


def explained(page: str) -> Iterator[tuple[str, str]]:
    """Yield each ruling's id and its Markdown text."""
    for block in blocks(page):
        for piece in pieces(block):
            if not CLAUSE.match(piece):
                _, *found = EXPLAINED.split(piece)
                yield from zip(found[::2], (text.strip() for text in found[1::2]), strict=True)


def _sections(page: str) -> Iterator[tuple[str, str]]:
    """Yield each ruling's id and the heading of the second or third level above it."""
    heading = ""
    for block in blocks(page):
        if found := _HEADING.match(block):
            heading = plain(found[1])
        for id, _ in explained(block):
            yield id, heading


def _cited(box: Box) -> dict[str, tuple[str, ...]]:
    """Return the clauses that cite each ruling."""
    found: dict[str, list[str]] = {}
    for block in blocks(box.rulebook(LANGUAGES[0])):
        for piece in pieces(block):
            if head := CLAUSE.match(piece):
                for id in (id for emphasis in _CITED.findall(piece) for id in _ID.findall(emphasis)):
                    found.setdefault(id, []).append(head[1])
    return {id: tuple(dict.fromkeys(clauses)) for id, clauses in found.items()}


# The option that plays it otherwise


def otherwise(box: Box, text: str) -> dict[str, Json]:
    """Return the options that a text names, if any; ValueError with a sentence if the game does not have them."""
    expressions = [expression for _, expression in OPTION_LINK.findall(text)]
    expressions += [expression for expression in CODE.findall(text) if names_option(box, expression)]
    return parse_choice(box, expressions[0]) if expressions else {}


def _otherwise(box: Box, text: str) -> dict[str, Json]:
    """Return the same; nothing if the game does not have them."""
    try:
        return otherwise(box, text)
    except ValueError:
        return {}


def names_option(box: Box, expression: str) -> bool:
    """Return whether a text in code names an option of the game."""
    return expression.partition("=")[0] in {option.name for option in options_of(box.game_type.options_type)}


def parse_choice(box: Box, expression: str) -> dict[str, Json]:
    """Parse options such as "begins=0" or "a&b=2"; ValueError with a sentence if the game has no such option or value."""
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    chosen: dict[str, Json] = {}
    for part in expression.split("&"):
        name, _, value = part.partition("=")
        if name not in known:
            raise ValueError(f"there is no option {name!r}; there is {', '.join(known) or 'none'}")
        chosen[name] = _json(known[name].parse(value) if value else other_value(known[name]))
    read(box.game_type.options_type, {name: value for name, value in chosen.items() if value is not None})
    return chosen


def other_value(option: Option) -> Any:
    """Return the only other value of an option; None if there are several: the person who opens the table chooses."""
    match option.kind, option.default:
        case "bool", bool(default):
            return not default
        case "word", str(default) if len(option.words) == 2:
            return next(word for word in option.words if word != default)
    return None


def _json(value: Any) -> Json:
    return list(value) if isinstance(value, tuple) else value


def new_table_address(box: Box, chosen: Mapping[str, Json]) -> str:
    """Return the address of the form for a table with these options."""
    return f"/new/{box.slug}?{urlencode({name: _written(value) for name, value in chosen.items()})}"


def _written(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case list():
            return ",".join(map(str, value))
        case None:
            return ""
    return str(value)


# A table


def describe_choice(box: Box, chosen: Mapping[str, Json]) -> Text:
    """Describe the options that a link chooses: by the variant that consists of them, or one by one."""
    for variant in box.variants:
        if dict(variant.options) == dict(chosen):
            return variant.title
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    return join((_describe_value(known[name], value) for name, value in chosen.items()), Text(" ; ", "; "))


def _describe_value(option: Option, value: Json) -> Text:
    """Describe an option with its value; without one if the person who opens the table chooses it."""
    return (
        Text(*(part.rstrip(" .:") for part in (option.text.fr, option.text.en))) if value is None else option.describe(option.read(value))
    )


def describe_departures(box: Box, options: Any) -> Text:
    """Describe in a line how a table departs from the booklet: its house rules, and the options that these do not mention."""
    said = box.house_rules(options)
    silent = [option.describe(value) for option, value in departures(options) if _is_silent(box, options, option, said)]
    if not silent:
        return said
    listed = join(silent, Text(" ; ", "; "))
    line = Text(f"Cette table s’écarte du livret : {listed.fr}.", f"This table departs from the booklet: {listed.en}.")
    return join([said, line]) if said.en else line


def _is_silent(box: Box, options: Any, option: Option, said: Text) -> bool:
    """Return whether the house rules do not mention an option: they would be the same with the booklet's value."""
    try:
        return box.house_rules(replace(options, **{option.name: option.booklet[0]})) == said
    except ValueError:
        return True


# The page


def with_links(box: Box, page: str, language: Language) -> str:
    """Return a rules page on which each ruling with an option in code ends with a link to a table that plays it otherwise."""
    return "\n\n".join(_linked(box, block, language) for block in re.split(r"\n[^\S\n]*\n", page))


def _linked(box: Box, block: str, language: Language) -> str:
    parts = re.split(r"(?m)^(?=[-*] +\*[A-Z])", block)
    return "".join(_with_link(box, part, language) for part in parts)


def _with_link(box: Box, item: str, language: Language) -> str:
    """Return an item with a link at the end of its own text, before its pieces if it has some."""
    found = re.match(r"[-*] +\*(?!\*)", item)
    if not found or OPTION_LINK.search(item):
        return item
    named = next((expression for expression in CODE.findall(item) if names_option(box, expression)), None)
    if named is None:
        return item
    own, line, rest = re.match(r"(.*?)(\n(?=\s+[-*(])|\n*\Z)(.*)", item, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{own} [{_TO_THE_OTHER[language]}](option:{named}){line}{rest}"


def link_options(box: Box, html: str) -> str:
    """Turn links to options into links to new tables with these options."""

    def linked(found: re.Match[str]) -> str:
        try:
            address = new_table_address(box, parse_choice(box, found[2].replace("&amp;", "&")))
        except ValueError:
            return found[1]  # `tableronde check` tells its author
        return f'<a class="otherwise" href="{address.replace("&", "&amp;")}">{found[1]}</a>'

    return OPTION_LINK.sub(linked, html)
