"""Le Cadran de Kaplan: the words of the lexicon, their clues, and the dictionary behind them."""

from random import Random
from statistics import fmean

import pytest

from tableronde.games.kaplan.rules.judging import allowance, distance, is_word, normalise
from tableronde.games.kaplan.words.blank_deck import lay_out
from tableronde.games.kaplan.words.deck_maker import SEED
from tableronde.games.kaplan.words.dictionary import HERE, common_words, forms, left_out, neighbours, nouns, words
from tableronde.games.kaplan.words.grammar import FRENCH
from tableronde.games.kaplan.words.lexicon import by_text, lexicon, read_lexicon
from tableronde.games.kaplan.words.proofreading import cast, faults, length, related
from tableronde.games.kaplan.words.word_groups import fitting, stocks

PERCHE = "perche | F.Sing | saut | poisson | tendre | tendre la perche"


# The lexicon


def test_lexicon_is_rich_enough_for_the_press() -> None:
    entries = lexicon()
    assert len(entries) >= 800
    assert fmean(len(entry.text) for entry in entries) >= 7.8


def test_one_word_in_six_is_a_plural() -> None:
    plurals = sum(entry.mark.endswith("Plur") for entry in lexicon())
    assert 1 / 7 < plurals / len(lexicon()) < 1 / 4


def test_lexicon_has_no_fault() -> None:
    assert faults(lexicon()) == []


def test_every_word_can_be_printed() -> None:
    lenses = stocks(lay_out(Random(SEED)))
    assert [entry.word for entry in lexicon() if not fitting(entry.text, lenses)] == []


def test_every_word_is_one_that_players_and_bots_may_think_of() -> None:
    known = {word.text for word in common_words()}
    assert [entry.word for entry in lexicon() if entry.text not in known] == []


def test_r2_six_clues_of_a_word() -> None:
    (perche,) = read_lexicon(PERCHE)
    assert perche.clues() == {
        "initial": "P",
        "length": "6",
        "gender": "F.Sing",
        "analogy": "saut",
        "synonym": "poisson",
        "expression": "tendre",
    }
    assert perche.saying == "tendre la perche"


def test_the_example_of_the_rulebook_is_in_the_lexicon() -> None:
    assert by_text()["PERCHE"] == read_lexicon(PERCHE)[0]


# The checker


def test_comments_and_empty_lines_are_skipped() -> None:
    assert len(read_lexicon(f"# a comment\n\n{PERCHE}\n")) == 1
    assert faults(read_lexicon(PERCHE)) == []


