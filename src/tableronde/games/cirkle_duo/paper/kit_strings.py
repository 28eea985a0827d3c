"""Texts of the kit: how things are made, what may replace them, and what the original box contains."""

from typing import Final

from tableronde.kit import Part
from tableronde.text import Text

HAT_NOTE: Final = Text(
    "Chapeaux : découpez, enroulez, collez la languette dessous. Le plot se glisse sous le chapeau.",
    "Hats: cut out, roll up, glue the tab underneath. The peg goes under the hat.",
)
DIE_NOTE: Final = Text(
    "Dés : pliez sur chaque trait pointillé, collez les languettes à l’intérieur.",
    "Dice: fold along every dashed line, glue the tabs inside.",
)
REST_NOTE: Final = Text(
    "Repos (à la passerelle) : posez une marque à votre numéro près de chaque chapeau soulevé pendant votre tour ; reprenez-les quand "
    "votre tour revient.",
    "Resting hats (in the crossover): lay a marker with your number beside each hat lifted in your turn; take it back on your next turn.",
)
NEEDS: Final = (
    Text(
        "du carton sous les plots, ou deux épaisseurs de papier fort, pour qu’ils se tiennent bien en main",
        "cardboard under the pegs, or two layers of heavy paper, so that they are easy to hold",
    ),
)
STEPS: Final = (
    Text("Découpez le plateau et les seize plots.", "Cut out the board and the sixteen pegs."),
    Text(
        "Découpez les seize chapeaux, enroulez-les en cône et collez la languette. Ils doivent être tous pareils : rien ne doit trahir ce "
        "qu’ils cachent.",
        "Cut out the sixteen hats, roll them into cones and glue the tab. They must all look alike: nothing may give away what they hide.",
    ),
    Text("Imprimez les vingt-quatre cartes recto verso et découpez-les.", "Print the twenty-four cards on both sides and cut them out."),
    Text(
        "Pliez et collez les quatre dés, ou prenez des dés ordinaires et le tableau de correspondance.",
        "Fold and glue the four dice, or use ordinary dice with the conversion table.",
    ),
    Text(
        "Les cartes, les dés et la passerelle se jouent avec ce même matériel. Les marques de repos ne servent qu’à la passerelle.",
        "Cards, dice and the crossover are all played with the same parts. Only the crossover needs the rest markers.",
    ),
)
INSTEAD: Final = (
    Text(
        "Les chapeaux : seize gobelets pareils, ou seize bouchons de bouteille assez larges.",
        "The hats: sixteen identical cups, or sixteen bottle caps that are wide enough.",
    ),
    Text(
        "Les dés : quatre dés ordinaires de couleurs différentes, avec le tableau de correspondance.",
        "The dice: four ordinary dice of different colours, with the conversion table in this kit.",
    ),
    Text("Les marques de repos : des boutons de six sortes, deux de chaque.", "The rest markers: buttons of six kinds, two of each."),
)
PARTS: Final = (
    Part(
        Text("Le plateau de cirKle KIDS, dont l’image nous manque", "The board of cirKle KIDS, whose picture we do not have"),
        Text("Un tapis de quatre sur quatre places, numérotées (Q3)", "A mat of four by four places, numbered (Q3)"),
    ),
    Part(
        Text("16 plots : quatre formes, quatre couleurs", "16 pegs: four shapes, four colours"),
        Text("16 plots plats de 21 mm ; la quatrième couleur est le violet (Q1)", "16 flat pegs, 21 mm; the fourth colour is purple (Q1)"),
    ),
    Part(Text("16 chapeaux de magicien", "16 magician’s hats"), Text("16 cônes à enrouler et à coller", "16 cones to roll up and glue")),
    Part(
        Text("24 cartes de DUO 228", "24 cards of DUO 228"),
        Text(
            "Les mêmes, de 58 × 78 mm : 16 symboles, 4 cibles, 4 noires, 228 points (Q2)",
            "The same, 58 × 78 mm: 16 symbols, 4 targets, 4 blacks, 228 points (Q2)",
        ),
    ),
    Part(
        Text("4 dés, dont les faces ne sont pas décrites", "4 dice, whose faces are not described"),
        Text(
            "4 dés de 25 mm à plier, chaque carte sur une face (Q4), et un tableau de correspondance pour des dés ordinaires",
            "4 dice, 25 mm, to fold, with every card on one face (Q4), and a conversion table for ordinary dice",
        ),
    ),
    Part(
        Text("Une boîte de rangement", "A storage box"),
        Text(
            "Rien ; en revanche, douze marques de repos et un aide-mémoire des points",
            "Nothing; instead, twelve rest markers and a summary of the points",
        ),
    ),
)
