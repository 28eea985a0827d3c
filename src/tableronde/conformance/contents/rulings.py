"""Checks of rulings: the options that a rules page names beside them exist, and are the same in both languages."""

from collections.abc import Iterator

from tableronde.box import Box
from tableronde.conformance.report import Finding
from tableronde.learn.rulebook import OPTION_LINK
from tableronde.learn.rulings import explained, otherwise, parse_choice
from tableronde.text import LANGUAGES


def rulings_name_options(box: Box) -> Iterator[Finding]:
    """Every link to an option can be followed, and a ruling names the same options in both languages."""
    try:
        pages = {language: box.rulebook(language) for language in LANGUAGES}
    except LookupError:
        return  # which another property tells
    for language, page in pages.items():
        for _, expression in OPTION_LINK.findall(page):
            try:
                parse_choice(box, expression)
            except ValueError as error:
                yield Finding(f"rules.{language}.md links to an option that cannot be chosen", f"{expression}: {error}")
    explanations = {language: dict(explained(page)) for language, page in pages.items()}
    for id in sorted(set.intersection(*map(set, explanations.values()))):
        try:
            chosen = [otherwise(box, explanations[language][id]) for language in LANGUAGES]
        except ValueError as error:
            yield Finding("a ruling names an option that cannot be chosen", f"{id}: {error}")
            continue
        if any(each != chosen[0] for each in chosen):
            yield Finding("a ruling names different options in the two languages", f"{id}: {chosen}")
