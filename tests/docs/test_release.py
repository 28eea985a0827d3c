"""What a release is made of: the workflow, the wheels it asks for, and the check of tag, version and changelog."""

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tableronde import __version__

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE: Any = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text())


def load_script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"release_{name}", ROOT / ".github" / "release" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_digest(path: Path) -> None:
    used = re.findall(r"uses: (\S+)(.*)", path.read_text())
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), f"{action} does not say its version"


def test_no_workflow_may_do_what_it_need_not() -> None:
    for path in WORKFLOWS:
        assert yaml.safe_load(path.read_text())["permissions"] == {}
    assert RELEASE["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert RELEASE["jobs"]["publish"]["environment"]["name"] == "pypi"
    assert RELEASE["jobs"]["publish"]["steps"][-1]["with"] == {"attestations": True}
    assert "secrets." not in (ROOT / ".github" / "workflows" / "release.yml").read_text()


def test_wheels_are_made_for_every_supported_python_and_system() -> None:
    wheels = PROJECT["tool"]["cibuildwheel"]
    named = {line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if "Python :: 3." in line}
    assert {f"cp{number.replace('.', '')}-*" for number in named} == set(wheels["build"])
    assert not [pattern for pattern in wheels["skip"] if "musllinux" in pattern or "manylinux" in pattern]
    systems = {name.partition("-")[0] for name in RELEASE["jobs"]["wheels"]["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_the_tag_the_package_and_the_changelog_agree(tmp_path: Path) -> None:
    (tmp_path / "src" / "tableronde").mkdir(parents=True)
    (tmp_path / "src" / "tableronde" / "__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 - 2027-01-02\n\nMore.\n")
    check = load_script("check")
    assert check.faults("v1.2.0", tmp_path) == []
    assert check.faults("v1.3.0", tmp_path) == ["the tag is v1.3.0, the package is 1.2.0"]
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    assert check.faults("v1.2.0", tmp_path) == ["the changelog begins with 'Unreleased', not with 1.2.0 and its date"]


def test_the_sbom_names_the_version_and_depends_on_all_it_lists(tmp_path: Path) -> None:
    bare = {
        "metadata": {"component": {"name": "tableronde", "bom-ref": "root"}},
        "components": [{"bom-ref": "b"}, {"bom-ref": "a"}],
        "dependencies": [{"ref": "a"}, {"ref": "root"}],
    }
    (tmp_path / "sbom.json").write_text(json.dumps(bare))
    load_script("sbom").complete(tmp_path / "sbom.json")
    made = json.loads((tmp_path / "sbom.json").read_text())
    assert made["metadata"]["component"]["purl"] == f"pkg:pypi/tableronde@{__version__}"
    assert made["dependencies"][1]["dependsOn"] == ["a", "b"]
