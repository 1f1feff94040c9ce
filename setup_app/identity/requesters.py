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

    `network` distinguishes network addresses, only for limits: nothing belongs to it.
    """

    account: int | None = None
    key: str = ""
    network: str = field(default="", compare=False, repr=False)

    @property
    def is_stranger(self) -> bool:
        """Return whether nothing can belong to this requester."""
        return self.account is None and not self.key

    def owned(self) -> Q:
        """Return a condition on `account` and `owner_key` for this requester's things."""
        mine = Q(pk__in=())
        if self.account is not None:
            mine |= Q(account_id=self.account)
        if self.key:
            mine |= Q(owner_key=self.key)
        return mine

    def owns(self, *, account: int | None, owner_key: str) -> bool:
        """Return whether a thing with this account and key belongs to this requester."""
        by_account = self.account is not None and account == self.account
        return by_account or bool(self.key and owner_key == self.key)


NOBODY: Final = Requester()
"""The owner of things without an owner."""


def asker_of(request: HttpRequest) -> Requester:
    """Return the requester; a browser without a key stays without one."""
    user = getattr(request, "user", None)
    account = user.pk if user is not None and user.is_authenticated else None
    return Requester(account, request.session.get(_SESSION_FIELD, ""), network_key(request))


def asker_who_stores(request: HttpRequest) -> Requester:
    """Return the requester; a browser without account and key gets a key for its session.

    The session is saved at once, so that things stored under the key have an owner who holds it.
    """
    asker = asker_of(request)
    if not asker.is_stranger:
        return asker
    key = secrets.token_urlsafe(32)
    keep_key(request, key)
    request.session.save()
    return Requester(None, key, asker.network)


def keep_key(request: HttpRequest, key: str) -> None:
    """Put a key into the requester's session; from now on it is theirs."""
    request.session[_SESSION_FIELD] = key