def test_a_line_with_a_missing_field_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2 has 4 fields instead of 6"):
        read_lexicon("# head\nperche | F.Sing | saut | poisson")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("perche | F.Sing | | poisson | tendre | tendre la perche", "a field is empty"),
        ("arbre | M.Sing | forêt | chêne | cache | l’arbre cache la forêt", "has 5 letters"),
        ("anticonstitution | F.Sing | loi | texte | une | une anticonstitution", "has 16 letters"),
        ("kiosque | M.Sing | journaux | pavillon | musique | un kiosque à musique", "cannot be spelled with the letters"),
        ("pairche | F.Sing | saut | poisson | tendre | tendre la pairche", "is not among the common nouns"),
        ("epingle | F.Sing | couturière | pointe | jeu | tirer son epingle du jeu", "is not among the common nouns"),
        ("perche | M.Sing | saut | poisson | tendre | tendre la perche", "is F.Sing, not M.Sing"),
        # The form of a hint
        ("perche | F.Sing | saut par-dessus la barre | poisson | tendre | tendre la perche", "has 4 words, not one to 3"),
        ("perche | F.Sing | saut | poisson | tendre la … | tendre la perche", "the hint has a gap"),
        ("perche | F.Sing | saut | poisson | tendre la | tendre la perche", "ends with what stands before the word"),
        ("alarme | F.Sing | voleur | signal | sonnette d’ | tirer la sonnette d’alarme", "ends with what stands before the word"),
        ("cerise | F.Sing | oreille | fruit | la sur gâteau | la cerise sur le gâteau", "begins with what stands before the word"),
        ("perche | F.Sing | saut | poisson | Paul | tendre la perche à Paul", "has a name: Paul"),
        ("perche | F.Sing | oiseau perché | poisson | tendre | tendre la perche", "a relative of the word: perché"),
        ("perche | F.Sing | saut | poisson | perches | tendre des perches", "a relative of the word: perches"),
        ("éventail | M.Sing | danseuse | vent | choix | un large éventail de choix", "a relative of the word: vent"),
        ("perche | F.Sing | main tendue | poisson | mains | prendre la perche en mains", "in one direction, with main"),
        # A synonym
        ("perche | F.Sing | saut | sert à sauter | tendre | tendre la perche", "does not begin with a noun"),
        ("aimant | M.Sing | boussole | happe le fer | attirer | attirer comme un aimant", "begins with a verb"),
        ("perche | F.Sing | saut | un poisson | tendre | tendre la perche", "begins with an article"),
        ("vérité | F.Sing | puits | contraire du mensonge | bouche | la vérité sort de la bouche des enfants", "says what the word is not"),
        ("vérité | F.Sing | puits | pas un mensonge | bouche | la vérité sort de la bouche des enfants", "says what the word is not"),
        # The saying
        ("perche | F.Sing | saut | poisson | tendre | tendre la main", "does not contain the word"),
        ("perche | F.Sing | saut | poisson | saisir | tendre la perche", "does not contain its hint: saisir"),
        (f"perche | F.Sing | saut | poisson | tendre | tendre la perche {'et la perche ' * 5}", "longer than"),
        # Spelling and typography
        ("perche | F.Sing | sautt | poisson | tendre | tendre la perche", "does not know: sautt"),
        ("perche | F.Sing | fete | poisson | tendre | tendre la perche", "does not know: fete"),
        ("perche | F.Sing | saut | poisson | tendre | tandre la perche, tendre", "does not know: tandre"),
        ("perche | F.Sing | saut | poisson d'eau | tendre | tendre la perche", "typewriter's apostrophe"),
        ("perche | F.Sing | saut | poisson | tendre | tendre la perche!", "missing space beside a punctuation mark"),
        ("perche | F.Sing | saut | «poisson » | tendre | tendre la perche", "missing space beside a punctuation mark"),
        ("perche | F.Sing | saut | poisson  plat | tendre | tendre la perche", "a superfluous or missing space"),
        # Families
        ("perche | F.Sing | saut | salope | tendre | tendre la perche", "is not for families: salope"),
        ("perche | F.Sing | saut | suicides | tendre | tendre la perche", "is not for families: suicides"),
        ("foulard | M.Sing | magicien | carré de soie | jouer | jouer au foulard", "must never be printed: jouer au foulard"),
        ("foulard | M.Sing | magicien | carré de soie | jeu du | le jeu du foulard", "must never be printed: jeu du foulard"),
    ],
)
def test_checker_finds_a_fault_of_a_word(line: str, sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in faults(read_lexicon(line)))


