"""Texts of the kit: how the cards are made, what may replace them, and what the original box contains."""

from typing import Final

from tableronde.kit import Part
from tableronde.text import Text

FILM: Final = Text(
    "Cartes transparentes : film pour votre sorte d’imprimante (jet d’encre ou laser), d’un seul côté, sans effet miroir.",
    "Transparent cards: film for your kind of printer (inkjet or laser), on one side, not mirrored.",
)
FILM_NOTE: Final = Text(
    "Sur film. Collez les points derrière : vu d’ici, un rond rouge dans chaque rond, un losange bleu dans chaque losange.",
    "On film. Stick the points on from behind: seen from here, a red disc in every circle, a blue diamond in every diamond.",
)
PAPER_NOTE: Final = Text(
    "Cartes en papier : évidez les fenêtres. Elles remplacent les cartes sur film.",
    "Paper cards: cut the windows out. They replace the film cards.",
)
LOCK_NOTE: Final = Text(
    "Feuilles : avec les cartes en papier, une sur chaque carré recouvert.",
    "Leaves: with the paper cards, one on every covered square.",
)
NEEDS: Final = (
    Text(
        "pour les cartes transparentes : trois films A4 ou Letter imprimables. Un film pour jet d’encre fond dans une imprimante laser : "
        "lisez bien la boîte. Sur un film pour jet d’encre, on imprime le côté rugueux",
        "for the transparent cards: three sheets of printable film, A4 or Letter. Film for inkjets melts in a laser printer: read the "
        "packet. On film for inkjets, print on the rough side",
    ),
)
STEPS: Final = (
    Text(
        "Choisissez : cartes transparentes (film et points à coller), comme dans la boîte, ou cartes en papier à fenêtres. "
        "Les seize premières suffisent ; les quatorze autres servent aux variantes.",
        "Choose: transparent cards (film and points to stick on), as in the box, or paper cards with windows. "
        "The first sixteen are enough; the other fourteen are for the variants.",
    ),
    Text(
        "Cartes sur film : imprimez d’un seul côté, sans effet miroir, et découpez. Rien n’est à imprimer au dos : vue de derrière, "
        "une carte est son propre reflet.",
        "Film cards: print on one side, not mirrored, and cut them out. Nothing is printed on the back: seen from behind, a card is "
        "its own mirror image.",
    ),
    Text(
        "Points : pliez, collez, découpez. Chacun a un rond rouge d’un côté, un losange bleu de l’autre. Collez-en trois derrière chaque "
        "carte : vu de devant, à travers le film, un rond rouge dans chaque rond, un losange bleu dans chaque losange. Retournée, la carte "
        "montre alors les couleurs échangées.",
        "Points: fold, glue, cut out. Each has a red disc on one side and a blue diamond on the other. Stick three behind each card: seen "
        "from the front, through the film, a red disc in every circle, a blue diamond in every diamond. Turned over, the card then shows "
        "the colours exchanged.",
    ),
    Text(
        "Cartes en papier : imprimez recto verso, découpez, puis évidez les trois fenêtres de chaque carte. On voit à travers ce qui est "
        "dessous, et un point cache ce qu’il recouvre : c’est bien la règle (R12). Seule la deuxième feuille ne se voit pas : posez une "
        "petite feuille sur chaque carré recouvert ; où il y en a une, le carré est verrouillé.",
        "Paper cards: print on both sides, cut them out, then cut out the three windows of each card. What lies below shows through, "
        "and a point hides what it covers: that is the rule (R12). Only the second leaf cannot be seen: lay a small leaf on every square "
        "that is covered; where there is one, the square is locked.",
    ),
)
INSTEAD: Final = (
    Text("Les jetons : des pièces de monnaie, des boutons, un papier et un crayon.", "The tokens: coins, buttons, or paper and pencil."),
    Text("Les petites feuilles : des haricots ou des perles.", "The small leaves: beans or beads."),
    Text(
        "Les points : des gommettes de deux couleurs, une de chaque côté du film.",
        "The points: stickers of two colours, one on each side of the film.",
    ),
)
PARTS: Final = (
    Part(
        Text(
            "16 cartes transparentes, deux points rouges et un bleu d’un côté, l’inverse de l’autre",
            "16 transparent cards, two red points and a blue one on one side, the reverse on the other",
        ),
        Text(
            "30 cartes de 48 × 72 mm, sur film ou sur papier à fenêtres : les 16 du jeu, dont les motifs sont reconstitués (Q1), et 14 "
            "pour les variantes",
            "30 cards, 48 × 72 mm, on film or on paper with windows: the 16 of the game, whose patterns are reconstructed (Q1), and 14 "
            "for the variants",
        ),
    ),
    Part(
        Text("Une feuille imprimée dans chaque carré", "A leaf printed in every square"),
        Text(
            "La même, à une autre place sur chacune des 16 cartes, pour que deux feuilles ne se cachent jamais ; avec le papier, 90 "
            "feuilles à poser",
            "The same, at another place on each of the 16 cards, so that two leaves never hide each other; with paper, 90 leaves to lay",
        ),
    ),
    Part(Text("16 jetons", "16 tokens"), Text("16 jetons de 18 mm", "16 tokens, 18 mm")),
)
