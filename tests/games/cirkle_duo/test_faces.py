"""cirKle × DUO as players meet it: the picture, the words, the rules pages, the conformance kit."""

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from support.games.cirkle_duo import FAMILY_DECK, FAMILY_LIFTS, PEGS, events, lifts, rolled, slapping, start
from tableronde import conformance
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.names import name, what_a_face_wins, what_wins
from tableronde.games.cirkle_duo.rules.pieces import CARDS
from tableronde.games.cirkle_duo.scene.panels import fitting
from tableronde.learn import figures, rulebook
from tableronde.render.svg import paint
from tableronde.scene import Scene, Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES
from tableronde.theme import THEMES

TABLES: dict[str, Callable[[], Table]] = {
    "cards": lambda: lifts(start(2, "BC GX PT KS"), "1 1 2"),
    "slap": slapping,
    "take": lambda: slapping("0: slap"),
    "bridge": lambda: lifts(start(6, "BC GX PS BT", mode="bridge"), "1 7"),
    "roll": lambda: rolled(start(3, mode="dice"), "PC BO KX YT", 3, 3),
    "dice": lambda: events(rolled(start(3, mode="dice"), "PC BO KX YT", 3), "chance: roll PC BO KX YT"),
    "exact dice": lambda: events(start(3, mode="dice", dice_wild=False), "chance: roll PC BO KX YT"),
    "end": lambda: lifts(start(2, FAMILY_DECK, family_bonus=True), FAMILY_LIFTS),
    "end of teams": lambda: lifts(start(4, FAMILY_DECK, family_bonus=True, teams=True), FAMILY_LIFTS),
    "end of dice": lambda: rolled(start(2, mode="dice", max_turns=2), "PC BO KX YT", 3, 5),
}


def shapes(table: Table, seat: int | None = None) -> dict[str, Shape]:
    return {shape.id: shape for shape in table.scene(seat).shapes()}


def said(table: Table, seat: int | None = None) -> str:
    return " ".join(caption.named(table.names).fr for caption in table.scene(seat).captions)


# --- the picture ---


@pytest.mark.parametrize("kind", TABLES)
def test_every_state_of_play_is_drawn(kind: str) -> None:
    table = TABLES[kind]()
    for seat in (None, *range(table.game.seats)):
        scene = table.scene(seat)
        assert len({shape.id for shape in scene.shapes()}) == len(list(scene.shapes()))
        for theme in THEMES.values():
            for language in LANGUAGES:
                ElementTree.fromstring(paint(scene.named(table.names), BOX.looks, theme, language))


def test_hats_are_pressed_themselves() -> None:
    table = start(4, "BC PX", mode="bridge")
    assert sorted(shape.word for shape in shapes(table, 0).values() if shape.word) == sorted(str(hat) for hat in range(1, 17))
    lifts(table, "1")
    drawn = shapes(table, 1)
    bright = {id.removeprefix("brim ") for id, shape in drawn.items() if "press" in shape.style.split()}
    assert bright == {str(place) for place in range(16)} - {"1"}
    assert [drawn[f"veil {place}"].title.en for place in (0, 15)] == ["Hat 1", "Hat 16"]
    assert [drawn[f"number {place}"].label.fr for place in (0, 15)] == ["1", "16"]
    assert not any("press" in shape.style.split() for shape in shapes(table, 2).values())
    assert drawn["veil 1"].word == "2"
    assert table.why_not_press(1, ["2"]).clause == "R19"


def test_only_the_last_lift_is_shown() -> None:
    table = start(2, "BC GX PT KS")
    for place, peg in (("1", "BX"), ("4", "BC"), ("2", "GS")):
        drawn = shapes(lifts(table, place))
        assert {id for id in drawn if re.fullmatch("peg ..", id)} == {f"peg {peg}"}


