"""Texts of Le Cadran de Kaplan: titles, variants, labels, log lines and results."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tableronde.game import CHANCE, Event, Seat
from tableronde.games.kaplan.rules.dial import BLANK, CARDS, metal
from tableronde.games.kaplan.rules.dice import numbers, ways
from tableronde.games.kaplan.rules.options import Options
from tableronde.games.kaplan.rules.state import Clue, Resolution
from tableronde.games.kaplan.rules.view import View, whole
from tableronde.games.kaplan.words.dictionary import Language
from tableronde.games.kaplan.words.lexicon import Entry, by_text
from tableronde.options import Variant
from tableronde.text import NOTHING, Text, join, same

TITLE: Final = Text("Le Cadran de Kaplan", "Kaplan’s Dial")
BLURB: Final = Text(
    "Un mot dort sous douze sarcophages. Pariez pour surprendre une lettre ou un indice, et osez dire « Kaplan » avant les autres.",
    "A word, French or English, sleeps under twelve sarcophagi. Bet to glimpse a letter or a clue, and dare to say “Kaplan” first.",
)
GOAL: Final = Text("Devinez le mot caché et annoncez-le avant les autres.", "Guess the hidden word and announce it before the others.")
ESTIMATED: Final = ("age", "minutes")  # the booklet gives neither
VARIANTS: Final = (
    Variant("standard", Text("La partie ordinaire", "The standard game"), {}),
    Variant("bluff", Text("Bluff : deux jetons cachés", "Bluff: two hidden tokens"), {"bluff": True}),
    Variant("no-dice", Text("Sans dés", "Without dice"), {"no_dice": True}),
    Variant("bluff-no-dice", Text("Bluff et sans dés", "Bluff, without dice"), {"bluff": True, "no_dice": True}),
    Variant("alone", Text("Chacun pour soi : sans alliances", "Every player for themselves: no alliances"), {"alliances": False}),
    Variant("tints", Text("Jetons au dos teinté", "Tokens with tinted backs"), {"token_tints": True}),
    Variant("english", Text("Mots anglais", "English words"), {"language": "en"}),
    Variant("forgiving", Text("Orthographe indulgente", "Forgiving spelling"), {"strict_words": False}),
    Variant("strict", Text("À la lettre près, comme la partie ordinaire", "To the letter, like the standard game"), {"strict_words": True}),
)
_HIDDEN: Final = Text("les pions du tirage restent cachés jusqu’à la fin (Q34)", "the pawns of the draw stay hidden until the end (Q34)")
_NO_CLUE: Final = Text(
    "un gain sans indice du bon métal ne coûte pas de tour (Q10)", "a win without a clue of its metal costs no turn (Q10)"
)
_ALONE: Final = Text("aucune alliance", "no alliances")
_TINTS: Final = Text("des jetons au dos teinté (Q25)", "tokens with tinted backs (Q25)")
_FORGIVING: Final = Text("l’orthographe indulgente (Q31)", "forgiving spelling (Q31)")
TIPS: Final = (
    Text(
        "Une carte vide en dit long, car le mot n’a pas de trou : cherchez ses deux bords.",
        "A blank card tells you a lot: blanks never separate the letters of the word. Look for its two ends.",
    ),
    Text(
        "Une annonce précoce rapporte beaucoup, un mot faux coûte autant. Comptez les joueurs silencieux et les cartes cachées.",
        "An early announcement earns a lot, and a wrong word costs as much. Count the silent players and the hidden cards.",
    ),
    Text(
        "Les jetons en attente sont à la vue de tous : ils disent ce que les autres ont encore en main.",
        "Waiting tokens lie face up: they tell you what the others still hold.",
    ),
    Text(
        "Deux dés se marient : leur somme ou leur différence ouvre une place que personne n’attendait.",
        "Two dice can pair up: their sum or difference opens a place nobody was watching.",
    ),
    Text(
        "Votre premier jeton est caché : laissez parfois quelqu’un d’autre remplir le sarcophage où vous menez.",
        "Your first token lies hidden: sometimes let someone else fill a sarcophagus where you are ahead.",
    ),
)
REASONS: Final = {
    "announced": Text("tous avaient annoncé, sauf un joueur ou une alliance", "all but one player or alliance had announced"),
    "nobody": Text("Personne n’a trouvé le mot", "Nobody found the word"),
    "letters": Text("la huitième carte a été retournée", "the eighth card was turned up"),
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
PARTS: Final = {  # shown in English instead of the gender
    "N.Sing": Text("nom seul, singulier", "noun only, singular"),
    "V.Sing": Text("nom et verbe, singulier", "noun and verb, singular"),
    "N.Plur": Text("nom seul, pluriel", "noun only, plural"),
    "V.Plur": Text("nom et verbe, pluriel", "noun and verb, plural"),
}
VERDICTS: Final = {
    "exact": Text("exact", "exact"),
    "spelling": Text("mal orthographié", "misspelled"),
    "number": Text("à l’autre nombre", "in the other number"),
    "wrong": Text("faux", "wrong"),
}
AND: Final = Text(" et ", " and ")
COMMA: Final = same(", ")


def house_rules(options: Options) -> Text:
    """How a table departs from the booklet: in what its options choose, and in two points always."""
    chosen = ((not options.alliances, _ALONE), (options.token_tints, _TINTS), (not options.strict_words, _FORGIVING))
    departures = [*(text for applies, text in chosen if applies), _HIDDEN, _NO_CLUE]
    return (
        Text("Cette table s’écarte du livret : ", "This table departs from the booklet: ") + join(departures, Text(" ; ", "; ")) + same(".")
    )


def player(seat: Seat | str) -> Text:
    """The placeholder for the name of a seat's player."""
    return same(f"{{{seat}}}")


