"""Ownership of stored things, by an account, by a browser, or by no one.

An owner can list, change and delete a thing. Its secrets are another matter: the creator of a
battle owns its row and sees no hand.
"""

from typing import ClassVar, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from setup_app.engine.errors import DomainError
from setup_app.identity.public_ids import fresh_public_id
from setup_app.identity.requesters import Requester


class NotThere(DomainError):
    """The thing does not exist or is not the requester's. Both look alike, since its existence is
    private.
    """

    def __init__(self) -> None:
        super().__init__("not_found")


class ReadOnly(DomainError):
    """A shared thing can be copied, not changed."""

    def __init__(self) -> None:
        super().__init__("not_allowed")


class TooMany(DomainError):
    """One requester may store only a limited number of each kind."""


class Owned(models.Model):
    """A thing that belongs to an account or to a browser's key.

    It outlives its account without an owner: others have its link or play in it.
    """

    public_id = models.SlugField(max_length=60, unique=True, default=fresh_public_id)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    owner_key = models.CharField(max_length=64, blank=True, db_index=True)

    class Meta:
        abstract = True

    @property
    def is_shared(self) -> bool:
        """Return whether everyone may see it and no one may change it."""
        return False

    def is_of(self, asker: Requester) -> bool:
        """Return whether it belongs to this requester."""
        return asker.owns(account=self.account_id, owner_key=self.owner_key)


class Collected(Owned):
    """A thing in a requester's collection, or a shared one, marked by its field `shared`.

    A collection is private: it is deleted with its account.
    """

    shared: ClassVar[str]

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="%(app_label)s",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    @property
    def is_shared(self) -> bool:
        return bool(getattr(self, self.shared))


Thing = TypeVar("Thing", bound=Owned)
Item = TypeVar("Item", bound=Collected)


def seen_by(model: type[Item], asker: Requester) -> QuerySet[Item]:
    """Return the requester's own things and the shared ones.

    The condition that a shared thing has no owner is explicit, because it lets an index be used.
    """
    shared = Q(**{model.shared: True}, owner_key="", account=None)
    return model._default_manager.filter(asker.owned() | shared)


def owned_parts(model: type[Thing], asker: Requester) -> list[QuerySet[Thing]]:
    """Return the requester's own things in disjoint parts: the account's, the browser's.

    An index orders each part; together they would have to be sorted completely.
    """
    parts = []
    if asker.account is not None:
        parts.append(model._default_manager.filter(account=asker.account))
    if asker.key:
        kept = model._default_manager.filter(owner_key=asker.key)
        parts.append(kept if asker.account is None else kept.exclude(account=asker.account))
    return parts


def found(visible: QuerySet[Thing], public_id: str, *, by: str = "public_id") -> Thing:
    """Return one of these, by its id or another unique field; raises `NotThere`. One query."""
    thing = visible.filter(**{by: public_id}).first()
    if thing is None:
        raise NotThere
    return thing


def own(model: type[Thing], asker: Requester, public_id: str) -> Thing:
    """Return one of the requester's own things, locked until the transaction ends.

    Raises `NotThere`, and `ReadOnly` for a shared thing.
    """
    thing = found(model._default_manager.select_for_update(), public_id)
    if thing.is_shared:
        raise ReadOnly
    if not thing.is_of(asker):
        raise NotThere
    return thing


def owner(asker: Requester) -> dict[str, int | str | None]:
    """Return the fields that make a new thing the requester's. A stranger cannot store anything."""
    if asker.is_stranger:
        raise ValueError("an anonymous requester cannot own anything: give it a key first")
    return owner_if_any(asker)


def owner_if_any(asker: Requester) -> dict[str, int | str | None]:
    """Return the same fields, empty for a stranger: the thing has no owner, and they get tokens for
    it.
    """
    return {
        "account_id": asker.account,
        "owner_key": asker.key if asker.account is None else "",
    }


def make_room(
    model: type[Owned], asker: Requester, *, most: int, refusal: str, more: int = 1
) -> None:
    """Raise `TooMany`, with the code `refusal`, if the requester would have more than `most`."""
    if model._default_manager.filter(asker.owned()).count() + more > most:
        raise TooMany(refusal, {"most": most})
