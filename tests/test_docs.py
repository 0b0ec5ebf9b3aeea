"""What the documents say is there is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mendax

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "mendax"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name
)
def test_files_and_names_exist(page: Path) -> None:
    """`arena/run.py:run_games`: the file is there, and defines the name."""
    for where, name in re.findall(r"`([a-z0-9_/]+/[a-z0-9_]+\.py)(?::(\w+))?`", page.read_text()):
        file = next((base / where for base in (SOURCES, ROOT) if (base / where).exists()), None)
        assert file is not None, f"there is no {where}"
        defined = rf"^(?:class |def )?{name}\b" if name else ""
        assert re.search(defined, file.read_text(), re.MULTILINE), f"{where} does not define {name}"


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    others = [
        path for path in (ROOT / "docs").glob("**/*") if path.suffix in (".md", ".html") and path.name != "index.md"
    ]
    assert [path.name for path in others if f"({path.relative_to(ROOT / 'docs')})" not in index] == []


def test_the_readme_program_runs() -> None:
    page = (ROOT / "README.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"```\n{done.stdout}```" in page, "the README shows another output"


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert versions[0] == mendax.__version__