def test_a_hat_looks_like_all_others_after_a_lift() -> None:
    drawn = shapes(lifts(start(2, "BC GX PT KS"), "1 4 2"), 1)
    for part in ("hat", "top", "ribbon", "veil"):
        lifted, fresh = drawn[f"{part} 1"], drawn[f"{part} 9"]
        assert (lifted.path, lifted.style, lifted.turn) == (fresh.path, fresh.style, fresh.turn)
        assert lifted.title.en.replace("2", "10") == fresh.title.en


def watched(table: Table, seconds: float, seat: int | None = None) -> Scene:
    """The picture that many seconds after the last event."""
    return table.scene(seat).after(seconds)


def pegs(scene: Scene) -> list[str]:
    return [shape.id for shape in scene.shapes() if re.fullmatch("peg ..", shape.id)]


def test_the_hat_falls_after_two_seconds_and_leaves_no_trace() -> None:
    table = lifts(start(2, "BC GX PT KS"), "1 4")
    assert pegs(watched(table, 1.9, 0)) == ["peg BC"]
    fallen = watched(table, 2.0, 0)
    assert pegs(fallen) == []
    hats = {shape.id: shape for shape in fallen.shapes()}
    for part in ("hat", "top", "ribbon", "veil"):
        lifted, fresh = hats[f"{part} 4"], hats[f"{part} 9"]
        assert (lifted.path, lifted.style, lifted.turn) == (fresh.path, fresh.style, fresh.turn)
        assert lifted.title.en.replace("5", "10") == fresh.title.en
    assert (lifted.word, fresh.word) == ("5", "10")
    assert fallen.captions[-1].named(table.names).fr == "Joueur 2 a soulevé un mauvais plot."
    assert not any("chapeau 5" in text.fr or "rond" in text.fr for text in fallen.captions[1:])


def test_the_card_stays_until_the_hat_is_down() -> None:
    """F1 of the review: a purple triangle beside a card that it would have won looks like cheating."""
    table = lifts(start(2, "BC GX PT KS"), "1 4")
    shown = {seconds: {shape.id: shape for shape in scene.shapes()} for seconds, scene in table.scene(0).frames()}
    assert shown[0.0]["wanted"].label.fr == "vert ou croix"
    assert shown[2.0]["wanted"].label.fr == "violet ou triangle"
    assert {shape.word for shape in shown[0.0].values() if shape.word} == {f"up-{hat}" for hat in range(1, 17)}
    assert {shape.word for shape in shown[2.0].values() if shape.word} == {f"{hat}" for hat in range(1, 17)}
    assert table.why_not_press(0, ["up-3"]).text.en == "Wait until the hat is down."
    aloft = watched(table, 0.0, 0).captions
    assert [text.named(table.names).en for text in aloft] == ["Player 2 lifts hat 5: blue circle. No match: it had to be green or cross."]


def test_dice_and_won_pegs_stay_until_the_hat_is_down() -> None:
    table = events(rolled(start(3, mode="dice"), "PC BO KX YT", 3), "chance: roll PT BT GC YT")
    frames = table.scene(0).frames()
    dice = [[shape.label.en for shape in scene.shapes() if re.fullmatch(r"die \d wins 0", shape.id)] for _, scene in frames]
    assert dice == [["purple", "any", "any", "yellow"], ["purple", "blue", "green", "yellow"]]
    where = [[area.id for area in scene.areas for shape in area.shapes if shape.id == "peg YT"] for _, scene in frames]
    assert where == [["board"], ["hand-0"]]


@pytest.mark.parametrize(
    ("table", "seconds"),
    [
        (lifts(start(2, "BC"), "1"), 2.0),
        (lifts(start(2, "YT"), "14"), 2.0),
        (slapping(), 2.0),
        (slapping("0: decline"), 0.0),
        (slapping("0: slap"), 0.0),
        (slapping("0: slap", "0: lift 14"), 2.0),
        (slapping("0: decline", "1: decline", "2: decline"), 0.0),
        (lifts(start(4, "YT", mode="bridge", slap_needs_card=True), "14"), 2.0),
        (lifts(start(4, "YT", mode="bridge", slap=False), "14"), 2.0),
        (rolled(start(3, mode="dice"), "PC BO KX YT", 3), 2.0),
        (start(2), 0.0),
    ],
)
def test_only_what_was_just_lifted_is_shown_in_time(table: Table, seconds: float) -> None:
    """A slap, a refused slap or the end of a race shows no second look under the hat."""
    assert table.scene().lasts == seconds
    assert bool(pegs(watched(table, 0.0)) or "trace" in {shape.id for shape in watched(table, 0.0).shapes()}) == (seconds > 0)


