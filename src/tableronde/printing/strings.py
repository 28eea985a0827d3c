"""Texts on the printed pages that are not the games' own."""

from typing import Final

from tableronde.text import Text

SCALE: Final = Text("Imprimez à 100 % : ce trait mesure 5 cm.", "Print at 100%: this line is 5 cm long.")
SHEET: Final = Text("feuille {0} sur {1}", "sheet {0} of {1}")
BACK: Final = Text("{0} (verso)", "{0} (back)")
DUPLEX: Final = Text(
    "Imprimez le verso sur cette feuille, retournée par son bord long.",
    "Print the back on this sheet, flipped on its long edge.",
)
FOLD: Final = Text(
    "Pliez chaque bande sur le trait pointillé, collez, puis découpez sur le trait plein.",
    "Fold each strip along the dashed line, glue it, then cut along the solid line.",
)
JOIN: Final = Text(
    "Coupez à gauche et en haut sur le trait plein, s’il y en a un ; posez ce bord sur le trait fin de la feuille voisine, et collez.",
    "Cut along the solid line on the left and at the top, if there is one; lay that edge on the thin line of the next sheet, and glue.",
)
CUT: Final = Text("Découpez sur le trait plein.", "Cut along the solid line.")
MAKE_IT: Final = Text("Un jeu à fabriquer", "A game to make yourself")
MATERIAL: Final = Text("Le matériel à découper", "What to cut out")
THING, NUMBER, SIZE = Text("Quoi", "What"), Text("Nombre", "Number"), Text("Taille", "Size")
PRINTING: Final = Text("Comment imprimer", "How to print")
PAGES, HOW = Text("Pages", "Pages"), Text("Comment", "How")
ONWARDS: Final = Text("dès {0}", "from {0}")
ONE_SIDE: Final = Text("Matériel à découper : papier fort, d’un seul côté.", "Parts to cut out: heavy paper, printed on one side.")
BOTH_SIDES: Final = Text(
    "Matériel à deux faces : papier fort, recto verso, retourné par le bord long.",
    "Two-sided parts: heavy paper, printed on both sides, flipped on the long edge.",
)
SUMMARY: Final = Text("Le résumé : papier ordinaire.", "The summary: ordinary paper.")
BOOKLET: Final = Text(
    "Le livret de règles : papier ordinaire, recto verso, retourné par le bord long ; empilez les feuilles et pliez-les au milieu.",
    "The rulebook: ordinary paper, printed on both sides, flipped on the long edge; stack the sheets and fold them in the middle.",
)
PADS: Final = Text(
    "Feuilles à remplir : papier ordinaire, autant que vous voulez.", "Sheets to fill in: ordinary paper, as many as you like."
)
RIDDLES: Final = Text(
    "Problèmes, avec leurs solutions à la fin : papier ordinaire.", "Puzzles, with their solutions at the end: ordinary paper."
)
YOU_NEED: Final = Text("Il vous faut", "You need")
TIME: Final = Text("Comptez environ {0} pour tout fabriquer.", "Making everything takes about {0}.")
TOOLS: Final = (
    Text(
        "une imprimante, et {0} feuilles de papier fort (160 g/m² ou plus) pour le matériel",
        "a printer, and {0} sheets of heavy paper (160 g/m² or more) for the parts",
    ),
    Text("des ciseaux ou un cutter, une règle, de la colle", "scissors or a knife, a ruler, glue"),
)
STEPS: Final = Text("Comment faire", "How to make it")
INSTEAD: Final = Text("Pour aller plus vite", "To save time")
THE_BOX: Final = Text("La boîte et ce cahier", "The box and this kit")
IN_BOX, IN_KIT = Text("Dans la boîte d’origine", "In the original box"), Text("Ici", "Here")
MADE_BY: Final = Text("{0}, imprimé par Table Ronde", "{0}, printed by Table Ronde")
BOARD, PIECE = Text("Plateau", "Board"), Text("Pièce", "Piece")
PUZZLES: Final = Text("Problèmes", "Puzzles")
SOLUTIONS: Final = Text("Solutions", "Solutions")
BEGINNING: Final = Text("Au départ", "At the beginning")
AFTER: Final = Text("Après {0} coups", "After {0} moves")
GOES_ON: Final = Text("Partie non terminée, {0} coups joués.", "An unfinished game, {0} moves played.")
WON: Final = Text("{0} gagne", "{0} wins")
SHARED: Final = Text("Victoire partagée : {0}", "A shared win: {0}")
IN_SHORT: Final = Text("{0} en une page", "{0} on one page")
SEATS: Final = Text("de {0} à {1} joueurs", "{0} to {1} players")
SOME_SEATS: Final = Text("{0} joueurs", "{0} players")
FROM_AGE: Final = Text("dès {0} ans", "ages {0} and up")
LASTS: Final = Text("environ {0} minutes", "about {0} minutes")
ESTIMATE: Final = Text("{0} (notre estimation)", "{0} (our estimate)")
NUMBERS: Final = Text(
    "Les numéros renvoient aux règles, dans le livret et dans la salle.",
    "The numbers refer to the rules in the booklet and in the game room.",
)
NOTATION: Final = Text("Feuille de partie : {0}", "Score sheet: {0}")
DATE_PLAYERS: Final = Text(
    "Date : ______________   Joueurs : ______________________________________   Résultat : ______________",
    "Date: ______________   Players: ______________________________________   Result: ______________",
)
HOURS: Final = Text("{0} h", "{0} h")
MINUTES: Final = Text("{0} minutes", "{0} minutes")
HOURS_MINUTES: Final = Text("{0} h {1}", "{0} h {1}")


def filled(text: Text, *values: object) -> Text:
    """Fill values into a text."""
    return text.named([value if isinstance(value, Text) else Text(str(value), str(value)) for value in values])


def duration(minutes: int) -> Text:
    """Format a duration: "40 minutes", "2 h", "1 h 30"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return filled(MINUTES, rest)
    return filled(HOURS_MINUTES, hours, f"{rest:02}") if rest else filled(HOURS, hours)
