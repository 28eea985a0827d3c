"""Shared code of the tests of CirKis: the worked examples of the dossier, the data file, and short helpers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from support.helpers import played
from tableronde.game import Json
from tableronde.games.cirkis import BOX
from tableronde.table import Table

LOGS = {
    "E3a": "fan@0,1 fan@2,3 arrow@4",
    "E3c": "fan@0,1 arrow@2 arrow@3 arrow@4",
    "E4": "ace@4,13,14 slice@29,44 flag@54,74 flag@65,80 fan@105,125 fan@106,126 sliver@155 big-slice@25,35,36 wedge@55 hook@56,90",
    "E5": "slice@11,12 ace@20,27,40 ace@70,78,100 hook@101,141 wedge@150 wedge@151",
    "E6a": "wedge@11 hook@21,41 arrow@71 wedge@121 sliver@161 sliver@162",
    "E6b": "wedge@8 arrow@32 wedge@48 wedge@58 arrow@68 arrow@138 hook@108,118 fan@127,128 sliver@157 sliver@158",
    "E7a": "arrow@4 wedge@5 ace@16,25,36 hook@31,46 hook@67,97 arrow@66 arrow@136 wedge@81 big-slice@96,146,147 wedge@76",
    "E7b": "wedge@6 wedge@25 wedge@56 arrow@106 sliver@156 arrow@90 wedge@81 slice@96,146 arrow@66 arrow@136 pass pass",
    "E7c": "arrow@1 arrow@2 wedge@10 wedge@11 arrow@21 ace@33,50,51 wedge@40 wedge@59 hook@19,27 arrow@20 pass pass",
    "E8a": (
        "arrow@4 arrow@2 arrow@3 arrow@1 wedge@8 wedge@9 big-slice@27,40,60 wedge@10 fan@19,32 slice@39,59 wedge@49 slice@84,119 "
        "fan@109,129 sliver@159 ace@99,139,149 hook@69,77 ace@98,138,148 flag@48,68 hook@18,26 slice@38,58 hook@108,118 "
        "sliver@158 fan@127,128 sliver@157 fan@91,107 flag@117,137 big-slice@97,146,147 hook@96,136 sliver@156 fan@125,126 "
        "hook@106,116 hook@66,76 flag@67,82 slice@37,57 flag@7,17 ace@31,46,47 big-slice@25,35,36 ace@0,5,6"
    ),
    "E8d": (
        "arrow@2 arrow@3 arrow@0 arrow@4 arrow@1 wedge@13 wedge@14 hook@15,35 wedge@5 arrow@30 hook@24,29 fan@23,34 wedge@12 "
        "wedge@11 hook@22,28 fan@21,33 wedge@10 hook@20,27 flag@9,19 flag@8,18 flag@7,17 flag@6,16 slice@25,36 hook@31,46 "
        "ace@55,56,90 fan@105,125 sliver@155 fan@106,126 sliver@156 slice@81,116 ace@96,136,146 hook@66,76 ace@97,137,147 "
        "flag@47,67 slice@26,37 ace@82,107,117 sliver@157 fan@127,128 sliver@158 fan@91,108 slice@38,58 hook@32,48 slice@83,118 "
        "ace@98,138,148 big-slice@77,99,149 slice@84,119 sliver@159 fan@129,130 ace@85,110,120 fan@92,109 big-slice@40,59,60 pass "
        "hook@70,78 flag@51,71 big-slice@101,150,151 hook@100,140 sliver@160"
    ),
    "E9a": (
        "fan@0,4 fan@1,2 hook@3,11 big-slice@28,42,62 slice@41,61 fan@93,112 fan@131,132 ace@86,111,121 slice@101,151 big-slice@78,100,150"
    ),
    "E9b": (
        "fan@2,3 fan@0,1 hook@4,13 big-slice@29,43,44 ace@63,64,94 fan@113,133 fan@114,134 wedge@89 big-slice@104,145,154 "
        "ace@65,75,95 big-slice@35,55,56 slice@25,36 hook@66,76 big-slice@96,146,147 hook@97,137"
    ),
    "E9c": (
        "fan@0,1 hook@3,11 big-slice@28,41,42 ace@61,62,93 fan@111,131 fan@112,132 flag@122,142 big-slice@103,152,153 "
        "ace@72,79,102 flag@73,88 big-slice@44,63,64 ace@23,29,43 hook@4,14 hook@2,10 big-slice@27,39,40 ace@59,60,92"
    ),
    "E10a": (
        "arrow@1 fan@2,3 wedge@13 ace@23,29,43 wedge@53 big-slice@44,63,64 arrow@94 arrow@113 sliver@163 fan@133,134 slice@88,123 "
        "hook@103,143 big-slice@102,152,153 flag@52,72 ace@22,28,42 hook@61,93 flag@51,71 slice@78,100 hook@140,150 slice@85,120 "
        "hook@20,40 ace@19,27,39 slice@59,60 hook@109,119 hook@69,77 ace@32,48,49 flag@68,83 flag@118,138 arrow@108 fan@127,128 "
        "sliver@157 sliver@158 fan@0,4 big-slice@26,37,38 fan@16,31 big-slice@36,55,56"
    ),
    "E10b": (
        "fan@0,1 hook@3,11 ace@21,28,41 slice@86,121 flag@51,71 ace@70,78,100 big-slice@27,40,60 hook@2,9 hook@4,13 flag@10,20 "
        "wedge@50 ace@85,110,120 arrow@140 big-slice@101,150,151 arrow@141 sliver@161 wedge@59 ace@84,109,119 hook@69,77 "
        "hook@99,139 wedge@148 wedge@149 hook@68,98 big-slice@26,37,38 slice@83,118 fan@91,107 arrow@108 sliver@158 arrow@138 "
        "slice@5,6 slice@7,8 fan@16,31 big-slice@36,55,56 fan@105,125 fan@106,126 sliver@155"
    ),
    "E10c": (
        "wedge@11 big-slice@28,41,42 slice@61,62 hook@71,101 big-slice@100,150,151 hook@70,78 big-slice@27,39,40 ace@59,60,92 "
        "hook@85,110 fan@129,130 hook@109,119 big-slice@77,98,99 flag@48,68 ace@57,58,91 arrow@128 fan@107,127 sliver@157 "
        "arrow@19 flag@10,20 fan@2,3 flag@8,18 hook@17,37 arrow@67 slice@97,147 wedge@82 flag@117,137 wedge@7 arrow@16 "
        "ace@15,25,35 wedge@45 fan@24,30 slice@13,14 ace@34,52,53 hook@87,112 sliver@162 fan@131,132"
    ),
    "E11a": "slice@5,6 slice@7,8 slice@9,10 slice@11,12 wedge@13 wedge@14",
    "E11b": "slice@5,6 slice@7,8 slice@9,10 slice@11,12 ace@4,13,14",
    "E11c": "slice@5,6 slice@7,8 slice@9,10 wedge@11 hook@3,12 arrow@2 hook@4,13 wedge@14",
}


@cache
def data() -> Any:
    """Return the normative data file, copied beside the tests."""
    return json.loads((Path(__file__).parent / "cirkis-board.json").read_text(encoding="utf-8"))


def start(seats: int = 2, first: int = 0, **options: Json) -> Table:
    """Return a table before its first piece."""
    return Table(BOX, seats, options, {"first": first})


def example(name: str, seats: int = 2, **options: Json) -> Table:
    """Return the table after a worked example."""
    return played(start(seats, **options), LOGS[name])


def actions(table: Table) -> list[str]:
    """Return the legal actions of the only actor."""
    [legal] = table.legal().values()
    return list(legal)
