"""Link previews: the title, sentence and picture that messengers and search engines look for in a page's head."""

from dataclasses import dataclass
from html import escape
from typing import Final

from tableronde.text import Language, Text

HOUSE: Final = "Table Ronde"
WELCOME: Final = Text(
    "Des jeux de société rares, à jouer dans le navigateur avec des amis ou des robots, sans compte ni installation.",
    "Rare board games to play in the browser with friends or bots: no account, nothing to install.",
)
TO_GAME: Final = Text("{0} : {1}", "{0}: {1}")
TO_TABLE: Final = Text("{0} : ouvrez le lien pour jouer ou regarder.", "{0}: open the link to play or watch.")
TO_REPLAY: Final = Text("{0} : une partie à revoir coup par coup.", "{0}: a game to replay move by move.")
TO_RULES: Final = Text("{0}, les règles : {1}", "The rules of {0}: {1}")
TO_LEARN: Final = Text("Apprendre {0} en quelques minutes, en jouant : {1}", "Learn {0} in a few minutes, by playing: {1}")
TO_PUZZLES: Final = Text("{0}, des problèmes à résoudre : {1}", "{0} puzzles to solve: {1}")
TO_OPENINGS: Final = Text("{0}, ce que vaut chaque premier coup : {1}", "What each first move of {0} is worth: {1}")
TO_PRINT: Final = Text("Fabriquer {0} chez soi : à imprimer et à découper. {1}", "Make {0} at home: print it and cut it out. {1}")
TO_NEW: Final = Text("{0}, ouvrir une table : {1}", "Open a table of {0}: {1}")
_LOCALES: Final = {"fr": "fr_FR", "en": "en_GB"}


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """A page as it is shown elsewhere, with absolute addresses."""

    title: str
    about: str
    url: str
    picture: str
    listed: bool  # whether search engines may show it; a table is only for people with its link

    def html(self, language: Language) -> str:
        """Return the tags for the head of the page."""
        named = {"description": self.about, "twitter:card": "summary_large_image", **({} if self.listed else {"robots": "noindex"})}
        graph = {
            "og:type": "website",
            "og:site_name": HOUSE,
            "og:locale": _LOCALES[language],
            "og:title": self.title,
            "og:description": self.about,
            "og:url": self.url,
            "og:image": self.picture,
            "og:image:width": "1200",
            "og:image:height": "630",
        }
        link = f'<link rel="canonical" href="{escape(self.url)}">' if self.listed else ""
        return link + _write_metas("name", named) + _write_metas("property", graph)


def _write_metas(key: str, values: dict[str, str]) -> str:
    return "".join(f'<meta {key}="{name}" content="{escape(value)}">' for name, value in values.items())
