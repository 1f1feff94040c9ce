"""What can go wrong with stored maps?"""

from setup_app.script.errors import DomainError


class MapNotFound(DomainError):
    """No such map, or not this asker's: the two look alike, since its existence is private."""

    def __init__(self) -> None:
        super().__init__("not_found")


class OfficialMapIsReadOnly(DomainError):
    """An official map can be copied, not changed."""

    def __init__(self) -> None:
        super().__init__("not_allowed")


class TooManyMaps(DomainError):
    """One asker may keep only so many maps."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many_maps", {"most": most})
