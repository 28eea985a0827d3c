"""Texts of the kit: how things are made, what may replace them, what the original box contains; texts of screens and notebooks."""

from typing import Final

from tableronde.games.kaplan.words.dictionary import Language
from tableronde.kit import Part
from tableronde.text import Text

DIE_NOTE: Final = Text(
    "Dés : pliez sur chaque trait pointillé, collez les languettes à l’intérieur.",
    "Dice: fold along every dashed line, glue the tabs inside.",
)
SCREEN_NOTE: Final = Text(
    "Paravents : pliez les deux côtés vers vous ; la face imprimée est tournée vers vous.",
    "Screens: fold both sides towards you; the printed side faces you.",
)
NEEDS: Final = (
    Text(
        "du carton sous le cadran, et deux sacs ou deux enveloppes pour tirer les pions",
        "cardboard under the dial, and two bags or envelopes to draw the pawns from",
    ),
    Text("un crayon et un carnet pour chacun (les feuilles à remplir)", "a pencil and a notebook for everybody (the sheets to write on)"),
)
STEPS: Final = (
    Text(
        "Cartes : imprimez recto verso, retournées par le bord long, sur un papier opaque (200 g ou plus). Vérifiez "
        "sur la première feuille, à contre-jour, que les deux faces coïncident, puis découpez. Ne regardez pas les faces de "
        "lecture : elles cachent les mots.",
        "Cards: print on both sides, turned over the long edge, on opaque paper (200 g or more). Check on the first "
        "sheet, against the light, that both faces line up, then cut. Do not look at the reading faces: they hide the words.",
    ),
    Text(
        "Cadran : découpez les feuilles, joignez-les au trait fin et collez-les sur du carton : A1 est en haut à gauche.",
        "Dial: cut out the sheets, join them at the thin line and glue them on cardboard: A1 goes at the upper left.",
    ),
    Text(
        "Jetons : pliez, collez, découpez. Pions : découpez, et mettez chaque sorte dans un sac.",
        "Tokens: fold, glue, cut out. Pawns: cut out, and put each kind into a bag.",
    ),
    Text(
        "Le tour de Kaplan : tirez un pion-couleur et gardez les 30 cartes dont cette fenêtre a cette couleur (sa lettre est sur le bord). "
        "Tirez un pion-symbole et, dans cette fenêtre, gardez les 18 cartes où ce symbole porte un numéro ou un K. Tout se fait face de "
        "tirage visible. Les numéros vont à leurs places, les K sur le bouclier, chacun sur son métal.",
        "Kaplan’s trick: draw a colour pawn and keep the 30 cards on which that window has that colour (its letter is at the edge). Draw a "
        "symbol pawn and, in that window, keep the 18 cards on which this symbol holds a number or a K. All this is done drawing face up. "
        "The numbers go to their places, the Ks to the shield, each to its metal.",
    ),
)
INSTEAD: Final = (
    Text(
        "Un dé à douze faces : un dé ordinaire et une pièce. Pile, le nombre ; face, le nombre plus six.",
        "A twelve-sided die: an ordinary die and a coin. Tails, the number; heads, the number plus six.",
    ),
    Text(
        "Les jetons : des capsules ou des boutons, d’une sorte pour chacun, avec 1 à 9 écrit dessous.",
        "The tokens: bottle caps or buttons, of one kind for each player, with 1 to 9 written underneath.",
    ),
    Text(
        "Le cadran : douze cartes en rond sur la table, et le bouclier au milieu.", "The dial: twelve cards in a ring, the shield inside."
    ),
    Text(
        "Pour la variante « Jetons au dos teinté », faites au dos un point sur 1, 4 et 7, deux sur 2, 5 et 8, trois sur 3, 6 et 9.",
        "For the variant “Tokens with tinted backs”, put one dot on the back of 1, 4 and 7, two on 2, 5 and 8, three on 3, 6 and 9.",
    ),
)
PARTS: Final = (
    Part(
        Text("120 cartes de jeu à deux faces, 384 mots français", "120 two-sided game cards, 384 French words"),
        Text(
            "120 cartes de 63 × 79 mm, avec 384 mots français choisis par nous et leurs 2304 indices : ceux de la boîte sont perdus. Le "
            "cahier anglais a le jeu de cartes anglais",
            "120 cards, 63 × 79 mm, here with 384 English words and their 2304 clues (the variant “English words”). The French kit has "
            "the French cards, whose words are ours too: those of the box are lost",
        ),
    ),
    Part(
        Text("Le cadran, avec couronne, bouclier et centre", "The dial, with crown, shield and centre"),
        Text("Le même, de 43 cm, sur des feuilles qui se joignent", "The same, 43 cm wide, on sheets that join"),
    ),
    Part(
        Text("12 cartes-sarcophages", "12 sarcophagus cards"),
        Text(
            "12 cartes à deux faces ; l’ordre des métaux est reconstitué (Q1)",
            "12 two-sided cards; the order of metals is reconstructed (Q1)",
        ),
    ),
    Part(
        Text("12 pions-couleur, 32 pions-symbole", "12 colour pawns, 32 symbol pawns"),
        Text("Les mêmes, de 30 et 24 mm ; leurs noms sont les nôtres (Q2)", "The same, 30 and 24 mm; their names are ours (Q2)"),
    ),
    Part(
        Text("72 jetons-pari, huit familles de neuf", "72 betting tokens, eight families of nine"),
        Text("72 jetons de 19 mm à plier et à coller", "72 tokens, 19 mm, to fold and glue"),
    ),
    Part(
        Text("3 dés à douze faces", "3 twelve-sided dice"),
        Text("3 dés à plier, ou un dé ordinaire et une pièce", "3 dice to fold, or an ordinary die and a coin"),
    ),
    Part(
        Text("3 sacs", "3 bags"),
        Text(
            "Rien : deux enveloppes suffisent ; en plus, huit paravents avec l’essentiel des règles",
            "Nothing: two envelopes will do; as an extra, eight screens with the rules in brief",
        ),
    ),
)
PANELS: Final = (
    (
        Text("Les indices", "The clues"),
        (
            Text("P… : la première lettre", "P…: the first letter"),
            Text("6 lettres : leur nombre", "6 letters: how many"),
            Text("≈ : une analogie", "≈: an analogy"),
            Text("= : un synonyme", "=: a synonym"),
            Text("« » : une expression imagée", "“ ”: a figurative expression"),
        ),
    ),
    (
        Text("Votre tour", "Your turn"),
        (
            Text("Trois dés : trois places,", "Three dice: three places,"),
            Text("ou deux, l’une par somme ou différence.", "or two, one from a sum or difference."),
            Text("Deux paris, le troisième est libre.", "Two bets, the third is optional."),
            Text("Face K : caché, visible, visible ;", "K side: hidden, open, open;"),
            Text("le plus fort total lit la lettre.", "the highest total reads the letter."),
            Text("Face Œil : caché, visible ;", "Eye side: hidden, open;"),
            Text("le plus fort total lit un indice.", "the highest total reads a clue."),
            Text("Carte découverte : retournez-la.", "Uncovered card: flip it."),
            Text("Jetons rendus : à la vue de tous,", "Returned tokens: in full view,"),
            Text("jusqu’à ce que la main soit vide.", "until the hand is empty."),
        ),
    ),
    (
        Text("« Kaplan »", "“Kaplan”"),
        (
            Text("À tout moment : écrivez votre mot.", "At any time: write your word down."),
            Text("Mise : joueurs encore silencieux", "Stake: players still silent"),
            Text("× cartes-lettres non retournées.", "× letter cards not face up."),
            Text("Mot exact : la mise.", "The exact word: the stake."),
            Text("Singulier pour pluriel, ou l’inverse :", "Singular for plural, or the reverse:"),
            Text("la moitié. Toute autre différence :", "half of it. Any other difference:"),
            Text("la mise en moins.", "minus the stake."),
            Text("Fin : un seul joueur silencieux,", "The end: one silent player left,"),
            Text("ou la huitième lettre retournée.", "or the eighth letter face up."),
        ),
    ),
)
PARTS_OF_SPEECH: Final[dict[Language, tuple[Text, ...]]] = {
    "fr": (Text("M. ou F., Sing ou Plur : genre, nombre", "M. or F., Sing or Plur: gender, number"),),
    "en": (
        Text("N. : un nom, rien d’autre", "N.: a noun only"),
        Text("V. : un nom et un verbe", "V.: a noun and a verb"),
        Text("Sing ou Plur : le nombre", "Sing or Plur: the number"),
    ),
}
NOTEBOOK: Final = (
    Text("Carnet de :", "Notebook of:"),
    Text("Mon mot", "My word"),
    Text("Ma mise", "My stake"),
    Text("Ce que je soupçonne", "What I suspect"),
)
