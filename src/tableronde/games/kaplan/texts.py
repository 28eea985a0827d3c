"""The words of Le Cadran de Kaplan."""

from collections.abc import Iterable, Iterator
from typing import Final

from tableronde.game import Event, Seat
from tableronde.games.kaplan.dial import BLANK, CARDS, metal
from tableronde.games.kaplan.dice import numbers, ways
from tableronde.games.kaplan.dictionary import Language
from tableronde.games.kaplan.lexicon import Entry, by_text
from tableronde.games.kaplan.state import Clue, Resolution
from tableronde.games.kaplan.view import View, whole
from tableronde.options import Variant
from tableronde.text import NOTHING, Text, join, same

TITLE: Final = Text("Le Cadran de Kaplan", "Kaplan’s Dial")
BLURB: Final = Text(
    "Un mot dort sous douze sarcophages. Pariez pour surprendre une lettre ou un indice, et osez dire « Kaplan » avant les autres.",
    "A word, French or English, sleeps under twelve sarcophagi. Bet to glimpse a letter or a clue, and dare to say “Kaplan” first.",
)
GOAL: Final = Text("Devinez le mot caché et annoncez-le avant les autres.", "Guess the hidden word and announce it before the others.")
VARIANTS: Final = (
    Variant("standard", Text("La partie ordinaire", "The ordinary game, in French words"), {}),
    Variant("bluff", Text("Bluff : deux jetons cachés", "Bluff: two hidden tokens"), {"bluff": True}),
    Variant("no-dice", Text("Sans dés", "Without dice"), {"no_dice": True}),
    Variant("bluff-no-dice", Text("Bluff et sans dés", "Bluff, without dice"), {"bluff": True, "no_dice": True}),
    Variant("alone", Text("Chacun pour soi : sans alliances", "Each on their own: no alliances"), {"alliances": False}),
    Variant("tints", Text("Jetons au dos teinté", "Tokens with tinted backs"), {"token_tints": True}),
    Variant("english", Text("Mots anglais", "English words"), {"language": "en"}),
    Variant("strict", Text("À la lettre près", "To the letter"), {"strict_words": True}),
)
TIPS: Final = (
    Text(
        "Une carte vide en dit long : aucune ne sépare jamais les lettres du mot. Cherchez ses deux bords.",
        "A blank card tells a lot: none ever separates the letters of the word. Look for its two ends.",
    ),
    Text(
        "Une annonce hardie vaut cher, un mot faux coûte autant. Comptez les joueurs silencieux et les cartes cachées.",
        "A bold announcement is worth a lot, and a wrong word costs as much. Count the silent players and the hidden cards.",
    ),
    Text(
        "Les jetons en attente sont à la vue de tous : ils disent ce que les autres ont encore en main.",
        "Waiting tokens lie face up: they tell you what the others still hold.",
    ),
    Text(
        "Deux dés se marient : leur somme ou leur différence ouvre une place que personne n’attendait.",
        "Two dice can team up: their sum or difference opens a place nobody was watching.",
    ),
    Text(
        "Votre premier jeton est caché : laissez parfois quelqu’un d’autre remplir le sarcophage où vous menez.",
        "Your first token lies hidden: sometimes let somebody else fill a sarcophagus where you are ahead.",
    ),
)
REASONS: Final = {
    "announced": Text("un seul joueur, ou une seule alliance, n’avait pas annoncé", "only one player, or one alliance, had not announced"),
    "letters": Text("la huitième carte est retournée", "the eighth card is face up"),
}
METAL_NAMES: Final = {"gold": Text("or", "gold"), "silver": Text("argent", "silver"), "copper": Text("cuivre", "copper")}
KIND_NAMES: Final = {
    "initial": Text("première lettre", "first letter"),
    "length": Text("nombre de lettres", "number of letters"),
    "gender": Text("genre et nombre", "gender and number"),
    "analogy": Text("analogie", "analogy"),
    "synonym": Text("synonyme", "synonym"),
    "expression": Text("expression imagée", "figurative expression"),
}
GENDERS: Final = {
    "M.Sing": Text("masculin singulier", "masculine singular"),
    "F.Sing": Text("féminin singulier", "feminine singular"),
    "M.Plur": Text("masculin pluriel", "masculine plural"),
    "F.Plur": Text("féminin pluriel", "feminine plural"),
}
PARTS: Final = {  # what English has in the place of gender
    "N.Sing": Text("nom seul, singulier", "noun only, singular"),
    "V.Sing": Text("nom et verbe, singulier", "noun and verb, singular"),
    "N.Plur": Text("nom seul, pluriel", "noun only, plural"),
    "V.Plur": Text("nom et verbe, pluriel", "noun and verb, plural"),
}
VERDICTS: Final = {
    "exact": Text("exact", "exact"),
    "spelling": Text("faute d’orthographe", "misspelt"),
    "number": Text("singulier ou pluriel", "singular or plural"),
    "wrong": Text("faux", "wrong"),
}
AND: Final = Text(" et ", " and ")
COMMA: Final = same(", ")


