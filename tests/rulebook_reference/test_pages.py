"""Is the rulebook that is read the rulebook that is played? Every row, every special, in words."""

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client

from setup_app.rulebook_pages.pbs_2023_1.piece_totals import altogether
from setup_app.rulebooks import registry
from setup_app.rulebooks.pbs_2023_1.tables import EVENT_NUMBERS, PHRASES, RULINGS, TERRITORIES

BOOK = "/rulebook/pbs-2023.1/"
VOID = {"meta", "link", "br", "input", "img", "path", "use", "circle", "rect"}


class Read(HTMLParser):
    """A page as it is read: whether its tags close in order, its places, its links, its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.crossed: list[str] = []
        self.places: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.text = re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.places.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])

    def handle_startendtag(self, tag, attrs):
        if "id" in dict(attrs):
            self.places.append(dict(attrs)["id"])

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data):
        self.words.append(data)


def read(path):
    answer = Client().get(path)
    assert answer.status_code == 200
    return Read(answer.content.decode())


@pytest.mark.parametrize("slug", TERRITORIES)
def test_a_territory_tells_every_row_of_its_table_and_every_special_in_words(slug):
    page = read(f"{BOOK}{slug}/")
    for row in TERRITORIES[slug].terrain:
        assert row.type.replace("_", "-") in page.places
        for special in row.placement:
            assert PHRASES.phrase(special.text, special.params) in page.text
        for effect in row.effects:
            assert PHRASES.phrase(effect.text, effect.params) in page.text
        assert PHRASES.texts[row.description] in page.text
    for rule in TERRITORIES[slug].special_rules:
        assert PHRASES.phrase(rule.text, rule.params) in page.text


@pytest.mark.parametrize("slug", TERRITORIES)
def test_nothing_on_a_territorys_page_is_left_as_a_code(slug):
    page = read(f"{BOOK}{slug}/")
    assert re.findall(r"\b[a-z]+_[a-z_]+\b|\{\w+", page.text) == []


@pytest.mark.parametrize("slug", TERRITORIES)
def test_a_territorys_page_is_whole_and_each_box_and_type_has_a_place_of_its_own(slug):
    page = read(f"{BOOK}{slug}/")
    assert (page.crossed, page.open) == ([], [])
    assert len(set(page.places)) == len(page.places)
    boxes = {f"box-{row}-{column}" for row in range(1, 6) for column in range(1, 6)}
    assert boxes <= set(page.places)


@pytest.mark.parametrize(
    ("slug", "row", "words"),
    [
        ("waterside", "village", "At most 2, including towns Each side 4 to 6 BW"),
        ("waterside", "town", "At most 1 Each side 4 to 10 BW, one of them over 6"),
        ("waterside", "hills", "Any number Standard size"),
        ("desert", "dry-wadi", "Any number 0.5 to 1 BW wide"),
        ("plains", "mountains", "the left on an odd roll, the right on an even roll"),
        ("plains", "open", "It is removed once all terrain is placed."),
        ("jungle", "marsh", "At most 2 on the table may be declared dangerous"),
        ("mountains", "mountains", "At most 2 on the table may be declared impassable"),
    ],
)
def test_a_row_says_what_the_sheet_says(slug, row, words):
    page = Client().get(f"{BOOK}{slug}/").content.decode()
    article = page[page.index(f'<article id="{row}"') :].split("</article>")[0]
    told = re.sub(r"\s+", " ", Read(article).text.replace("How many", "").replace("Size", ""))
    assert words in told


def test_the_boxes_of_a_map_are_counted_by_density():
    page = read(f"{BOOK}waterside/").text
    asked = page[page.index("Terrain by density") :]
    assert "Featureless 3 Nothing compulsory; nothing impassable" in asked
    assert "Normal 12 2 of any kind" in asked
    assert "Very dense 1 2 difficult, 2 good or rough" in asked


def test_one_goes_through_all_territories_by_the_next_and_back_by_the_one_before():
    path, seen = f"{BOOK}waterside/", []
    while path:
        page = Client().get(path).content.decode()
        seen.append(path)
        on = re.search(r'rel="next"\s+href="([^"]+)"', page)
        path = on[1] if on else ""
    assert seen == [f"{BOOK}{slug}/" for slug in TERRITORIES]
    assert re.search(rf'rel="prev"\s+href="{seen[-2]}"', page)


def test_the_rulebook_tells_every_step_every_ruling_and_every_setting():
    page = read(BOOK)
    rulebook = registry.rulebook("pbs-2023.1")
    assert (page.crossed, page.open) == ([], [])
    assert len(set(page.places)) == len(page.places)
    assert {f"ruling-{each}" for each in RULINGS} <= set(page.places)
    chosen = {each.name for each in rulebook.all_settings() if not each.event_number}
    assert {f"setting-{name}" for name in chosen} <= set(page.places)
    assert {f"number-{name}" for name in EVENT_NUMBERS} <= set(page.places)
    for ruling in RULINGS.values():
        assert PHRASES.texts[ruling.text] in page.text
    for setting in chosen - {"chance_after_back"}:
        assert PHRASES.texts[f"setting.{setting}.why"] in page.text
    assert PHRASES.texts["source.sheet"] in page.text


def test_every_link_within_the_rulebook_leads_to_a_place_that_is_there():
    pages = {path: read(path) for path in (BOOK, *(f"{BOOK}{slug}/" for slug in TERRITORIES))}
    lost = [
        (path, link)
        for path, page in pages.items()
        for link in page.links
        if link.startswith((BOOK, "#"))
        for there, _, place in [link.partition("#")]
        if place not in ("", "content", *pages[there or path].places)
    ]
    assert lost == []


def test_what_is_no_rulebook_or_no_territory_of_it_is_not_there():
    for path in ("/rulebook/none/", f"{BOOK}moon/", f"{BOOK}moon/picture.png"):
        assert Client().get(path).status_code == 404


def test_where_there_are_more_rulebooks_one_chooses_and_a_bare_one_is_read_all_the_same():
    listed = html.unescape(Client().get("/rulebook/", follow=True).content.decode())
    for rulebook in registry.rulebooks():
        assert f'href="/rulebook/{rulebook.id}/' in listed
        page = read(f"/rulebook/{rulebook.id}/")
        assert rulebook.title in page.text


@pytest.mark.django_db
@pytest.mark.parametrize("path", [BOOK, f"{BOOK}plains/", f"{BOOK}plains/picture.png"])
def test_reading_asks_the_database_nothing(path, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert Client().get(path).status_code == 200


@pytest.mark.parametrize(
    "words",
    [
        "Legendary red die: an S, 3 wounds, 2 skulls",
        "Talented yellow die: a blank, an S, 3 wounds, a skull",
        "Competent green die: 2 blanks, an S, 2 wounds, a skull",
        "Mediocre white die: 3 blanks, an S, 2 wounds",
        "8 black, 14 white, 12 green, 10 yellow, 6 red",
    ],
)
def test_faces_and_cards_are_counted_as_players_would(words):
    assert words in read(BOOK).text


@pytest.mark.parametrize(
    ("title", "words"),
    [
        (
            "Dense, mountains or marsh",
            (
                "The defender and the invader each place one flank piece in the same flank "
                "sector; then 2 difficult and 1 good or rough between both players; then up to "
                "2 optional pieces each; 5 to 9 pieces in total."
            ),
        ),
        (
            "Featureless, no secure flank",
            "No flank pieces; then up to 2 optional pieces each; 0 to 4 pieces in total.",
        ),
    ],
)
def test_a_territory_adds_up_what_its_boxes_bring_to_the_table(title, words):
    told = [
        each
        for territory in TERRITORIES.values()
        for each in altogether(registry.rulebook("pbs-2023.1"), territory.cells)
        if each.title == title
    ]
    assert {each.words for each in told} == {words}


def test_every_box_of_a_map_is_under_one_sum_and_the_ruling_on_flank_pieces_is_linked():
    page = Client().get(f"{BOOK}jungle/").content.decode()
    sums = page[page.index('id="altogether"') :].split("</details>")[0]
    linked = re.findall(r'href="#(box-\d-\d)"', sums)
    assert sorted(linked) == sorted(re.findall(r'id="(box-\d-\d)"', page))
    (ruling,) = re.findall(r'href="/rulebook/[^"#]+/#(ruling-[^"]+)"', sums)
    assert f'id="{ruling}"' in Client().get(BOOK).content.decode()


def test_small_maps_have_one_drawing_wherever_they_stand_and_a_legend_on_the_rulebooks_page():
    css = Path(__file__).parents[2] / "static" / "css"
    sign = ".mini i.flank::after {"
    signs = [each.name for each in css.glob("*.css") if sign in each.read_text()]
    assert signs == ["map.css"]
    legend = render_to_string("maps/_mini_legend.html")
    page = Client().get(BOOK).content.decode()
    assert legend.strip() in page
    sheets = re.findall(r'<link rel="stylesheet" href="(/assets/[^"]+)"', page)
    assert sum(sign in Client().get(each).content.decode() for each in sheets) == 1