def test_at_the_end_all_hats_stay_up() -> None:
    table = TABLES["end"]()
    assert len(pegs(watched(table, 1.9))) == 1
    assert len(pegs(watched(table, 2.0))) == 16
    assert table.scene().unfolds


def test_a_waiting_hat_sleeps_and_says_for_how_long() -> None:
    drawn = shapes(lifts(start(4, "BC PX GS", mode="bridge"), "1 0 7"))
    assert {id: shape.label.en for id, shape in drawn.items() if id.startswith("sleep")} == {"sleep 1": "1", "sleep 0": "2"}
    assert [drawn[f"veil {place}"].title.fr for place in (1, 0)] == [
        "Chapeau 2, au repos : encore 1 tour",
        "Chapeau 1, au repos : encore 2 tours",
    ]


def test_the_card_says_what_wins_it() -> None:
    assert shapes(start(2, "BC"))["wanted"].label.fr == "bleu ou rond"
    assert shapes(start(2, "KS"))["wanted"].label.fr == "n’importe quel carré"
    assert [what_wins(card).fr for card in ("KX", "PO", "YT")] == ["n’importe quelle croix", "n’importe quel violet", "jaune ou triangle"]
    assert [what_wins(card).en for card in ("KX", "PO", "YT")] == ["any cross", "any purple", "yellow or triangle"]


DRAW = [[[0, "PO"], [1, "YC"], [2, "BO"]], [[0, "GX"], [2, "KS"]]]  # E12a: seats 0 and 2 tie, and draw again


def drawn_table(mode: str = "cards") -> Table:
    """A table before its first turn, with the draw that found its first player."""
    deck = {} if mode == "dice" else {"deck": ["BC", *(card for card in CARDS if card != "BC")]}
    return Table(BOX, 3, {"mode": mode}, {"pegs": PEGS, "first": 2, "start_draw": DRAW, **deck})


@pytest.mark.parametrize("mode", ["cards", "dice"])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_r4_the_cards_drawn_for_the_start_lie_face_up(mode: str, seat: int | None) -> None:
    table = drawn_table(mode)
    pictured = shapes(table, seat)
    shown = {id: shape.title.named(table.names).en for id, shape in pictured.items() if re.fullmatch(r"drawn \d \d", id)}
    assert shown == {
        "drawn 0 0": "Player 1 draws the purple target (20 points)",
        "drawn 0 1": "Player 1 draws the green cross (5 points)",
        "drawn 1 0": "Player 2 draws the yellow circle (9 points)",
        "drawn 2 0": "Player 3 draws the blue target (20 points)",
        "drawn 2 1": "Player 3 draws the black square (13 points)",
    }
    assert [id for id in pictured if id.startswith("begins")] == ["begins 2"]


def test_r4_the_draw_is_told_beside_the_board_and_in_the_log() -> None:
    table = drawn_table()
    draw = (
        "Tirage : cible violette (20 points) pour Joueur 1, rond jaune (9 points) pour Joueur 2 et cible bleue (20 points) pour Joueur 3. "
        "À égalité, ils tirent de nouveau : croix verte (5 points) pour Joueur 1 et carré noir (13 points) pour Joueur 3. "
        "Joueur 3 commence."
    )
    assert said(table).endswith(draw)
    assert "carré noir (13 points) pour vous. Vous commencez." in said(table, 2)
    assert "croix verte (5 points) pour vous et carré noir (13 points) pour Joueur 3. Joueur 3 commence." in said(table, 0)
    lifts(table, "1 2")
    assert [line.named(table.names).fr.startswith(draw) for line in table.tale()] == [True, False]
    assert "Tirage" not in said(table)
    assert not [id for id in shapes(table) if id.startswith(("drawn", "begins"))]