@pytest.mark.parametrize(
    "line",
    [
        "balance | F.Sing | la Vierge | bascule | pencher | faire pencher la balance",
        "perche | F.Sing | saut dans l’eau | poisson dans l’eau-de-vie | tendre | tendre la perche".replace(
            "dans l’eau-de-vie", "d’argent"
        ),
        "suspect | M.Sing | menottes | présumé coupable | numéro un | le suspect numéro un",
        "service | M.Sing | raquette | aide | à votre | à votre service",
        "mouton | M.Sing | nuage | laine sur pattes | saute | jouer à saute-mouton",
        "vitrine | F.Sing | mannequin | devanture | lèche | faire du lèche-vitrines",
        "agneau | M.Sing | laine | petit de brebis | doux | doux comme un agneau",
        "illusion | F.Sing | magie | trompe-l’œil | optique | une illusion d’optique",
        "pantoufles | F.Plur | cheminée | chaussons | la vie | la vie en pantoufles",
    ],
)
def test_checker_follows_french(line: str) -> None:
    """Capitals that are no names, compounds, a noun that looks like an adjective, the word in its other number."""
    assert faults(read_lexicon(line)) == []


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (f"{PERCHE}\n{PERCHE}", "or occurs twice"),
        (f"renard | M.Sing | ruse | goupil | corbeau | le corbeau et le renard\n{PERCHE}", "must come before renard"),
        (f"{PERCHE}\nperches | F.Plur | longs bâtons | gaules | prendre | prendre des perches", "is too close to perche"),
        (
            "raisin | M.Sing | automne | fruit rouge | figue | mi-figue, mi-raisin\n"
            "tomate | F.Sing | théâtre | fruit rouge | devenir | devenir rouge comme une tomate",
            "shares a hint with 1 other words: fruit rouge",
        ),
        (
            "alarme | F.Sing | voleur | signal | sonnette | tirer la sonnette d’alarme\n"
            "sonnette | F.Sing | porte | bouton | tirer | tirer la sonnette d’alarme",
            "shares its expression",
        ),
    ],
)
def test_checker_finds_words_that_disturb_each_other(lines: str, sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in faults(read_lexicon(lines)))


def test_a_single_word_may_hint_at_three_words_and_not_at_four() -> None:
    fish = [f"{word} | F.Sing | {place} | poisson | {hint} | {hint} {word}" for word, place, hint in FISH]
    assert not any("shares a hint" in fault.sentence for fault in faults(read_lexicon("\n".join(fish[:3]))))
    assert sum("shares a hint with 3" in fault.sentence for fault in faults(read_lexicon("\n".join(fish)))) == 4


FISH = [("daurade", "four", "royale"), ("limande", "port", "plate"), ("perche", "saut", "tendre"), ("sardine", "tente", "serrée")]


@pytest.mark.parametrize(
    ("field", "hint", "mould"),
    [(2, "sel et poivre", "« X et Y »"), (3, "petit outil", "« petit … »"), (5, "dormir comme un loir, {}", "« comme un … »")],
)
def test_moulds_are_kept_rare(field: int, hint: str, mould: str) -> None:
    words = ["daurade", "limande", "perche", "sardine"]
    rows = [[word, "F.Sing", "saut", "poisson", "loir", f"dormir, {word}, loir"] for word in words]
    for row in rows[:3]:
        row[field] = hint.format(row[0])
    found = faults(read_lexicon("\n".join(" | ".join(row) for row in rows)))
    assert [fault.sentence for fault in found if fault.word == mould] == [
        "3 entries follow this pattern, at most 2 may: daurade, limande, perche"
    ]


def test_the_moulds_of_the_lexicon_are_counted() -> None:
    for mould in FRENCH.moulds:
        assert len(cast(mould, lexicon())) <= len(lexicon()) * mould.percent / 100


def test_the_length_of_a_hint_counts_elisions_with_their_word() -> None:
    assert [length(hint) for hint in ("tendre", "d’un trait", "qui vive ?", "« qui vive ? »", "pomme d’eau de mer")] == [1, 2, 2, 2, 4]


def test_related_words_share_a_root_and_short_words_none() -> None:
    assert related("PERCHE", "PERCHOIR")
    assert related("PORTEFEUILLE", "FEUILLE")
    assert not related("PERCHE", "PERLE")
    assert not related("MINUIT", "NU")


# The dictionary


def test_common_words_are_nouns_of_6_to_12_letters_with_the_commonest_first() -> None:
    found = common_words()
    assert 4_000 < len(found) == len({word.text for word in found})
    assert all(is_word(word.text) and 6 <= len(word.text) <= 12 for word in found)
    assert {f"{word.gender}.{word.number}" for word in found} == {"M.Sing", "F.Sing", "M.Plur", "F.Plur"}
    assert sorted(found, key=lambda word: -word.frequency) == list(found)


def test_common_words_know_gender_number_and_frequency() -> None:
    known = {word.text: word for word in common_words()}
    assert (known["PERCHE"].gender, known["PERCHE"].number) == ("F", "Sing")
    assert (known["LUNETTES"].gender, known["LUNETTES"].number) == ("F", "Plur")
    assert (known["CHATEAU"].gender, known["PIRATE"].gender) == ("M", "M")
    assert known["MAISON"].frequency > known["PERCHE"].frequency > 3


