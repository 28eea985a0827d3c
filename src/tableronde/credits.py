"""Credits: who made a game, for the shelf, the rules page and the kit. They are not part of a record."""

from dataclasses import dataclass

from tableronde.game import Json
from tableronde.text import NOTHING, Text, join, same

UNKNOWN = Text("Auteur inconnu de nous", "Author not known to us")


@dataclass(frozen=True, slots=True)
class Credits:
    """Who made a game, who published it and when, and where its rules were found. Unknown facts are left out."""

    authors: tuple[str, ...] = ()
    illustrators: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # named in the booklet without the part they had
    publisher: str = ""
    year: int | None = None
    source: str = ""  # where the rulebook was found

    @property
    def line(self) -> Text:
        """Return the short form for a shelf: authors, publisher, year."""
        people = same(", ".join(self.authors or self.others)) if self.authors or self.others else UNKNOWN
        published = ", ".join(each for each in (self.publisher, str(self.year or "")) if each)
        return join([people, same(published)] if published else [people], same(" · "))

    @property
    def sentences(self) -> Text:
        """Return the long form for a rules page or a kit."""
        return join(
            part
            for part in (
                self._made(),
                self._illustrated(),
                self._others(),
                self._published(),
                Text(f"Règle trouvée par {self.source}.", f"Rules found through {self.source}.") if self.source else NOTHING,
            )
            if part.en
        )

    def json(self) -> dict[str, Json]:
        """Return the facts, and both forms in both languages."""
        return {
            "authors": list(self.authors),
            "illustrators": list(self.illustrators),
            "others": list(self.others),
            "publisher": self.publisher,
            "year": self.year,
            "source": self.source,
            "line": {"fr": self.line.fr, "en": self.line.en},
            "text": {"fr": self.sentences.fr, "en": self.sentences.en},
        }

    def _made(self) -> Text:
        names = _listed(self.authors)
        if self.authors:
            several = "s" if len(self.authors) > 1 else ""
            return Text(f"Auteur{several} : {names.fr}.", f"A game by {names.en}.")
        if self.others:
            return NOTHING
        return Text("Nous ne savons pas qui a créé ce jeu.", "We do not know who made this game.")

    def _illustrated(self) -> Text:
        names = _listed(self.illustrators)
        return Text(f"Illustrations : {names.fr}.", f"Illustrations: {names.en}.") if self.illustrators else NOTHING

    def _others(self) -> Text:
        names, also = _listed(self.others), Text(" aussi", "also ") if self.authors else NOTHING
        return Text(f"Le livret nomme{also.fr} {names.fr}.", f"The booklet {also.en}names {names.en}.") if self.others else NOTHING

    def _published(self) -> Text:
        year = str(self.year or "")
        if self.publisher:
            return Text(f"Éditeur : {_dated(self.publisher, year)}.", f"Publisher: {_dated(self.publisher, year)}.")
        return Text(f"Année : {year}.", f"Year: {year}.") if year else NOTHING


def _dated(publisher: str, year: str) -> str:
    return f"{publisher}, {year}" if year else publisher


def _listed(names: tuple[str, ...]) -> Text:
    """Join names as in a sentence."""
    *first, last = names or ("",)
    return Text(" et ".join(filter(None, [", ".join(first), last])), " and ".join(filter(None, [", ".join(first), last])))
