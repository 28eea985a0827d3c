"""Write the lists of what a version shows to authors, clients, programs and operators.

They were written once, from f8d6ab2, and are not written again: what they name must stay. To see how they came to be, or to
add a list of another kind, take a checkout of that version, without compiled files (compiled code does not tell its parameters):

    git worktree add ../then f8d6ab2
    PYTHONPATH=../then/src:../then/tests:tests .venv/bin/python tests/compat/write_lists.py ../then

with the `current.py` of the commit that added this file, since that knows where things lay then.
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from compat import current, visit

HERE = Path(__file__).parent
VISITS = 10
AUTHORS = {"reference.md", "your-game.md", "bots.md", "agents.md", "print.md", "puzzles.md"}  # pages whose modules' signatures are kept
LINKED = ("kernel", "kernels", "flat", "bots.tree", "bots.search", "scene", "kit", "spaces", "theme")  # modules these pages link or explain
NO_NAMES = {"tableronde.service", "tableronde.games", "tableronde.minds"}  # a unit of systemd, a group of entry points, a subject of NATS


def texts(root: Path) -> Iterator[tuple[Path, str]]:
    """Everything that is shown: pages, examples, notebooks as code, files for operators, games of strangers."""
    places = (
        "*.md",
        "docs/*.md",
        "docs/notebooks/*.ipynb",
        "docs/examples/**/*.*",
        "train/README.md",
        "docs/deploy/*",
        "tests/outside/*/*",
    )
    for path in sorted({path for place in places for path in root.glob(place) if path.is_file() and "__pycache__" not in path.parts}):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":
            cells = json.loads(text)["cells"]
            text = "\n".join("".join(cell["source"]) for cell in cells)
        yield path, text


def imports(text: str) -> Iterator[tuple[str, str]]:
    """What a text imports or names of the package: module, and name or nothing."""
    for module, inside, line in re.findall(r"from (tableronde[\w.]*) import (?:\(([^)]*)\)|([\w, ]+))", text):
        for name in (inside or line).split(","):
            if word := name.split(" as ")[0].strip():
                yield module, word
    for module in re.findall(r"(?<!\w)import (tableronde[\w.]*)", text):
        yield module.rstrip("."), ""
    for dotted in re.findall(r"(?<![\w/.-])tableronde(?:\.[A-Za-z_]\w*)+", text):
        if dotted not in NO_NAMES:
            yield dotted, ""


def documented(root: Path) -> tuple[set[str], set[str], set[str]]:
    """The names that are shown as lines; the modules that are shown; those of them that authors are shown."""
    lines, modules, authors = set(), {f"tableronde.{name}" for name in LINKED}, {f"tableronde.{name}" for name in LINKED}
    for path, text in texts(root):
        for found in re.findall(r"-m (tableronde[\w.]*)", text):
            lines.add(f"python -m {found}")
        for module, name in imports(text):
            where, _, last = (module, "", name) if name else (module, "", "")
            try:
                thing = current.resolve(*split(module))
                if name:
                    thing = current.resolve(where, last)
            except LookupError as error:
                print(f"BROKEN in {path.relative_to(root)}: {error}")
                continue
            lines.add(" ".join(filter(None, [*split(module), name])))
            home = f"{module}.{name}" if name and isinstance(thing, type(sys)) else split(module)[0]
            if not home.startswith("tableronde.games."):
                modules.add(home)
                if path.name in AUTHORS or "examples" in path.parts or "outside" in path.parts:
                    authors.add(home)
    return lines, modules, authors


def code_words(root: Path) -> Iterator[str]:
    """The words in all code that authors are shown: files, blocks and spans."""
    for path, text in texts(root):
        if path.suffix in {".py", ".ipynb"}:
            yield from re.findall(r"\w+", text)
        elif path.name in {*AUTHORS, "research.md", "records.md", "README.md"}:
            for block in re.findall(r"```python\n(.*?)```|`([^`\n]+)`|^    (.*)$", text, re.DOTALL | re.MULTILINE):
                yield from re.findall(r"\w+", " ".join(block))


def split(dotted: str) -> tuple[str, str]:
    """The longest module in a name with dots, and the rest."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            current.resolve(".".join(parts[:cut]))
        except LookupError:
            continue
        return ".".join(parts[:cut]), ".".join(parts[cut:])
    return dotted, ""


