"""The requester: an account, or a browser without one.

No one needs an account: a browser that stores something gets a random key in its session, which
lasts a year. After signing in, a person keeps what that browser stored before.
"""

import secrets
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Q
from django.http import HttpRequest

from setup_app.identity.network import network_key

_SESSION_FIELD: Final = "owner_key"


@dataclass(frozen=True, slots=True)
class Requester:
    """An account's number, a browser's key, both, or neither: a stranger.

    `network` tells one network address from others, for limits alone: nothing belongs to it.
    """

    account: int | None = None
    key: str = ""
    network: str = field(default="", compare=False, repr=False)

    @property
    def is_stranger(self) -> bool:
        """Whether nothing can belong to this asker."""
        return self.account is None and not self.key

    def owned(self) -> Q:
        """What belongs to this asker, as a condition on `account` and `owner_key`."""
        mine = Q(pk__in=())
        if self.account is not None:
            mine |= Q(account_id=self.account)
        if self.key:
            mine |= Q(owner_key=self.key)
        return mine

    def owns(self, *, account: int | None, owner_key: str) -> bool:
        """Whether something with this account and key belongs to this asker."""
        by_account = self.account is not None and account == self.account
        return by_account or bool(self.key and owner_key == self.key)


NOBODY: Final = Requester()
"""A requester without an identity, whose things have no owner."""


def asker_of(request: HttpRequest) -> Requester:
    """Return who asks; a browser without a key stays without one."""
    user = getattr(request, "user", None)
    account = user.pk if user is not None and user.is_authenticated else None
    return Requester(account, request.session.get(_SESSION_FIELD, ""), network_key(request))


def asker_who_stores(request: HttpRequest) -> Requester:
    """Return who asks, giving a browser without account and key a key for its session.

    The session is stored at once: what is then stored under the key has an owner who holds it.
    """
    asker = asker_of(request)
    if not asker.is_stranger:
        return asker
    key = secrets.token_urlsafe(32)
    keep_key(request, key)
    request.session.save()
    return Requester(None, key, asker.network)


def keep_key(request: HttpRequest, key: str) -> None:
    """Store a key in the requester's session, as theirs from now on."""
    request.session[_SESSION_FIELD] = key
