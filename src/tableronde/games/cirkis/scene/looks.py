"""The glass, the lead and the light: theme words of CirKis."""

from typing import Final

from tableronde.theme import Look

SEATS: Final = ("seat0 waved", "seat1", "seat2", "seat3")
LOOKS: Final = {
    "waved": Look(pattern="waves"),  # in print, plain glass would look like an empty space
    "frame": Look(fill="#3a332e", stroke="#15110f", width=0.5),
    "fillet": Look(fill="none", stroke="#b08d3e", width=0.25),
    "pane": Look(stroke="#4b443e", width=0.28),
    "milk": Look(fill="#d9d2c4"),
    "haze": Look(fill="#cbc4b6"),
    "amber": Look(fill="#eecf8f"),
    "honey": Look(fill="#e6c27a"),
    "azure": Look(fill="#a8cbdb"),
    "sky": Look(fill="#97bfd2"),
    "blush": Look(fill="#e6c0ad"),
    "smoke": Look(fill="#b3aebb"),
    "lit": Look(fill="#fffbe9"),
    "candle": Look(fill="#fff0c0"),
    "frost": Look(fill="#e3f4fb"),
    "beacon": Look(fill="#8a7d6a", stroke="#4b443e", width=0.25),
    "glow": Look(fill="#fffdf2", opacity=0.17),
    "came": Look(fill="none", stroke="#26211e", width=0.6),
    "engraved": Look(fill="none", stroke="#6f6252", width=0.16),
    "leaded": Look(stroke="#1b1714", width=0.5, opacity=0.86),
    "lead": Look(fill="none", stroke="#1b1714", width=0.5),
    "seam": Look(fill="none", stroke="#1b1714", width=0.14),
    "reach": Look(fill="none", stroke="#26211e", width=0.5, dash=True),
    "casing": Look(fill="none", stroke="#15110f", width=1.7),
    "leader": Look(fill="none", stroke="#ffffff", width=0.75),
    "place": Look(opacity=0.3, stroke="#5a420c", width=0.5, pattern="plain"),
    "aimed": Look(opacity=0.85, stroke="#5a420c", width=1.1),
    "medal": Look(fill="#f6f1e7", stroke="#1b1714", width=0.35, ink="#1d1714"),
    "spent": Look(fill="none", opacity=0.3, dash=True),
    "tray": Look(fill="none", width=0.9),  # where the pieces of one shape lie
    "idle": Look(opacity=0.28),  # a piece that cannot be played now
}