def player(seat: Seat | str) -> Text:
    """The name of the player in a seat, to be filled in."""
    return same(f"{{{seat}}}")


def listed(texts: Iterable[Text]) -> Text:
    """Things one after the other: "a, b and c"."""
    parts = list(texts)
    return parts[0] if len(parts) == 1 else join(parts[:-1], COMMA) + AND + parts[-1]


def players(seats: Iterable[Seat]) -> Text:
    """The names of several players."""
    return listed(map(player, seats))


def card_name(card: str) -> Text:
    """A clue card by metal and number: "or II"."""
    number = "I" * int(card[1])
    return METAL_NAMES[metal(card)] + same(f" {number}")


def clue_name(card: str) -> Text:
    """A clue card in a sentence: "indice or II", "gold clue II"."""
    name, number = METAL_NAMES[metal(card)], "I" * int(card[1])
    return Text(f"indice {name.fr} {number}", f"{name.en} clue {number}")


def capital(text: Text) -> Text:
    """The same with a capital, to begin with."""
    return Text(text.fr[0].upper() + text.fr[1:], text.en[0].upper() + text.en[1:])


def kind_name(kind: str, language: Language) -> Text:
    """What a kind of clue is called. An English noun has no gender: the clue says whether it is a verb too."""
    return Text("nature et nombre", "kind and number") if (kind, language) == ("gender", "en") else KIND_NAMES[kind]


def name_of(clue: Clue) -> Text:
    """What the kind of a clue is called, which tells its language itself."""
    return kind_name(clue.kind, "en" if clue.text in PARTS else "fr")


def clue_text(clue: Clue) -> Text:
    """What a clue says; gender, or part of speech, and number in full."""
    return (GENDERS | PARTS).get(clue.text, same(clue.text)) if clue.kind == "gender" else same(clue.text)


def letter_text(letter: str) -> Text:
    """What a letter card shows, in a sentence."""
    return Text("une carte vide", "a blank card") if letter == BLANK else quoted(same(letter))


def points(score: float) -> Text:
    """A score with its sign."""
    value = f"{whole(score):+}".replace("-", "−") if score else "0"
    return Text(value.replace(".", ","), value)