def listed(texts: Iterable[Text]) -> Text:
    """Texts joined as in a sentence: "a, b and c"."""
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
    """A text with a capital, to begin a sentence."""
    return Text(text.fr[0].upper() + text.fr[1:], text.en[0].upper() + text.en[1:])


def kind_name(kind: str, language: Language) -> Text:
    """The name of a kind of clue. An English noun has no gender: the clue says whether it is a verb too."""
    return Text("nature et nombre", "kind and number") if (kind, language) == ("gender", "en") else KIND_NAMES[kind]


def name_of(clue: Clue) -> Text:
    """The name of a clue's kind; the clue itself shows its language."""
    return kind_name(clue.kind, "en" if clue.text in PARTS else "fr")


def clue_text(clue: Clue) -> Text:
    """The text of a clue, with gender or part of speech, and number, written out."""
    return (GENDERS | PARTS).get(clue.text, same(clue.text)) if clue.kind == "gender" else same(clue.text)


def letter_text(letter: str) -> Text:
    """A sentence that says what is on a letter card."""
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
    """The label of a place, a token or a card."""
    if word in CARDS:
        return capital(clue_name(word))
    return Text(f"Place {word[1:]}", f"Place {word[1:]}") if word.startswith("p") else Text(f"Jeton {word[1:]}", f"Token {word[1:]}")


class Verb(NamedTuple):
    """A verb in the forms that a sentence needs: "gagne", "gagnent", "gagnez"; "wins", "win"."""

    one: str
    many: str
    you: str
    english: str
    base: str


def doing(seats: Sequence[Seat], reader: Seat | None, verb: Verb) -> Text:
    """The beginning of a sentence: the players and the verb. Readers are addressed as "you" and come last."""
    others = [player(seat) for seat in seats if seat != reader]
    if reader not in seats:
        verb_fr, verb_en = (verb.many, verb.base) if len(others) > 1 else (verb.one, verb.english)
        return listed(others) + Text(f" {verb_fr}", f" {verb_en}")
    subject = listed([*others, Text("vous", "you")]) if others else Text("Vous", "You")
    return subject + Text(f" {verb.you}", f" {verb.base}")


_PLAY: Final = Verb("joue", "jouent", "jouez", "plays", "play")
_LAY: Final = Verb("pose", "posent", "posez", "lays", "lay")
_FLIP: Final = Verb("retourne", "retournent", "retournez", "flips", "flip")
_SAY: Final = Verb("annonce", "annoncent", "annoncez", "says", "say")
_OFFER: Final = Verb("propose", "proposent", "proposez", "offers", "offer")
_WIN: Final = Verb("gagne", "gagnent", "gagnez", "wins", "win")
_READ: Final = Verb("consulte", "consultent", "consultez", "reads", "read")


def tell(before: View, event: Event, after: View) -> Text:
    """The log line of an event, as its hearer learned it."""
    text = join(_sentences(before, event, after))
    return text + same(" ") + revealed(after) if after.over and not before.over else text


def _sentences(before: View, event: Event, after: View) -> Iterator[Text]:
    if event.actor == CHANCE:
        yield Text("Les dés donnent ", "The dice show ") + listed(map(same, event.action.split(" ")[1:])) + same(".")
        return
    who, reader = (event.actor,), after.seat
    match event.action.split(" "):
        case ["use", *places]:
            yield doing(who, reader, _PLAY) + same(" ") + listed(map(same, places)) + _reckoned(before, places) + same(".")
        case ["bet", place, value]:
            yield doing(who, reader, _LAY) + _laid(before, int(place), value, event.actor == reader)
            yield from _resolved(before, after, int(place))
        case ["flip", place]:
            letter = after.crown[int(place) - 1].letter or BLANK
            yield doing(who, reader, _FLIP) + Text(f" la carte {place} : ", f" card {place}: ") + letter_text(letter) + same(".")
        case ["clue", card]:
            yield _consulted(after, card)
        case ["kaplan", word]:
            yield doing(who, reader, _SAY) + Text(" « Kaplan » pour ", " “Kaplan” for ") + _stake(after) + _own_word(word)
        case _:
            yield doing(who, reader, _STEPS[event.action]) + same(".") if event.action in _STEPS else _offer(event, reader)


