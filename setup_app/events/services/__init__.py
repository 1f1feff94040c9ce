"""What may be done in an event: made, changed, roles handed out, players entered."""

from setup_app.events.services.entries import change_entry, enter, import_entries
from setup_app.events.services.events import change_event, copy_event, create_event, delete_event
from setup_app.events.services.roles import add_role, change_role, reissue_role, remove_role

__all__ = (
    "add_role",
    "change_entry",
    "change_event",
    "change_role",
    "copy_event",
    "create_event",
    "delete_event",
    "enter",
    "import_entries",
    "reissue_role",
    "remove_role",
)
