"""Have public ids the shapes that links, tokens and addresses count on?"""

import re

from setup_app.battles.models import new_public_id
from setup_app.identity.public_ids import fresh_public_id


def test_ids_of_lists_maps_and_tables_are_sixteen_letters_of_an_address():
    drawn = {fresh_public_id() for _ in range(50)}

    assert len(drawn) == 50
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{16}", each) for each in drawn)


def test_ids_of_battles_are_fourteen_letters_none_of_which_is_taken_for_another():
    drawn = {new_public_id() for _ in range(50)}

    assert len(drawn) == 50
    assert all(re.fullmatch(r"[2-9a-hjkmnp-z]{14}", each) for each in drawn)
