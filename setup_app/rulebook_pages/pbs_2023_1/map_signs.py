"""Small hand-drawn signs for each kind of terrain on the map."""

from typing import Final

SIGNS: Final = """
<g id="sheet-mountains"><path class="lit" d="M-17 3-10-8-7-11 0-25 5-15 8-13 17 3q-17 3-34 0z"/>
<path class="shade" d="M0-25 5-15 8-13 17 3Q10 4 4 4L7-5 2-12z"/>
<path class="hair" d="M-3-17-5-10-4-5M-8-8-10-2M-6-3-6 2M4-11 7-7M9-8l3 6M8-3l2 5"/></g>
<g id="sheet-hills"><path class="lit" d="M-17 3Q-10-13 0-13T17 3q-17 3-34 0z"/>
<path class="hair" d="M0-13v6M-5-12l-2 6M5-12l2 6M-10-7-13-2M10-7l3 5M9-3l3 4"/></g>
<g id="sheet-woods"><path class="hair" d="M-6 2v4M5 1v5"/>
<path class="leaf" d="M-6 3q-6 0-6-5-2-4 2-6 1-5 5-4 5-1 6 4 4 2 2 6-2 6-9 5z"/>
<path class="leaf" d="M5 3q-5 0-6-4-1-4 3-5 1-5 4-4 5 0 5 4 4 2 1 6-2 4-7 3z"/>
<path class="dark" d="M-3-8q4 5 0 10 5-2 5-7-1-4-5-3zM8-7q3 4 0 9 4-1 5-5-1-4-5-4z"/></g>
<g id="sheet-forest"><path class="fir" d="M-7-19-2-10h-2l4 7h-3l3 5h-14l3-5h-3l4-7h-2z"/>
<path class="dark" d="M-7-19-2-10h-2l4 7h-3l3 5h-7z"/><path class="hair" d="M-7 2v4M7 4v3"/>
<path class="fir" d="M7-14l4 7H9l4 6h-2l2 5H1l2-5H1l4-6H3z"/>
<path class="dark" d="M7-14l4 7H9l4 6h-2l2 5H7z"/></g>
<g id="sheet-rocky_ground">
<path class="stone" d="M-14 3-12-6-4-9 3-4 4 3zM2 4l1-6 6-4 6 5 1 5z"/>
<path class="shade" d="M-4-9 3-4 4 3h-7l2-6zM9-6l6 5 1 5h-6l1-5z"/>
<path class="hair" d="M-9-3l2 2M-12 6h6M6 6h7"/></g>
<g id="sheet-marsh"><path class="wet" d="M-15 3h12M1 3h13M-9 7H8M-12-3h7M5-4h8"/>
<path class="reed" d="M-8 3v-11M-8 3q-4-3-5-8M-8 3q4-3 5-8M7 3v-12M7 3Q3 0 2-5M7 3q4-3 5-8"/></g>
<g id="sheet-sand_dunes">
<path class="sand" d="M-17 3Q-8-12 6 1-6-3-17 3zM-4 6Q6-8 18 5 6 1-4 6z"/>
<path class="hair" d="M-12 0q5-6 11-3M1 3q5-5 11-1"/></g>
<g id="sheet-sandy_ground"><path class="grain" d="M-13-5h.1M-7-9h.1M-1-5h.1M5-10h.1M10-5h.1M-10 0h.1
M-4-1h.1M3 0h.1M8 2h.1M13-1h.1M-12 5h.1M-6 5h.1M0 5h.1M6 7h.1M12 5h.1"/></g>
""".replace("\n", "")
"""The signs. Light falls from the left, as on old maps: sides that face away are shaded."""

DRAWN: Final = frozenset(
    {
        "mountains",
        "hills",
        "woods",
        "forest",
        "rocky_ground",
        "marsh",
        "sand_dunes",
        "sandy_ground",
    }
)
