"""Le Cadran de Kaplan: the words of the lexicon, their clues, and the dictionary behind them."""

from random import Random
from statistics import fmean

import pytest

from tableronde.games.kaplan.choice import fitting, stocks
from tableronde.games.kaplan.dictionary import HERE, common_words, forms, neighbours, nouns, words
from tableronde.games.kaplan.judging import allowance, distance, is_word, normalise
from tableronde.games.kaplan.layout import lay_out
from tableronde.games.kaplan.lexicon import faults, lexicon, read_lexicon, related
from tableronde.games.kaplan.press import SEED

PERCHE = "perche | F.Sing | saut en hauteur | poisson d’eau douce | tendre la …"


# The lexicon


def test_lexicon_is_rich_enough_for_the_press() -> None:
    entries = lexicon()
    assert len(entries) >= 440
    assert fmean(len(entry.text) for entry in entries) >= 7.8


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
        "analogy": "saut en hauteur",
        "synonym": "poisson d’eau douce",
        "expression": "tendre la …",
    }


# The checker


def test_comments_and_empty_lines_are_skipped() -> None:
    assert len(read_lexicon(f"# a comment\n\n{PERCHE}\n")) == 1
    assert faults(read_lexicon(PERCHE)) == []


def test_a_line_with_a_missing_field_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2 has 4 fields instead of 5"):
        read_lexicon("# head\nperche | F.Sing | saut | poisson")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("perche | F.Sing | | poisson | tendre la …", "a field is empty"),
        ("arbre | M.Sing | forêt | chêne ou sapin | l’… cache la forêt", "has 5 letters"),
        ("anticonstitution | F.Sing | loi | texte | une …", "has 16 letters"),
        ("pairche | F.Sing | saut | poisson | tendre la …", "is not among the common nouns"),
        ("epingle | F.Sing | couturière | petite pointe | tirer son … du jeu", "is not among the common nouns"),
        ("perche | M.Sing | saut | poisson | tendre la …", "is F.Sing, not M.Sing"),
        ("perche | F.Sing | saut | poisson | tendre", "the expression, and no other clue"),
        ("perche | F.Sing | saut … | poisson | tendre la …", "the expression, and no other clue"),
        ("perche | F.Sing | saut | poisson | tendre la … et la …", "the expression, and no other clue"),
        ("perche | F.Sing | oiseau perché | poisson | tendre la …", "a relative of the word: perché"),
        ("perche | F.Sing | saut | poisson | tendre des perches la …", "a relative of the word: perches"),
        ("éventail | M.Sing | danseuse | petit vent | un large … de choix", "a relative of the word: vent"),
        ("perche | F.Sing | sautt | poisson | tendre la …", "does not know: sautt"),
        ("perche | F.Sing | fete | poisson | tendre la …", "does not know: fete"),
        ("perche | F.Sing | saut | poisson d'eau | tendre la …", "typewriter's apostrophe"),
        ("perche | F.Sing | saut | poisson | tendre la … à Paul", "a capital letter"),
        ("perche | F.Sing | saut | poisson | tends la …!", "none beside a mark"),
        ("perche | F.Sing | saut | «poisson » | tendre la …", "none beside a mark"),
        ("perche | F.Sing | saut | poisson  plat | tendre la …", "a space too many"),
        ("perche | F.Sing | main tendue | poisson | prendre en mains la …", "in one direction, with main"),
        (f"perche | F.Sing | saut | poisson {'de la mer ' * 5} | tendre la …", "longer than"),
    ],
)
def test_checker_finds_a_fault_of_a_word(line: str, sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in faults(read_lexicon(line)))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (f"{PERCHE}\n{PERCHE}", "or is there twice"),
        (f"renard | M.Sing | ruse | goupil | le corbeau et le …\n{PERCHE}", "must stand before renard"),
        (f"{PERCHE}\nperches | F.Plur | longs bâtons | gaules | tendre des …", "is too close to perche"),
        (f"{PERCHE}\nsardine | F.Sing | boîte | poisson d’eau douce | serré comme une …", "shares a clue"),
        (
            "alarme | F.Sing | voleur | signal | tirer la sonnette d’…\nsonnette | F.Sing | porte | bouton | tirer la … d’alarme",
            "shares a clue",
        ),
    ],
)
def test_checker_finds_words_that_disturb_each_other(lines: str, sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in faults(read_lexicon(lines)))


def test_small_words_point_nowhere() -> None:
    assert faults(read_lexicon("perche | F.Sing | saut dans le ciel | poisson dans la rivière | tendre la …")) == []


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
        head = (HERE / name).read_text(encoding="utf-8")[:600]
        assert "Lexique 3.83" in head
        assert "CC BY-SA 4.0" in head


def test_nothing_coarse_among_the_common_nouns() -> None:
    lines = (HERE / "left_out.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert nouns().keys().isdisjoint(word for line in lines for word in line.split())


@pytest.mark.parametrize(
    ("noun", "others"),
    [
        ("perche", ("PERCHES",)),
        ("cheval", ("CHEVAUX",)),
        ("travail", ("TRAVAUX",)),
        ("château", ("CHATEAUX",)),
        ("bonhomme", ("BONSHOMMES",)),
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
