"""Le Cadran de Kaplan: what each seat sees, hears and is told, and that nobody sees more."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from textwrap import wrap
from xml.etree import ElementTree

import pytest

from support.games.kaplan import LOGS, example, log, play_on, seated
from tableronde.game import Event
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.rules.dial import KINDS
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.scene.panels import CLUE_SHORT, CLUE_WIDTH, clue_sheet
from tableronde.games.kaplan.scene.reveal import SAYING_WIDTH, accented, reveal
from tableronde.games.kaplan.texts import label, points, saying_text, the_word
from tableronde.games.kaplan.words.lexicon import lexicon
from tableronde.render.svg import paint
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import LANGUAGES
from tableronde.theme import THEMES

GAMES = [(2, {}), (3, {"bluff": True, "token_tints": True}), (4, {"no_dice": True}), (5, {}), (8, {"token_tints": True})]


def moments(players: int, options: dict[str, bool], every: int = 9) -> Iterator[Table]:
    """A random game, seen from time to time, with some announcements on the way."""
    table, rng = seated(players, **options), Random(players)
    while table.legal():
        if table.plies % every == 0:
            yield table
        if table.plies % 40 == 39:
            seat = rng.choice([actor for actor in table.legal() if isinstance(actor, int) and "kaplan *" in table.legal()[actor]])
            table.play(seat, "kaplan PERCHER")
        else:
            play_on(table, rng)
    yield table


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_an_imagined_state_gives_the_same_view(players: int, options: dict[str, bool]) -> None:
    rng = Random(1)
    for table in moments(players, options):
        for seat in [None, *range(players)]:
            view = table.view(seat)
            world = table.game.imagine(view, rng)
            assert table.game.view(world, seat) == view
            assert table.game.to_act(world) == table.to_act()
            if seat is not None:
                assert table.game.legal(world).get(seat) == table.legal().get(seat)


def test_imagining_draws_word_start_and_tokens_by_lot() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4; 0 bet 7 9; 0 end")
    worlds = [table.game.imagine(table.view(1), Random(seed)) for seed in range(30)]
    assert len({world.secret.word for world in worlds}) > 20
    assert len({world.secret.start for world in worlds}) > 5
    assert len({world.crown[2].tokens[0].value for world in worlds}) > 4
    assert all({clue.kind for clue in world.secret.clues} == set(KINDS) for world in worlds)
    assert all(table.game.imagine(table.view(0), Random(seed)).crown[2].tokens[0].value == 4 for seed in range(5))


def test_imagining_a_word_that_no_list_holds() -> None:
    table = seated()
    clues = tuple(replace(clue, text="X") if clue.kind == "initial" else clue for clue in table.state.secret.clues)
    strange = replace(table.state.secret, word="XQZWKJ", clues=clues)
    crown = tuple(replace(place, seen_by=(1,)) for place in table.state.crown[:10]) + table.state.crown[10:]
    state = replace(table.state, secret=strange, crown=crown, consulted=((1,),) * 6)
    view = table.game.view(state, 1)
    world = table.game.imagine(view, Random(0))
    assert table.game.view(world, 1) == view
    assert world.secret.word.startswith("X")


def test_views_hide_what_a_seat_may_not_know() -> None:
    """Two states that differ only in secrets look the same to the seats that do not know them."""
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4; 0 bet 7 9; 0 end; 2 kaplan PERCHE")
    state, game = table.state, table.game
    place = replace(state.crown[2], tokens=(replace(state.crown[2].tokens[0], value=5),))
    other = replace(
        state,
        secret=replace(state.secret, word="TORCHES", start=2, forms=(), neighbours=("PORCHE",)),
        crown=(*state.crown[:2], place, *state.crown[3:]),
        hands=((1, 2, 3, 4, 6, 7, 8), *state.hands[1:]),
        announced=(replace(state.announced[0], word="AUTRE"),),
    )
    assert game.view(other, 1) == game.view(state, 1)
    assert game.view(other, None) == game.view(state, None)
    assert game.view(other, 0) != game.view(state, 0)
    assert game.view(other, 2) != game.view(state, 2)


def test_bets_and_words_are_masked_for_others() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4; 1 kaplan Torche")
    assert [event.action for event in table.heard(0)[-2:]] == ["bet 3 4", "kaplan *"]
    assert [event.action for event in table.heard(1)[-2:]] == ["bet 3 ?", "kaplan TORCHE"]
    assert [event.action for event in table.heard(None)[-2:]] == ["bet 3 ?", "kaplan *"]


def test_a_masked_bet_stays_masked_when_the_token_is_turned_up() -> None:
    table = example("E3")
    assert table.heard(1)[2] == Event(0, "bet 10 ?")
    assert table.heard(1)[3] == Event(0, "bet 10 3")


def test_the_private_view_comes_on_top_of_the_facts() -> None:
    table = example("E6")
    private = table.facts(0)
    assert private["clues"] == {"g1": {"kind": "length", "text": "6"}, "c1": {"kind": "initial", "text": "P"}}
    assert (private["seat"], private["ally"], private["announced"]) == (0, None, None)
    assert private["letters"] == {"1": "C"}
    assert set(table.facts()) - {"announced"} < set(private)


def test_teams_are_alliances() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept")
    assert table.game.teams(table.state) == ((0, 4), (1,), (2,), (3,))


def drawn(scene: Scene) -> str:
    """The scene painted in every theme and language: it must parse, and ids must be unique."""
    ids = [shape.id for shape in scene.shapes()]
    assert len(ids) == len(set(ids))
    assert scene.captions
    svgs = [paint(scene, BOX.looks, theme, language) for theme in THEMES.values() for language in LANGUAGES]
    for svg in svgs:
        ElementTree.fromstring(svg)
    return svgs[0]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_state_of_play_is_drawn(players: int, options: dict[str, bool]) -> None:
    for table in moments(players, options, 25):
        drawn(table.scene())
        scene = table.scene(0)
        assert "notebook" in [area.id for area in scene.areas]
        drawn(scene)


def test_the_picture_shows_the_trick_only_at_the_start() -> None:
    table = seated()
    assert "trick" in [area.id for area in table.scene(0).areas]
    log(table, "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4")
    assert "trick" not in [area.id for area in table.scene(0).areas]


def test_the_uses_are_pressed_and_forbidden_ones_are_pale() -> None:
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5; 2 bet 12 1; 2 end; c roll 5 5 7")
    pressed = {shape.word for shape in table.scene(0).shapes() if shape.word.startswith("use") and "press" in shape.style.split()}
    assert pressed == {"use-7-10"}
    assert table.why_not_press(0, ["use-2-5"]).clause == "R11"
    pale = [shape.id for shape in table.scene(0).shapes() if shape.id.startswith("use-") and "ghost" in shape.style]
    assert pale == ["use-2-5", "use-5-5-7", "use-5-12"]


def test_a_bet_is_a_place_and_then_a_token() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10")
    lit = {shape.id for shape in table.scene(0).shapes() if shape.style == "lit"}
    assert lit == {"halo 3", "halo 7", "halo 10"}
    then = {shape.word for shape in table.scene(0, ("p3",)).shapes() if "press" in shape.style.split()}
    assert then == {f"v{value}" for value in range(1, 10)}


def test_hidden_tokens_and_unseen_letters_are_not_in_the_picture() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4")
    assert "token 0 4 0" in {shape.id for shape in table.scene(0).shapes()}
    for seat in (None, 1, 2):
        scene = table.scene(seat)
        assert not any(shape.id.startswith("token 0") for shape in scene.shapes())
        assert "PERCHE" not in drawn(scene)


def test_the_notebook_holds_letters_blanks_and_clues() -> None:
    shapes = {shape.id: shape for shape in example("E4").scene(1).shapes()}
    assert shapes["note 5"].label.fr == "—"
    assert shapes["note 6"].label.fr == "?"
    assert shapes["clue text gender 0"].label.fr == "féminin singulier"


def test_the_reveal_shows_word_verdicts_and_points() -> None:
    shapes = {shape.id: shape for shape in example("E9").scene(1).shapes()}
    assert "".join(shapes[f"reveal {i}"].label.fr for i in range(6)) == "PERCHE"
    assert [shapes[f"said points {i}"].label.fr for i in range(3)] == ["+36", "+12", "−12"]
    assert shapes["said verdict 1"].label.en == "misspelled"


def test_the_word_unfolds_letter_by_letter_before_anything_else_is_told() -> None:
    table = example("E9")
    scene = table.scene(1)
    assert scene.unfolds
    assert [start for start, _ in scene.frames()[:8]] == [0, 1, 1.5, 2, 2.5, 3, 3.5, 4.5]
    for turned, (_, shown) in enumerate(scene.frames()[:7]):
        shapes = {shape.id: shape for shape in shown.shapes()}
        assert "".join(shapes[f"reveal {i}"].label.fr for i in range(6)) == "PERCHE"[:turned]
        assert [place for place in range(1, 13) if shapes.get(f"card {place}")] == sorted([10, 11, 12, 1, 2, 3][:turned])
        assert not any(id.startswith(("told", "saying", "clue text")) for id in shapes)
        assert not any("PERCHE" in text.fr.upper() for text in shown.captions)
    assert shown.areas[0].id == "dial"
    assert scene.frames()[-1][1].areas == scene.areas


def test_a_firework_then_shows_the_saying_and_one_clue_after_the_other() -> None:
    frames = example("E9").scene(1).frames()
    before, shows = frames[6][1], [shown for _, shown in frames[7:-1]]
    behind = {shape.id: shape.at for shape in before.shapes() if shape.id.startswith("spark")}
    apart = {shape.id: shape.at for shape in shows[0].shapes() if shape.id.startswith("spark")}
    assert behind.keys() == apart.keys()
    assert len({*behind.values()}) == 1
    assert len({*apart.values()}) == len(apart) > 20
    for clues, shown in enumerate(shows):
        shapes = {shape.id: shape for shape in shown.shapes()}
        assert shapes["saying 0"].label.fr == "« tendre la perche »"
        assert [kind for kind in KINDS if f"told {kind}" in shapes] == list(KINDS[:clues])
        assert [text.fr for text in shown.captions] == ["Le mot de Kaplan était « perche », comme dans « tendre la perche »."]
        assert not any(id.startswith("said") for id in shapes)
        assert not any(shape.style.endswith("win") for shape in shapes.values())
    assert len(shows) == 7


def test_the_end_shows_all_six_clues_and_says_them() -> None:
    scene = example("E9").scene(1)
    shapes = {shape.id: shape for shape in scene.shapes()}
    told = {kind: shapes[f"told {kind}"].label.fr for kind in KINDS}
    assert told == {
        "initial": "P", "length": "6", "gender": "féminin singulier", "analogy": "saut", "synonym": "poisson", "expression": "tendre"
    }  # fmt: skip
    assert shapes["told chip analogy"].title.fr == "analogie : saut, cuivre II"
    assert scene.captions[-2].fr == (
        "Ses indices : première lettre « P », nombre de lettres « 6 », genre et nombre « féminin singulier », analogie « saut », "
        "synonyme « poisson », expression imagée « tendre »."
    )


def test_the_core_of_the_dial_shows_the_word_and_its_saying_once_they_are_told() -> None:
    scene = example("E9").scene(1)
    shown = {shape.id: shape.label.fr for shape in scene.shapes()}
    assert (shown["plaque word"], shown["plaque saying 0"]) == ("perche", "« tendre la perche »")
    assert "clue c1" not in shown
    for _, before in scene.frames()[:7]:
        ids = {shape.id: shape for shape in before.shapes()}
        assert not any(id.startswith("plaque") for id in ids)
        assert {ids[f"dial spark {i}"].at for i in range(28)} == {(0.0, 0.0)}


def test_the_reveal_spells_the_word_with_its_accents() -> None:
    assert [accented(word) for word in ("ENIGME", "COEUR", "XQZWKJ")] == ["ÉNIGME", "COEUR", "XQZWKJ"]


def test_a_saying_stands_between_one_pair_of_quotation_marks() -> None:
    texts = [saying_text(entry) for entry in lexicon()]
    assert all((text.fr.count("«"), text.fr.count("»")) == (1, 1) and "«" not in text.en for text in texts)


def test_every_saying_finds_room_in_the_core_of_the_dial() -> None:
    assert max(len(wrap(saying_text(entry).fr, SAYING_WIDTH)) for entry in lexicon()) <= 4


def test_a_word_from_outside_the_lexicon_is_shown_as_it_is() -> None:
    table = example("E9")
    view = table.game.view(replace(table.state, secret=replace(table.state.secret, word="XQZWKJ")), 1)
    shapes = {shape.id: shape for area in reveal(view) for shape in area.shapes}
    assert "".join(shapes[f"reveal {i}"].label.fr for i in range(6)) == "XQZWKJ"
    assert "saying 0" not in shapes
    assert the_word(view).fr == "Le mot de Kaplan était XQZWKJ."


def test_what_a_seat_has_seen_itself_stays_in_its_notebook_while_the_word_unfolds() -> None:
    table = example("E15")
    seen = {seat: [place.seen_by for place in table.view(seat).crown] for seat in (0, 1)}
    for seat, looked in seen.items():
        shapes = {shape.id: shape for shape in table.scene(seat).after(0).shapes()}
        known = [place for place in range(1, 13) if shapes[f"note {place}"].label.fr != "?"]
        assert known == [i + 1 for i, place in enumerate(table.view(seat).crown) if seat in looked[i] or place.face == "letter"]


def test_what_announcing_is_worth_is_told_and_shown() -> None:
    table = seated(4)
    shapes = {shape.id: shape for shape in table.scene(0).shapes()}
    assert shapes["kaplan stake"].label.fr == "36"
    assert any("36 points" in caption.fr for caption in table.scene(0).captions)
    log(table, "0 kaplan PERCHE")
    corner = {shape.id: shape for shape in table.scene(0).shapes() if shape.id.startswith("kaplan")}
    assert (corner["kaplan name"].label.fr, corner["kaplan stake"].label.fr) == ("annoncé", "36")
    assert "press" not in corner["kaplan"].style.split()
    assert any("24 points" in caption.fr for caption in table.scene(1).captions)


@pytest.mark.parametrize("name", LOGS)
def test_every_event_is_told(name: str) -> None:
    table = example(name)
    for seat in [None, *range(table.game.seats)]:
        for text in table.tale(seat):
            assert text.fr[-1] in ".!?"
            assert text.en[-1] in ".!?"


def test_the_tale_of_a_turn() -> None:
    told = [text.fr for text in example("E3").tale(1)]
    assert told == [
        "Les dés donnent 3, 7 et 10.",
        "{0} joue 10 et 10 (7 + 3).",
        "{0} pose un jeton caché sur le sarcophage 10.",
        "{0} pose un 3 sur le sarcophage 10.",
        "Les dés donnent 2, 10 et 11.",
        "Vous jouez 2, 10 et 11.",
        "Vous posez un 7 sur le sarcophage 10. {0} et vous gagnez avec 7 et regardez la lettre du sarcophage 10. Vous y lisez « P ».",
    ]
    assert example("E3").tale(0)[2].en == "You lay your 4, hidden, on sarcophagus 10."
    assert (
        example("E3").tale(2)[-1].en == "{1} lays a 7 on sarcophagus 10. {0} and {1} win with 7 and look at the letter of sarcophagus 10."
    )


def test_the_tale_of_a_clue_and_of_the_end() -> None:
    assert example("E4").tale(1)[-1].fr == "Vous consultez l’indice argent I : genre et nombre, « féminin singulier »."
    assert example("E4").tale(0)[-1].fr == "{1} consulte l’indice argent I."
    assert example("E9").tale(0)[-1].fr == "{3} annonce « Kaplan » pour 12 points : « PECHE ». " + (
        "Le mot de Kaplan était « perche », comme dans « tendre la perche ». {2} gagne."
    )
    assert example("E7", 3).tale(0)[-1].en.endswith("but the shield has no clue of that metal left.")


def test_every_button_has_a_label() -> None:
    words = ["kaplan", "end", "pass", "accept", "refuse", "ally-none", "ally-2", "use-3-7-10", "p3", "v7", "g2"]
    labels = [label(word, ()) for word in words]
    assert [text.en for text in labels] == [
        "Kaplan!", "End the turn", "Pass", "Accept the alliance", "Refuse", "Make no offer", "Ally with {2}", "3 · 7 · 10", "Place 3",
        "Token 7", "Gold clue II",
    ]  # fmt: skip
    assert all(text.fr for text in labels)


def test_points_are_written_with_their_sign() -> None:
    assert [points(score).fr for score in (36, 0, -12, 5.5)] == ["+36", "0", "−12", "+5,5"]


def test_the_alliance_is_spoken_of() -> None:
    table = log(example("E11", 6), "4 ally 0")
    assert any("vous propose une alliance" in caption.fr for caption in table.scene(0).captions)
    assert any("répond à votre offre" in caption.fr for caption in table.scene(4).captions)
    assert any("répond à l’offre d’alliance de {4}" in caption.fr for caption in table.scene(2).captions)
    log(table, "0 accept")
    notebook = next(area for area in table.scene(4).areas if area.id == "notebook")
    assert notebook.title.fr == "Votre carnet, partagé avec {0}"


def said(table: Table, seat: int | None = None, *picked: str) -> list[str]:
    return [caption.named(table.names).fr for caption in table.scene(seat, picked).captions]


def test_the_end_says_who_found_what() -> None:
    assert said(example("E9"), 1)[1:5] == [
        "Joueur 3 a trouvé : « PERCHES », +36 points.",
        "Joueur 1 y était presque : « PERHCE », mal orthographié, +12 points.",
        "Joueur 4 se trompe : « PECHE », −12 points.",
        "Vous n’avez rien annoncé : 0 point.",
    ]
    assert said(example("E9"), 0)[2] == "Vous y étiez presque : « PERHCE », mal orthographié, +12 points."
    told = said(example("E11"), 1)
    assert "Joueur 1 y était presque (avec Joueur 5) : « PERCHEE », mal orthographié, +6 points chacun." in told
    assert "Joueur 3 et vous n’avez rien annoncé : 0 point." in told
    assert "Joueur 1 y était presque (avec vous) : « PERCHEE », mal orthographié, +6 points chacun." in said(example("E11"), 4)


def test_where_nobody_found_the_word_no_crowd_of_winners_is_named() -> None:
    table = log(seated(2), "0 kaplan TORCHE")
    assert said(table)[0].endswith(" Personne n’a trouvé le mot. Joueur 2 gagne sans avoir annoncé.")
    assert said(table, 1)[0].endswith(" Personne n’a trouvé le mot. Vous gagnez sans avoir annoncé.")
    drawn = replace(table.view(), scores=(0.0, 0.0))
    assert BOX.draw(drawn, None, (), ()).captions[0].fr.endswith(" Personne n’a trouvé le mot.")
    assert said(log(seated(2), "0 kaplan PERCHE"), 0)[0].endswith(" Vous gagnez.")


def test_who_is_waited_for_is_told_what_to_do_and_others_who_does_it() -> None:
    table = log(seated(), "c roll 3 7 10")
    assert said(table, 0)[0] == "À vous : choisissez comment jouer vos dés. Ils désignent deux ou trois places."
    assert "Joueur 1 choisit comment jouer les dés." in said(table, 1)
    assert said(table, 0, "use-3-7-10")[0] == "Vos dés sur les places 3, 7 et 10."
    log(table, "0 use 3 7 10")
    assert "À vous : touchez une place éclairée, puis un jeton. Deux paris à faire." in said(table, 0)
    assert said(table, 0, "p3")[0] == "Quel jeton sur la place 3 ?"
    assert said(table, 0, "p3", "v4")[0] == "Le jeton 4 sur la place 3."
    assert said(log(table, "0 bet 3 1"), 0)[0] == "Encore à vous : faites encore un pari."
    assert said(log(table, "0 bet 7 2"), 0)[0] == "Encore un pari si vous voulez, ou « Finir le tour »."
    table = log(example("E11", 6), "4 ally 0")
    assert said(table, 0)[0] == "Joueur 5 vous propose une alliance : acceptez, ou refusez."


def test_nothing_that_is_picked_is_taken_for_a_place() -> None:
    view = seated().view(0)
    for word in ("pass", "end", "accept", "refuse", "ally-none", "ally-2", "c1"):
        told = [caption.fr for caption in BOX.draw(view, 0, (word,), ()).captions]
        assert not any("Quel jeton" in text for text in told)
        assert f"{label(word, ()).fr}." in told


def test_what_was_won_stays_beside_the_dial_for_who_won_it() -> None:
    table = example("E3")
    assert said(table, 1)[1].endswith("Joueur 1 et vous gagnez avec 7 et regardez la lettre du sarcophage 10. Vous y lisez « P ».")
    assert said(table, 2)[1].endswith("regardent la lettre du sarcophage 10.")
    assert said(example("E4"), 1)[1].endswith(" Vous y lisez : genre et nombre « féminin singulier ».")
    assert not any("« P »" in caption.fr for caption in table.scene(1).after(0).captions)  # the card is still to be turned


def test_the_rules_pages_name_every_clause() -> None:
    for language in LANGUAGES:
        page = BOX.rulebook(language)
        missing = [f"R{i}" for i in range(1, 38) if f"**R{i}**" not in page] + [f"Q{i}" for i in range(1, 34) if f"Q{i}" not in page]
        assert missing == []


def test_views_compare_by_value() -> None:
    one, two = example("E3").view(1), example("E3").view(1)
    assert isinstance(one, View)
    assert one == two


def test_every_hint_of_the_lexicon_fits_on_a_line() -> None:
    assert [hint for entry in lexicon() for hint in entry.hints if len(hint) > CLUE_WIDTH] == []


def test_a_long_clue_is_broken_into_lines() -> None:
    """Each line is a shape of its own; who listens hears the clue in one piece."""
    text = "celle que le coureur franchit les bras levés"
    view = replace(seated().view(0), clues=(Clue("analogy", text), *[None] * 5))
    shapes = {shape.id: shape for shape in clue_sheet(view, 0).shapes}
    assert [shapes[f"clue text analogy {i}"].label.fr for i in (0, 1)] == ["celle que le coureur franchit les", "bras levés"]
    assert text in shapes["clue chip analogy"].title.fr


def test_a_short_clue_stands_beside_its_kind() -> None:
    sheets = [clue_sheet(replace(seated().view(0), clues=(clue, *[None] * 5)), 0) for clue in (None, Clue("analogy", CLUE_SHORT * "m"))]
    assert sheets[0].box == sheets[1].box


def test_who_may_choose_a_use_of_the_dice_may_announce_beside_them() -> None:
    table = log(seated(), "c roll 3 7 10")
    announce = {seat: [shape.title.fr for shape in table.scene(seat).shapes() if shape.id == "announce"] for seat in (0, 1, None)}
    assert announce == {0: ["Annoncer « Kaplan » : 24 points"], 1: [], None: []}
    assert not [shape for shape in log(table, "0 use 3 7 10").scene(0).shapes() if shape.id == "announce"]
