"""Whose is it? A list or a map is an asker's, or nobody's: then everybody sees it as it is."""

import secrets
from typing import ClassVar, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from setup_app.askers import Asker
from setup_app.script.errors import DomainError


class NotThere(DomainError):
    """No such thing, or not this asker's: the two look alike, since its existence is private."""

    def __init__(self) -> None:
        super().__init__("not_found")


class ReadOnly(DomainError):
    """What is everybody's can be copied, not changed."""

    def __init__(self) -> None:
        super().__init__("not_allowed")


class TooMany(DomainError):
    """One asker may keep only so many of a kind."""


def fresh_public_id() -> str:
    """Return an identifier that nobody can guess."""
    return secrets.token_urlsafe(12)


class Owned(models.Model):
    """Something of an account or of a browser's key; what its field `shared` marks is nobody's."""

    shared: ClassVar[str]

    public_id = models.SlugField(max_length=60, unique=True, default=fresh_public_id)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="%(app_label)s",
    )
    owner_key = models.CharField(max_length=64, blank=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    @property
    def is_shared(self) -> bool:
        """Whether it is everybody's to see and nobody's to change."""
        return bool(getattr(self, self.shared))


Thing = TypeVar("Thing", bound=Owned)


def seen_by(model: type[Thing], asker: Asker) -> QuerySet[Thing]:
    """Return the asker's own, and what is everybody's."""
    return model.objects.filter(asker.owned() | Q(**{model.shared: True}))


def found(visible: QuerySet[Thing], public_id: str) -> Thing:
    """Return one of these; raises `NotThere`. One query."""
    thing = visible.filter(public_id=public_id).first()
    if thing is None:
        raise NotThere
    return thing


def own(model: type[Thing], asker: Asker, public_id: str) -> Thing:
    """Return one of the asker's own, held until the transaction ends.

    Raises `NotThere`, and `ReadOnly` for what is everybody's.
    """
    thing = found(model.objects.select_for_update(), public_id)
    if thing.is_shared:
        raise ReadOnly
    if not asker.owns(account=thing.account_id, owner_key=thing.owner_key):
        raise NotThere
    return thing


def owner(asker: Asker) -> dict[str, int | str | None]:
    """Return the fields that make a new thing the asker's. A stranger stores nothing."""
    if asker.is_stranger:
        raise ValueError("a stranger stores nothing: give him a key first")
    return {
        "account_id": asker.account,
        "owner_key": asker.key if asker.account is None else "",
    }


def make_room(model: type[Owned], asker: Asker, *, most: int, refusal: str, more: int = 1) -> None:
    """Raise `TooMany`, by the code `refusal`, where the asker would have more than `most`."""
    if model.objects.filter(asker.owned()).count() + more > most:
        raise TooMany(refusal, {"most": most})