def test_r4_with_dice_the_draw_is_told_once_in_the_log() -> None:
    table = rolled(drawn_table("dice"), "PC BO KX YT", 3)
    assert [line.fr.startswith("Tirage : ") for line in table.tale()] == [True, False]


def test_r4_a_set_up_without_a_draw_shows_none() -> None:
    table = start(2, "BC")
    assert "Tirage" not in said(table)
    assert not [id for id in shapes(table) if id.startswith("drawn")]


def test_r4_the_draw_changes_no_fact() -> None:
    without = Table(BOX, 3, {}, {key: value for key, value in drawn_table().setup.items() if key != "start_draw"})
    assert [drawn_table().facts(seat) for seat in (None, 0, 1, 2)] == [without.facts(seat) for seat in (None, 0, 1, 2)]


def test_the_last_peg_under_the_hats_is_told_in_words() -> None:
    assert [fitting(count, 1).en for count in (0, 1)] == ["The last peg does not fit these dice.", "The last peg fits these dice."]
    assert fitting(1, 2).fr == "Sous les chapeaux, 1 plot sur 2 convient à ces dés."


def test_the_dice_say_what_they_win_and_how_many_pegs_fit() -> None:
    drawn = shapes(TABLES["dice"]())
    assert [(drawn[f"die {i} wins 0"].label.en, drawn[f"die {i} wins 1"].label.en) for i in range(4)] == [
        ("purple", "circle"),
        ("any", "blue"),
        ("any", "cross"),
        ("yellow", "triangle"),
    ]
    assert [drawn[f"die {i} count"].label.en for i in range(4)] == ["1 peg", "4 pegs", "4 pegs", "0 pegs"]
    assert drawn["fitting"].label.en == "Of the 15 pegs under the hats, 8 fit these dice."
    assert drawn["fitting"].label.fr == "Sous les chapeaux, 8 plots sur 15 conviennent à ces dés."
    assert [what_a_face_wins(face, False).en for face in ("BO", "KX", "PC")] == ["nothing", "nothing", "purple circle"]


def test_a_slapper_sees_the_stake() -> None:
    table = slapping()
    drawn = shapes(table, 0)
    assert drawn["stake"].label.fr == "Vous risquez 9 points."
    assert {"slap", "decline"} <= {shape.word for shape in drawn.values()}
    assert not any("press" in shape.style.split() for shape in drawn.values() if shape.word.isdecimal())
    assert shapes(table)["stake 0"].label.named(table.names).en == "Player 1 risks 9 points"
    assert shapes(events(start(4, "YT", mode="bridge"), "0: lift 14"), 1)["stake"].label.en == "You risk nothing."
    assert [id for id in shapes(slapping("1: slap")) if id.startswith("stake")] == ["stake 1"]


def test_a_hand_is_a_square_of_families() -> None:
    drawn = shapes(lifts(start(2, FAMILY_DECK, family_bonus=True), FAMILY_LIFTS))
    assert drawn["card PC"].at[1] == drawn["card PS"].at[1] == drawn["card PO"].at[1]
    assert drawn["card PC"].at[0] == drawn["card BC"].at[0] == drawn["card KC"].at[0]
    assert {id for id in drawn if re.fullmatch("family . .", id)} == {"family 0 P", "family 0 C"}


def test_a_family_one_card_short_is_marked() -> None:
    table = lifts(start(2, FAMILY_DECK, family_bonus=True), " ".join(FAMILY_LIFTS.split()[:13]))
    assert [id for id, shape in shapes(table).items() if shape.style == "nearly"] == ["slot 0 PT", "slot 0 YC"]
    assert shapes(table)["slot 0 PT"].title.fr == "Il ne manque que le triangle violet"


