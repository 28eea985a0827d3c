"""Simulated power cuts: nothing confirmed is lost on any disk, and the key is as durable as the database."""

import shutil

import pytest

from siege.power import Story, cuts, play


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """A room that was played in and killed."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    return play(tmp_path_factory.mktemp("power"), 40)


def test_nothing_confirmed_is_lost(story: Story) -> None:
    tally = cuts(story, 6)
    assert tally.lost == []
    assert tally.promised > 200


@pytest.mark.parametrize(("lies", "loss"), [("room.sqlite-wal", "is missing"), ("key", "so guests cannot be identified")])
def test_the_model_sees_what_a_disk_loses_that_lies(lies: str, loss: str, story: Story) -> None:
    assert any(loss in told for told in cuts(story, 2, lies=lies).lost)


def test_the_first_cookie_is_signed_with_a_key_that_is_there(story: Story) -> None:
    """Finding 6: from the moment of the first greeting."""
    early = Story(story.folder, story.key, [], story.greeted, story.log[: story.greeted])
    assert cuts(early, 1).lost == []
