"""Does a code with its parameters become the sentence that a player reads?"""

import string

import pytest

from setup_app.rulebooks.codes import Params
from setup_app.rulebooks.pbs_2023_1.tables import PHRASES, TERRITORIES
from setup_app.rulebooks.phrases import Phrases

TEXTS = Phrases(
    {
        "junction.and": " and ",
        "junction.or": " or ",
        "name.town.one": "town",
        "name.town.many": "towns",
        "name.village.one": "village",
        "name.village.many": "villages",
        "name.fort.one": "fort",
        "name.fort.many": "forts",
        "plain": "nothing to fill in.",
        "list": "{types:many or} and a {types}.",
        "figure": "within {distance} BW.",
    }
)


@pytest.mark.parametrize(
    ("types", "sentence"),
    [
        (("town",), "Towns and a town."),
        (("town", "village"), "Towns or villages and a town and village."),
        (
            ("fort", "town", "village"),
            "Forts, towns or villages and a fort, town and village.",
        ),
        (
            (("fort", "town"), ("village",)),
            "Forts, towns or villages and a fort, town and village.",
        ),
    ],
)
def test_words_are_named_and_joined(types: tuple[str, ...], sentence: str) -> None:
    assert TEXTS.phrase("list", Params({"types": types})) == sentence


@pytest.mark.parametrize(
    ("distance", "sentence"), [(2, "Within 2 BW."), (2.0, "Within 2 BW."), (0.5, "Within 0.5 BW.")]
)
def test_figures_stand_as_short_as_they_can(distance: float, sentence: str) -> None:
    assert TEXTS.phrase("figure", Params({"distance": distance})) == sentence


def test_every_part_of_a_sentence_goes_through_the_translation() -> None:
    german = {
        "{types:many or} and a {types}.": "{types:many or} und {types}.",
        "towns": "Städte",
        "villages": "Dörfer",
        "town": "Stadt",
        "village": "Dorf",
        " or ": " oder ",
        " and ": " und ",
    }

    sentence = TEXTS.phrase("list", Params({"types": ("town", "village")}), german.__getitem__)

    assert sentence == "Städte oder Dörfer und Stadt und Dorf."
    assert TEXTS.text("plain", str.upper) == "NOTHING TO FILL IN."


def test_an_unknown_code_is_no_empty_sentence() -> None:
    with pytest.raises(KeyError):
        TEXTS.text("gone")
    with pytest.raises(KeyError):
        TEXTS.phrase("list", Params({"types": ("castle",)}))


def test_every_sentence_of_the_tables_can_be_said() -> None:
    said = [
        PHRASES.phrase(coded.text, coded.params)
        for territory in TERRITORIES.values()
        for coded in (
            *territory.special_rules,
            *(special for row in territory.terrain for special in row.placement),
            *(effect for row in territory.terrain for effect in row.effects),
        )
    ]

    assert len(said) > 88
    assert all(
        sentence[0] in string.ascii_uppercase and sentence.endswith(".") and "{" not in sentence
        for sentence in said
    )


def test_a_shared_field_rule_reads_as_a_sentence() -> None:
    fields = TERRITORIES["cultivated"].row("fields")

    assert fields is not None
    assert PHRASES.phrase(fields.placement[0].text, fields.placement[0].params) == (
        "It may be placed without dice if it touches a field, tilled field, town or village "
        "already on the table and stays wholly in one sector."
    )