def test_the_end_shows_all_pegs_and_the_score_in_three_lines() -> None:
    drawn = shapes(TABLES["end"]())
    assert {id.removeprefix("peg ") for id in drawn if re.fullmatch("peg ..", id)} == set(PEGS)
    assert [drawn[f"line {i}"].label.fr for i in range(3)] == ["Cartes", "Familles", "Total"]
    assert [drawn[f"column 0 {i}"].label.fr for i in range(3)] == ["93", "93", "186"]
    teams = shapes(TABLES["end of teams"]())
    assert [teams[f"column 1 {i}"].label.fr for i in range(3)] == ["135", "0", "135"]


def test_every_piece_has_a_name_and_its_initials() -> None:
    assert len({name(card).fr for card in CARDS}) == len({name(card).en for card in CARDS}) == 24
    assert [name(card).fr for card in ("BX", "PO", "KX", "GS")] == ["croix bleue", "cible violette", "croix noire", "carré vert"]
    drawn = shapes(start(2, "BC"))
    assert drawn["card BC"].title.fr == "rond bleu (9 points)"
    assert drawn["card BC initials 1"].label.fr == "Bl"


# --- the words ---


def told(table: Table) -> str:
    [text] = table.tale(since=table.plies - 1)
    return text.named(table.names).fr


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (lifts(start(2, "BC"), "1"), "Joueur 1 gagne le rond bleu (9 points) par la couleur."),
        (lifts(start(2, "GX"), "1"), "Joueur 1 gagne la croix verte (5 points) par la forme."),
        (
            lifts(start(2, "BX PO"), "1"),
            "Le plot exact ! Joueur 1 gagne la croix bleue (5 points) et, en prime, la cible violette (20 points).",
        ),
        (lifts(start(2, "PT"), "2"), "Joueur 1 ne trouve ni la couleur ni la forme. Sous le paquet : triangle violet."),
        (
            lifts(start(2, "BC GX BS", strict=True), "1 7 4"),
            "Joueur 1 tombe sur le plot interdit d’une de ses cartes. Sous le paquet : rond bleu, carré bleu.",
        ),
        (lifts(start(2, "PO"), "2"), "Joueur 1 ne trouve pas la couleur. Sous le paquet : cible violette."),
        (lifts(start(2, "KX"), "2"), "Joueur 1 ne trouve pas la forme. Sous le paquet : croix noire."),
        (slapping(), "Joueur 4 ne trouve ni la couleur ni la forme."),
        (slapping("2: decline"), "Joueur 3 laisse passer."),
        (slapping("2: slap"), "Joueur 3 frappe la table et prend la main."),
        (
            slapping("0: decline", "1: decline", "2: decline"),
            "Joueur 3 laisse passer. Sous le paquet : triangle bleu.",
        ),
        (
            events(start(2, mode="dice"), "chance: roll PC BO KX YT"),
            "Les dés montrent : rond violet, cible bleue, croix noire, triangle jaune.",
        ),
        (rolled(start(2, mode="dice"), "PC BO KX YT", 3), "Joueur 1 gagne le triangle jaune (3 points)."),
        (rolled(start(2, mode="dice"), "PC BO KX YT", 3, 3), "Joueur 2 tombe sur une case vide."),
        (rolled(start(2, mode="dice"), "PC BO KX YT", 2), "Joueur 1 découvre un plot qu’aucun dé ne demande."),
    ],
)
def test_the_log_is_in_words(table: Table, text: str) -> None:
    assert told(table) == text


def test_the_log_names_no_hat_and_no_peg_that_went_back() -> None:
    table = slapping("1: slap", "1: lift 3")
    log = " ".join(text.en for text in table.tale())
    assert not re.search(r"hat|\blift", log)
    for peg in ("BX", "GT", "PT", "GC", "YT"):
        assert name(peg).en not in log


