"""How Sphinx builds the site; `python -m website` starts it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
project = "Table Ronde"
author = "the authors of Table Ronde"
release = re.findall(r'^__version__ = "(.*)"', (ROOT / "src/tableronde/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)[0]
html_title = f"Table Ronde {release}"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure", "myst.header"]  # code with an ellipsis; files that begin below the first heading
add_module_names = False
toc_object_entries = False
python_maximum_signature_line_length = 88
html_theme = "furo"
html_static_path = ["static", "../../src/tableronde/client/fonts"]
html_css_files = ["house.css"]
html_logo = html_favicon = "../../src/tableronde/client/mark.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options: dict[str, list[str]] = {"top_of_page_buttons": []}
pygments_style = "friendly"
pygments_dark_style = "native"