def programs(root: Path) -> Iterator[str]:
    """Programs beside the package that the pages tell people to run, and the targets of make."""
    for path, text in texts(root):
        if path.suffix in {".md", ".ipynb"}:
            yield from (f"python {file}" for file in re.findall(r"python3? ((?:bench|train|docs)/[\w/]+\.py)", text))
            yield from (f"python -m {module}" for module in re.findall(r"python\s+-m\s+((?:bench|train)\.\w[\w.]*\w)", text))
            yield from (
                f"make {target}" for target in re.findall(r"`make (\w+)`|^\s+make (\w+)", text, re.MULTILINE) for target in target if target
            )
    for target in re.findall(r"^(\w+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE):
        yield f"make {target}"


def shown_commands(root: Path, known: set[str]) -> None:
    """Say which commands and options the pages show though they are not there."""
    for path, text in texts(root):
        for line in re.findall(r"(?<![\w/.\[-])tableronde ([a-z][^\n`|#]*)", text) if path.suffix in {".md", ".service", ".yaml"} else ():
            command, *rest = line.split()
            if f"tableronde {command}" in known:
                for option in (word.split("=")[0].rstrip(".,;:)") for word in rest if word.startswith("--") and len(word) > 2):
                    if not any(f"tableronde {way} {option}" in known for way in (command, *(f"{command} {word}" for word in rest))):
                        print(f"BROKEN in {path.relative_to(root)}: tableronde {line}: {option}")


def metrics(root: Path) -> Iterator[str]:
    """The metrics in the tables of the page, and those the dashboard and Prometheus are shown with."""
    page = (root / "docs/room.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| (`tableronde_[^|]+) \|", page, re.MULTILINE):
        yield from re.findall(r"tableronde_\w+", row)


def said(root: Path) -> Iterator[str]:
    """The keys and values that the page on the room names in its tables, and the store's documents: some come so seldom that no
    visit meets them."""
    page = (root / "docs/room.md").read_text(encoding="utf-8")
    store = (root / "docs/store.md").read_text(encoding="utf-8")
    known, rows = current.spelled(), re.findall(r"^\|.*$", page.split("## Pages")[1], re.MULTILINE)
    for row in [*rows, *re.findall(r"^\| `(?:docs|meta)`.*$", store, re.MULTILINE)]:
        for quoted in re.findall(r"`([^`]+)`", row):
            for word in re.findall(r"(?<![\w/#.?&<-])[a-z_]+(?![\w/<-])", quoted):
                if word in known:
                    yield word
                else:
                    print(f"not spelled in the code: {word} ({quoted})")


def room() -> tuple[set[str], set[str], set[str]]:
    """What came back in every visit, in some, and what the store held after every one."""
    found, kept = [], []
    for i in range(VISITS):
        with tempfile.TemporaryDirectory() as folder:
            with current.serving(Path(folder) / "data", *visit.QUICK, told=False) as server:
                found.append(visit.visit(server.base).found)
            kept.append(set(visit.in_store(Path(folder) / "data")))
        print(f"visit {i + 1}: {len(found[-1])} keys, {len(kept[-1])} in the store", flush=True)
    always = set.intersection(*found)
    return always, set.union(*found) - always, set.intersection(*kept)


def write(name: str, lines: Iterable[str]) -> None:
    """One list."""
    ordered = sorted({line for line in lines if line})
    (HERE / f"{name}.txt").write_text("".join(f"{line}\n" for line in ordered), encoding="utf-8")
    print(f"{name}: {len(ordered)}")


def main(root: Path) -> None:
    """All lists."""
    print("from", current.SOURCE)
    shown, modules, authors = documented(root)
    write("documented", shown)
    public = {(module, name) for module in modules for name in current.public_names(module)}
    write("public", (f"{module} {name}" for module, name in public))
    named = {tuple(line.split()) for line in shown if line.count(" ") == 1}
    words = set(code_words(root))
    called = {pair for pair in public if pair[0] in authors and pair[1] in words} | (named & public)
    write("signatures", (line for pair in called for line in current.calls(*pair)))
    known = set(current.commands())
    write("commands", known)
    shown_commands(root, known)
    write("limits", current.limits())
    write("programs", programs(root))
    write("routes", current.routes())
    write("verbs", current.verbs())
    write("order", current.order())
    write("engine", current.operations())
    write("games", current.games())
    write("metrics", metrics(root))
    write("words", said(root))
    write("environment", set(current.environment()) - {"TABLERONDE_ELSEWHERE"})  # which two of our own processes tell each other
    write("columns", current.columns())
    write("record", current.record())
    write("pictures", current.pictures())
    if "--without-room" not in sys.argv:  # which takes some minutes
        always, sometimes, kept = room()
        write("room", always)
        write("room-sometimes", sometimes)
        write("documents", kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