def test_files_say_where_they_come_from() -> None:
    for name in ("nouns.txt", "words.txt"):
        head = (HERE / "fr" / name).read_text(encoding="utf-8")[:600]
        assert "Lexique 3.83" in head
        assert "CC BY-SA 4.0" in head


def test_no_bot_may_announce_what_is_not_said_before_children() -> None:
    """In either number: the list has one of them."""
    assert [noun.spelling for noun in nouns().values() if not left_out().isdisjoint({noun.spelling, *noun.forms})] == []


UNSAID = """pédophile pédophilie nymphomane proxénète scrotum prépuce castration overdose génocide holocauste suicide suicides pucelle
    hémorroïdes salopes connards nègres ritals putains orgies pornos cocaïne lynchage viol torture crétins"""
SAID = "meurtre pirate sorcière fantôme cadavre maquereau ganache héroïne gitane handicapé musulman lapins"


def test_the_words_the_review_found_are_left_to_people_and_the_bots_are_no_prudes() -> None:
    assert nouns().keys().isdisjoint(UNSAID.split())
    assert nouns().keys() >= {*SAID.split()}


def test_no_group_of_people_stands_among_the_insults() -> None:
    """What belongs to somebody's life is no bad word: bots leave it to people, under a heading that says so, for all alike."""
    _, insults, coarse, love, *_ = (HERE / "fr" / "left_out.txt").read_text(encoding="utf-8").split("\n\n")
    assert [text.splitlines()[0].split(":")[0] for text in (insults, love)] == ["# Insults, and names that hurt", "# Love and the body"]
    people = {"homosexuel", "homosexuelle", "hétéro", "lesbienne", "travesti", "sexualité", "courtisane", "prostituée"}
    assert people <= {*love.split()}
    assert not people & {*insults.split(), *coarse.split()}
    assert not {"mongol", "gitane", "arabes", "juives", "chinois", "africains", "handicapé", "aveugles"} & left_out()


@pytest.mark.parametrize(
    ("noun", "others"),
    [
        ("perche", ("PERCHES",)),
        ("cheval", ("CHEVAUX",)),
        ("travail", ("TRAVAUX",)),
        ("château", ("CHATEAUX",)),
        ("bonhomme", ("BONSHOMMES",)),
        ("monseigneur", ("MESSEIGNEURS", "NOSSEIGNEURS")),
        ("lunettes", ("LUNETTE",)),
        ("printemps", ()),
    ],
)
def test_q21_forms(noun: str, others: tuple[str, ...]) -> None:
    assert forms(noun) == others


def test_q21_forms_of_an_unknown_word_are_refused() -> None:
    with pytest.raises(ValueError, match="pairche is not among"):
        forms("pairche")


def test_q21_neighbours_are_other_words_that_look_alike() -> None:
    assert {"PECHE", "PECHES", "PORCHE"} <= set(neighbours("PERCHE", ["PERCHES"]))
    assert {"POISON", "POISONS", "BOISSON"} <= set(neighbours("POISSON", ["POISSONS"]))
    assert {"CHENAL", "CHENAUX"} <= set(neighbours("CHEVAL", ["CHEVAUX"]))
    assert neighbours("LABYRINTHE", ["LABYRINTHES"]) == ()


@pytest.mark.parametrize("noun", ["canard", "chapitre"])
def test_q21_neighbours_are_all_words_within_the_distance_of_q20(noun: str) -> None:
    word, others = normalise(noun), forms(noun)
    reach = allowance(word)
    close = {other for other in map(normalise, words()) if abs(len(other) - len(word)) <= reach + 1}
    near = {other for other in close if min(distance(other, form) for form in (word, *others)) <= reach}
    listed = set(neighbours(word, others))
    assert near - {word, *others} <= listed
    assert all(min(distance(other, form) for form in (word, *others)) <= reach for other in listed)