@pytest.mark.parametrize(
    ("table", "seat", "text"),
    [
        (start(2, "BC"), 0, "À vous : soulevez un chapeau (bleu ou rond)."),
        (start(2, "BC"), 1, "Joueur 1 cherche : bleu ou rond."),
        (lifts(start(2, "BC GX PT"), "1 1"), 0, "les plots de vos propres cartes vous sont interdits"),
        (lifts(start(2, "BC"), "7"), None, "Joueur 1 soulève le chapeau 8 : triangle vert. Manqué : il fallait bleu ou rond."),
        (rolled(start(2, mode="dice"), "PC BO KX YT", 3, 3), None, "Joueur 2 soulève le chapeau 4 : la case est vide."),
        (lifts(start(2, "BC"), "1"), None, "croix bleue. Bonne couleur : gagné !"),
        (lifts(start(2, "GX"), "1"), None, "croix bleue. Bonne forme : gagné !"),
        (lifts(start(2, "BC GX BS"), "1 7 4"), None, "rond bleu. Plot interdit : la même carte est déjà dans sa main !"),
        (slapping(), 0, "Vous risquez 9 points."),
        (slapping(), 3, "Joueur 1, Joueur 2 et Joueur 3 peuvent encore frapper."),
        (slapping("1: slap"), 1, "À vous : soulevez un chapeau (bleu ou triangle)."),
        (lifts(start(2, FAMILY_DECK), FAMILY_LIFTS), None, "Joueur 2 gagne : toutes les cartes ont trouvé preneur."),
        (lifts(start(2, "BX PO"), "1"), None, "croix bleue. C’est le plot exact : une carte en prime !"),
        (slapping(), None, "Erreur ! Le premier qui frappe peut essayer : bleu ou triangle."),
        (lifts(start(2, "BC", max_idle=1), "7"), None, "gagnent : trop de tours de suite sans gain."),
        (lifts(start(6, "BC", teams=True, max_turns=1), "1"), None, "Joueur 1, Joueur 3 et Joueur 5 gagnent : "),
        (lifts(start(2, "BC", max_turns=1), "7"), None, "Joueur 1 et Joueur 2 gagnent : le nombre de tours convenu est atteint."),
    ],
)
def test_captions(table: Table, seat: int | None, text: str) -> None:
    assert text in said(table, seat)


def test_buttons_have_labels() -> None:
    assert [BOX.label(word, ()).fr for word in ("slap", "decline", "5")] == ["Frapper !", "Laisser passer", "Chapeau 5"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_clause(language: Any) -> None:
    page = BOX.rulebook(language)
    assert sorted(re.findall(r"^- \*\*(R\d+)\*\*", page, re.MULTILINE)) == sorted(f"R{i}" for i in range(1, 35))
    assert sorted(re.findall(r"^- \*(Q\d+)\*", page, re.MULTILINE)) == sorted(f"Q{i}" for i in range(1, 31))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_speaks_to_people(language: Any) -> None:
    """No names of options, no codes of pieces, nothing counted from 0, no typewriter apostrophe; the same pictures in both languages.

    The target of a link to a table is not read by people.
    """
    page = re.sub(r"\]\(option:[^)]*\)", "]", BOX.rulebook(language))
    codes = "|".join((*CARDS, "lift \\d", "roll \\w\\w", "dice_wild", "slap_bonus", "forbidden_when_seen", "[Bb]ridge"))
    assert not re.search(rf"\b(?:{codes})\b|_|\b0\b|'", page)
    assert rulebook.cited(page) == rulebook.cited(BOX.rulebook("fr"))
    assert set(rulebook.cited(page)) == set(figures.figures(BOX))


# --- everything ---


def test_the_game_keeps_every_promise() -> None:
    report = conformance.check(BOX, seats=(4,), games=1, moments=4)
    assert report.games == len(BOX.variants)
    assert not report.faults


def test_r30_house_rules_say_when_a_game_ends_that_would_not() -> None:
    default = BOX.house_rules(BOX.game(2).options)
    end = "Règles maison : la partie s’arrête aussi après 300 tours, ou après 30 tours de suite sans aucun gain"
    assert default.fr == f"{end} ; le meilleur score l’emporte."
    dice = BOX.house_rules(BOX.game(3, {"mode": "dice", "max_turns": 80}).options)
    assert dice.en == "House rules: the game also ends after 80 turns; the highest score wins."
