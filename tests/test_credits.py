"""Who made a game: facts in the box, said on the shelf, the rules page, the kit and to programs, and never in a record."""

import json
from dataclasses import replace

import pytest

from support.helpers import OUTSIDE, SHELF
from tableronde import conformance
from tableronde.cli import main
from tableronde.credits import Credits
from tableronde.room.web.pages.page_data import describe
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import Text

FULL = Credits(("Ana Lise", "Bo Rey"), ("Cy Ott",), ("D. Ohm",), "Maison Ronde", 2020, "Escale à jeux")


def test_what_is_known_is_said_in_both_languages() -> None:
    assert FULL.line == Text("Ana Lise, Bo Rey · Maison Ronde, 2020", "Ana Lise, Bo Rey · Maison Ronde, 2020")
    assert FULL.sentences == Text(
        "Auteurs : Ana Lise et Bo Rey. Illustrations : Cy Ott. Le livret nomme aussi D. Ohm. Éditeur : Maison Ronde, 2020. "
        "Règle trouvée par Escale à jeux.",
        "A game by Ana Lise and Bo Rey. Illustrations: Cy Ott. The booklet also names D. Ohm. Publisher: Maison Ronde, 2020. "
        "Rules found through Escale à jeux.",
    )


@pytest.mark.parametrize(
    ("credits", "line", "sentences"),
    [
        (Credits(), "Author not known to us", "We do not know who made this game."),
        (Credits(others=("A. Bee", "C. Dee", "E. Eff")), "A. Bee, C. Dee, E. Eff", "The booklet names A. Bee, C. Dee and E. Eff."),
        (Credits(("A. Bee",), year=1999), "A. Bee · 1999", "A game by A. Bee. Year: 1999."),
        (Credits(("A. Bee",), publisher="C"), "A. Bee · C", "A game by A. Bee. Publisher: C."),
    ],
)
def test_what_is_not_known_is_left_out(credits: Credits, line: str, sentences: str) -> None:
    assert (credits.line.en, credits.sentences.en) == (line, sentences)


@pytest.mark.parametrize("slug", SHELF)
def test_our_own_games_say_who_made_them(slug: str) -> None:
    box = find(slug)
    assert box.credits is not None
    assert not [each for each in conformance.check(box, games=0, elsewhere=False).advice if "who made" in each.message]
    record = Table(box, min(box.game_type.players)).record()
    assert not [name for name in (*box.credits.authors, *box.credits.others) if name in record.text()]


def test_a_box_without_credits_is_advised_and_not_blamed() -> None:
    report = conformance.check(find(str(OUTSIDE / "editions" / "ford")), games=1, elsewhere=False)
    assert [advice.message for advice in report.advice if "who made" in advice.message]
    assert not report.faults


def test_programs_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json", "kaplan", str(OUTSIDE / "editions" / "ford")]) == 0
    kaplan, ford = json.loads(capsys.readouterr().out)
    assert (kaplan["game"], kaplan["credits"]["authors"], kaplan["credits"]["publisher"]) == ("kaplan", ["Pascal Rolly"], "Le Plan K")
    assert (ford["game"], ford["credits"], ford["edition"]) == ("ford", None, 2)


def test_what_no_booklet_gives_is_marked_as_our_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    """On the shelf, to programs and on paper; the booklets of the other two games give age and duration."""
    assert {slug: find(slug).estimated for slug in SHELF} == {
        "four-circles": ("age", "minutes"),
        "cirkis": ("minutes",),
        "karta-doppio": (),
        "cirkle-duo": (),
        "kaplan": ("age", "minutes"),
    }
    assert main(["games", "--json", "cirkis"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["estimated"] == ["minutes"]
    assert main(["games", "cirkis"]) == 0
    assert "from 8, 30 minutes (our estimate)" in capsys.readouterr().out
    assert describe(find("kaplan"))["estimated"] == ["age", "minutes"]


def test_only_age_and_minutes_can_be_estimates() -> None:
    with pytest.raises(ValueError, match="ford: estimated cannot name 'players'; it may name age, minutes"):
        replace(find(str(OUTSIDE / "editions" / "ford")), estimated=("players",))