def reckoning_text(reckoning: str) -> str:
    """A sum or a difference of dice, as people write it."""
    return reckoning.replace("-", " − ").replace("+", " + ")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button."""
    match word.split("-"):
        case ["kaplan"]:
            return Text("Kaplan !", "Kaplan!")
        case ["end"]:
            return Text("Finir le tour", "End the turn")
        case ["pass"]:
            return Text("Passer", "Pass")
        case ["accept"]:
            return Text("Accepter l’alliance", "Accept the alliance")
        case ["refuse"]:
            return Text("Refuser", "Refuse")
        case ["ally", "none"]:
            return Text("Ne rien proposer", "Make no offer")
        case ["ally", seat]:
            return Text("S’allier avec ", "Ally with ") + player(seat)
        case ["use", *places]:
            return same(" · ".join(places))
    return _thing(word)


def _thing(word: str) -> Text:
    """A place, a token or a card as a button."""
    if word in CARDS:
        return capital(clue_name(word))
    return Text(f"Place {word[1:]}", f"Place {word[1:]}") if word.startswith("p") else Text(f"Jeton {word[1:]}", f"Token {word[1:]}")


def tell(before: View, event: Event, after: View) -> Text:
    """An event in words, as its hearer learned it."""
    told = join(_sentences(before, event, after))
    return told + same(" ") + revealed(after) if after.over and not before.over else told


def _sentences(before: View, event: Event, after: View) -> Iterator[Text]:
    who = player(event.actor)
    match event.action.split(" "):
        case ["roll", *dice]:
            yield Text("Les dés donnent ", "The dice show ") + listed(map(same, dice)) + same(".")
        case ["use", *places]:
            yield who + Text(" joue ", " plays ") + listed(map(same, places)) + _reckoned(before, places) + same(".")
        case ["bet", place, value]:
            yield who + _laid(before, int(place), value)
            yield from _resolved(before, after, int(place))
        case ["flip", place]:
            letter = after.crown[int(place) - 1].letter or BLANK
            yield who + Text(f" retourne la carte {place} : ", f" flips card {place}: ") + letter_text(letter) + same(".")
        case ["clue", card]:
            yield _consulted(after, card)
        case ["kaplan", word]:
            yield who + Text(" annonce « Kaplan » pour ", " says “Kaplan” for ") + _stake(after) + _own_word(word)
        case _:
            yield who + _STEPS[event.action] if event.action in _STEPS else _offer(event)


_STEPS: Final = {
    "end": Text(" s’arrête là.", " stops there."),
    "pass": Text(" ne peut rien jouer et passe.", " cannot play anything and passes."),
    "accept": Text(" accepte l’alliance.", " accepts the alliance."),
    "refuse": Text(" refuse l’alliance.", " refuses the alliance."),
    "ally none": Text(" ne propose pas d’alliance.", " makes no offer."),
}


def _offer(event: Event) -> Text:
    other = player(event.action.removeprefix("ally "))
    return player(event.actor) + Text(" propose une alliance à ", " offers an alliance to ") + other + same(".")


def _reckoned(before: View, places: list[str]) -> Text:
    how = next((way.reckoning for way in ways(before.dice) if way.use == numbers(places) and way.reckoning), "")
    return same(f" ({reckoning_text(how)})") if how else NOTHING


def _laid(before: View, place: int, value: str) -> Text:
    hidden, a = not before.crown[place - 1].tokens, "an" if value == "8" else "a"
    if value == "?":
        return Text(f" pose un jeton caché sur le sarcophage {place}.", f" lays a hidden token on sarcophagus {place}.")
    if hidden:
        return Text(f" pose son {value}, caché, sur le sarcophage {place}.", f" lays {a} {value}, hidden, on sarcophagus {place}.")
    return Text(f" pose un {value} sur le sarcophage {place}.", f" lays {a} {value} on sarcophagus {place}.")


def _resolved(before: View, after: View, place: int) -> Iterator[Text]:
    """Who won, if the bet filled the sarcophagus, and the letter for those who may know it."""
    if before.crown[place - 1].face == after.crown[place - 1].face or after.last is None:
        return
    yield resolution(after.last)
    letter = after.letters[place - 1]
    if after.last.face == "K" and letter and not before.letters[place - 1]:
        yield Text("Vous y lisez ", "You read ") + letter_text(letter) + same(".")


def resolution(last: Resolution) -> Text:
    """The latest resolution in a sentence."""
    best = max(total for _, total in last.totals)
    nt, s = ("nt", "") if len(last.winners) > 1 else ("", "s")  # the endings of French and English verbs
    if last.face == "K":
        fr = f" gagne{nt} avec {best} et regarde{nt} la lettre du sarcophage {last.place}."
        return players(last.winners) + Text(fr, f" win{s} with {best} and look{s} at the letter of sarcophagus {last.place}.")
    won = Text(f" gagne{nt} l’Œil {last.place} avec {best}", f" win{s} Eye {last.place} with {best}")
    if last.clue in CARDS:
        read = Text(f" et consulte{nt} l’", f" and consult{s} ") + clue_name(last.clue) + same(".")
    elif last.clue == "none":
        read = Text(", mais le bouclier n’a plus d’indice de ce métal.", ", but the shield has no clue of that metal left.")
    else:
        read = Text(" : un indice à consulter.", ": a clue to consult.")
    return players(last.winners) + won + read


def _consulted(after: View, card: str) -> Text:
    """Who consults a clue, and what it says for those who may know."""
    assert after.last is not None
    many = len(after.last.winners) > 1
    consult = Text(f" consulte{'nt' if many else ''} l’", f" consult{'' if many else 's'} ")
    clue = after.clues[CARDS.index(card)]
    return players(after.last.winners) + consult + clue_name(card) + (_quoted(clue) if clue else same("."))


def _quoted(clue: Clue) -> Text:
    return Text(" : ", ": ") + name_of(clue) + COMMA + quoted(clue_text(clue)) + same(".")


def _stake(after: View) -> Text:
    return same(f"{after.announced[-1].stake} points")


def _own_word(word: str) -> Text:
    return same(".") if word == "*" else Text(f" : « {word} ».", f": “{word}”.")


def quoted(text: Text) -> Text:
    """Words that are quoted, as each language does it."""
    return Text("« ", "“") + text + Text(" »", "”")


def saying_text(entry: Entry) -> Text:
    """The saying of an entry between quotation marks; a quotation has its own, as the French write them."""
    return quoted(same(entry.saying.removeprefix("«").removesuffix("»").strip()))


def the_word(view: View) -> Text:
    """The hidden word as the lexicon spells it, with its saying; in capitals if the lexicon does not know it."""
    assert view.secret is not None
    was = Text("Le mot de Kaplan était ", "Kaplan’s word was ")
    entry = by_text(view.language).get(view.secret.word)
    if not entry:
        return was + same(f"{view.secret.word}.")
    return was + quoted(same(entry.word)) + Text(", comme dans ", ", as in ") + saying_text(entry) + same(".")


def revealed(view: View) -> Text:
    """The end of the game in two sentences."""
    return the_word(view) + same(" ") + _who_wins(view)


def _who_wins(view: View) -> Text:
    """The winners in a sentence; nobody is named where all share the win, since that is a draw."""
    many = len(view.winners) > 1
    if len(view.winners) == view.seats:
        return Text("Partie nulle.", "A draw.")
    return players(view.winners) + Text(" gagnent." if many else " gagne.", " win." if many else " wins.")
