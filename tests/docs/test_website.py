"""The documentation site: examples run, every public name has a sentence and an example, pages are made without Sphinx."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from tableronde.cli import COMMANDS
from tableronde.game import Game
from tableronde.theme import PATTERNS
from website import api_pages, links, llms, pictures, reference, sources
from website.pages import Stage, place_of

ROOT = sources.ROOT
FILES = sorted(reference.EXAMPLES.glob("*.md"))
COMING = ROOT / "docs" / "guides" / "coming-from.md"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all pages as Sphinx gets them."""
    folder = tmp_path_factory.mktemp("stage")
    Stage(folder).fill()
    return folder


@pytest.mark.parametrize("path", [*FILES, COMING], ids=lambda path: path.stem)
def test_examples_run(path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {"__name__": "examples"}
    said: list[str] = []
    for i, block in enumerate(blocks):
        test = doctest.DocTestParser().get_doctest(block, names, f"{path.stem} {i}", str(path), 0)
        assert test.examples
        test.globs = names
        doctest.DocTestRunner().run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)


def test_what_those_who_come_from_elsewhere_are_told_is_there() -> None:
    text = COMING.read_text(encoding="utf-8")
    assert set(re.findall(r"^## (.*)$", text, re.MULTILINE)) > {"OpenSpiel", "boardgame.io", "Board Game Arena"}
    assert set(re.findall(r"`tableronde ([a-z]+)", text)) <= set(COMMANDS)
    for module, name in re.findall(r"`(tableronde(?:\.\w+)+)\.(\w+)\(", text):
        assert sources.describe(module, name), f"{module}.{name}"
    told = set(re.findall(r"`(\w+)(?:\(\w|`)", text.partition("## boardgame.io")[2]))
    assert {"deal", "start", "legal", "apply", "outcome", "view", "why_not", "tell", "hear"} <= told & set(dir(Game)) | {"tell"}


def test_every_file_of_examples_belongs_to_a_module() -> None:
    assert {path.stem for path in FILES} == {reference.examples_path(section.module).stem for section in reference.sections()}


def test_links_and_names_are_whole() -> None:
    assert [*links.broken_links(), *links.missing_names()] == []


def test_a_broken_link_and_a_missing_name_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Here\n\n[a](gone.md) [b](#here) [c](#there)\n", encoding="utf-8")
    monkeypatch.setattr(links, "ROOT", tmp_path)
    assert list(links.broken_links()) == ["page.md: there is no gone.md", "page.md: the page has no heading #there"]
    monkeypatch.setattr(reference, "page_text", lambda: "## `tableronde.text`\n\n| name | meaning |\n|---|---|\n| `Tekst` | a text |\n")
    reference.sections.cache_clear()
    try:
        assert list(links.missing_names()) == ["python-api.md: tableronde.text has no Tekst"]
    finally:
        reference.sections.cache_clear()


def test_a_signature_is_as_its_author_wrote_it() -> None:
    described = sources.describe("tableronde", "Table")
    assert described is not None
    assert described.signature.startswith("(box: Box, seats: int, options: Json=None")
    assert "play(actor: Actor, action: Action) -> Event" in {f"{each.name}{each.signature}" for each in described.members}


def test_each_module_has_a_page_with_signatures_and_examples() -> None:
    pages = dict(api_pages.pages())
    assert set(pages) == {section.module for section in reference.sections()}
    table = pages["tableronde.table"]
    assert "{py:method} play(actor: Actor, action: Action) -> Event" in table
    assert ">>> table.play(0" in table


def test_every_link_of_a_page_leads_to_a_page(stage: Path) -> None:
    for page in stage.rglob("*.md"):
        text = links.prose(page.read_text(encoding="utf-8"))
        for target, _ in links.LINK.findall(text):
            assert not target or (page.parent / target).exists(), f"{page.relative_to(stage)}: {target}"


def test_files_outside_docs_become_pages() -> None:
    assert str(place_of(ROOT / "docs" / "examples" / "pebbles.py")) == "files/docs/examples/pebbles.py.md"
    assert str(place_of(ROOT / "SECURITY.md")) == "files/SECURITY.md"
    assert str(place_of(ROOT / "docs" / "README.md")) == "index.md"


def test_every_theme_word_is_a_picture_in_both_themes(stage: Path) -> None:
    page = (stage / "reference" / "theme-words.md").read_text(encoding="utf-8")
    for word in pictures.style_words():
        assert page.count(f"<code>{word}</code>") >= 2, word
    assert page.count("<svg") == 2 * (len(pictures.style_words()) + len(pictures.SHAPES) + len(PATTERNS))


def test_llms_txt_names_every_page_of_the_index(stage: Path, tmp_path: Path) -> None:
    llms.write(stage, tmp_path)
    said = (tmp_path / "llms.txt").read_text(encoding="utf-8")
    assert said.startswith("# Table Ronde\n\n> ")
    for link in re.findall(r"\]\(([^)]+)\)", said):
        assert (tmp_path / link).exists(), link
    assert "(tutorials/play.md)" in said
    assert "(reference/api/tableronde.table.md)" in said


def test_the_generators_lock_stands_for_itself() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert "docs" not in extras  # a build of the site needs none of our dependencies, and nobody else needs its own
    lock = (ROOT / "docs" / "website" / "requirements.lock").read_text(encoding="utf-8")
    assert {"sphinx", "furo", "myst-parser"} <= set(re.findall(r"^([\w-]+)==", lock, re.MULTILINE))
    assert lock.count("--hash=sha256:") > 20
    assert "://" not in lock