_STEPS: Final = {
    "end": Verb("s’arrête là", "s’arrêtent là", "vous arrêtez là", "stops there", "stop there"),
    "pass": Verb("passe, faute de pari", "", "passez, faute de pari", "passes: no bet is possible", "pass: no bet is possible"),
    "accept": Verb("accepte l’alliance", "", "acceptez l’alliance", "accepts the alliance", "accept the alliance"),
    "refuse": Verb("refuse l’alliance", "", "refusez l’alliance", "refuses the alliance", "refuse the alliance"),
    "ally none": Verb("ne propose pas d’alliance", "", "ne proposez pas d’alliance", "makes no offer", "make no offer"),
}


def _offer(event: Event, reader: Seat | None) -> Text:
    assert event.actor != CHANCE
    other = int(event.action.removeprefix("ally "))
    if other == reader:
        return player(event.actor) + Text(" vous propose une alliance.", " offers you an alliance.")
    return doing((event.actor,), reader, _OFFER) + Text(" une alliance à ", " an alliance to ") + player(other) + same(".")


def _reckoned(before: View, places: list[str]) -> Text:
    how = next((way.reckoning for way in ways(before.dice) if way.use == numbers(places) and way.reckoning), "")
    return same(f" ({reckoning_text(how)})") if how else NOTHING


def _laid(before: View, place: int, value: str, own: bool) -> Text:
    hidden, a = not before.crown[place - 1].tokens, "an" if value == "8" else "a"
    if value == "?":
        return Text(f" un jeton caché sur le sarcophage {place}.", f" a hidden token on sarcophagus {place}.")
    if hidden:
        his, her = ("votre", "your") if own else ("son", a)
        return Text(f" {his} {value}, caché, sur le sarcophage {place}.", f" {her} {value}, hidden, on sarcophagus {place}.")
    return Text(f" un {value} sur le sarcophage {place}.", f" {a} {value} on sarcophagus {place}.")


def _resolved(before: View, after: View, place: int) -> Iterator[Text]:
    """The winners, if the bet filled the sarcophagus, and the letter for those who may know it."""
    if before.crown[place - 1].face == after.crown[place - 1].face or after.last is None:
        return
    yield resolution(after.last, after.seat)
    letter = after.letters[place - 1]
    if after.last.face == "K" and letter and not before.letters[place - 1]:
        yield Text("Vous y lisez ", "You read ") + letter_text(letter) + same(".")


def resolution(last: Resolution, reader: Seat | None) -> Text:
    """The latest resolution in a sentence."""
    best, winners = max(total for _, total in last.totals), last.winners
    if last.face == "K":
        look = "regardez" if reader in winners else "regardent" if len(winners) > 1 else "regarde"
        looks = "look" if reader in winners or len(winners) > 1 else "looks"
        fr = f" avec {best} et {look} la lettre du sarcophage {last.place}."
        return doing(winners, reader, _WIN) + Text(fr, f" with {best} and {looks} at the letter of sarcophagus {last.place}.")
    won = doing(winners, reader, _WIN) + Text(f" l’Œil {last.place} avec {best}", f" Eye {last.place} with {best}")
    if last.clue in CARDS:
        read = _READ.you if reader in winners else _READ.many if len(winners) > 1 else _READ.one
        reads = _READ.base if reader in winners or len(winners) > 1 else _READ.english
        return won + Text(f" et {read} l’", f" and {reads} ") + clue_name(last.clue) + same(".")
    if last.clue == "none":
        return won + Text(", mais le bouclier n’a plus d’indice de ce métal.", ", but the shield has no clue of that metal left.")
    return won + Text(" : un indice à consulter.", ": a clue to read.")


def _consulted(after: View, card: str) -> Text:
    """The readers of a clue, and its text for those who may know it."""
    assert after.last is not None
    clue, said = after.clues[CARDS.index(card)], doing(after.last.winners, after.seat, _READ)
    return said + Text(" l’", " ") + clue_name(card) + (_quoted(clue) if clue else same("."))


def _quoted(clue: Clue) -> Text:
    return Text(" : ", ": ") + name_of(clue) + COMMA + quoted(clue_text(clue)) + same(".")


def _stake(after: View) -> Text:
    return same(f"{after.announced[-1].stake} points")


def _own_word(word: str) -> Text:
    return same(".") if word == "*" else Text(f" : « {word} ».", f": “{word}”.")


def quoted(text: Text) -> Text:
    """A text in the quotation marks of each language."""
    return Text("« ", "“") + text + Text(" »", "”")


def saying_text(entry: Entry) -> Text:
    """The saying of an entry in quotation marks; a quotation inside it has its own, as in French typography."""
    return quoted(same(entry.saying.removeprefix("«").removesuffix("»").strip()))


def the_word(view: View) -> Text:
    """The hidden word as the lexicon spells it, with its saying; in capitals if the lexicon does not contain it."""
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
    """The winners in a sentence. If nobody scored, nobody found the word: then only a single winner is named (Q19)."""
    if max(view.scores) > 0:
        return doing(view.winners, view.seat, _WIN) + same(".")
    nobody = Text("Personne n’a trouvé le mot.", "Nobody found the word.")
    if len(view.winners) > 1:
        return nobody
    alone = doing(view.winners, view.seat, _WIN) + Text(" sans avoir annoncé.", " without announcing.")
    return nobody + same(" ") + alone
