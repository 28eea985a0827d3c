"""Touch trees."""

import pytest

from tableronde.touch import follow, leaves, settle, tree

ACTIONS = ["a b", "a c d", "a c e", "f g h"]
ROOT = tree(ACTIONS, str.split)


def test_the_leaves_are_the_actions() -> None:
    assert leaves(ROOT) == ACTIONS


def test_following_words() -> None:
    assert list(follow(ROOT, ["a"])) == ["b", "c"]
    assert follow(ROOT, ["a", "c", "e"]) == "a c e"


@pytest.mark.parametrize("picked", [["x"], ["a", "x"], ["a", "b", "c"]])
def test_no_action_begins_so(picked: list[str]) -> None:
    with pytest.raises(KeyError):
        follow(ROOT, picked)


def test_single_branches_are_skipped() -> None:
    assert settle(ROOT, ["f"]) == ("f", "g")
    assert settle(tree(["say *"], str.split), ["say"]) == ("say", "*")
    assert settle(ROOT, ["a"]) == ("a",)


@pytest.mark.parametrize("actions", [["a", "a b"], ["a b", "a"], ["a b", "a b"], [""]])
def test_actions_that_cannot_be_told_apart(actions: list[str]) -> None:
    with pytest.raises(ValueError, match=r"gives no words|same words|begin with all the words"):
        tree(actions, str.split)
