"""What can go wrong with stored armies?"""

from setup_app.script.errors import DomainError


class ArmyNotFound(DomainError):
    """No such list, or not this asker's: the two look alike, since its existence is private."""

    def __init__(self) -> None:
        super().__init__("not_found")


class SampleIsReadOnly(DomainError):
    """A sample can be copied, not changed."""

    def __init__(self) -> None:
        super().__init__("not_allowed")


class TooManyArmies(DomainError):
    """One asker may keep only so many lists."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many_armies", {"most": most})
