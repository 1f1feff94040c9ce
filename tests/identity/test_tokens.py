"""Are tokens derived as they were when the first were handed out, and told apart by their kind?"""

import base64
import hashlib
import hmac

import pytest

from setup_app.identity.tokens import Claim, TokenKind

BATTLE = "23456789abcdef"
SEAT = TokenKind("seat", thing="[2-9a-z]{14}", holder="[01cus]")


def by_hand(secret: str, kind: str, message: str) -> str:
    key = hashlib.sha256(f"metator.{kind}{secret}".encode()).digest()
    whole = hmac.new(key, message.encode(), hashlib.sha256).digest()
    return base64.b32encode(whole[:20]).decode().lower()


def test_a_token_is_made_of_thing_holder_and_generation_as_it_always_was(settings):
    code = by_hand(settings.SECRET_KEY, "seat", f"{BATTLE}/u/3")

    assert SEAT.token(BATTLE, "u", 3) == f"{BATTLE}-u-{code}"


def test_a_token_holds_in_its_own_generation_for_its_own_thing_alone():
    claim = SEAT.read(SEAT.token(BATTLE, "0", 1))

    assert claim is not None
    assert SEAT.holds(claim, thing=BATTLE, generation=1)
    assert not SEAT.holds(claim, thing=BATTLE, generation=2)
    assert not SEAT.holds(claim, thing=BATTLE[::-1], generation=1)
    assert not SEAT.holds(Claim(BATTLE, "1", claim.code), thing=BATTLE, generation=1)


def test_a_token_of_one_kind_is_none_of_another():
    role = TokenKind("role", thing=SEAT.thing, holder=SEAT.holder)
    claim = role.read(SEAT.token(BATTLE, "0", 0))

    assert claim is not None
    assert not role.holds(claim, thing=BATTLE, generation=0)


def test_a_token_under_the_key_before_holds_too(settings):
    token = SEAT.token(BATTLE, "0", 0)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another, and as long as the one before it was"

    claim = SEAT.read(token)
    assert claim is not None
    assert SEAT.holds(claim, thing=BATTLE, generation=0)


@pytest.mark.parametrize("text", ["", BATTLE, f"{BATTLE}-x-{'a' * 32}", f"{BATTLE}-0-{'a' * 31}"])
def test_what_has_not_the_shape_of_a_token_claims_nothing(text):
    assert SEAT.read(text) is None
