"""What may be done in an event: made, changed, roles handed out, players entered."""

from setup_app.events.event.services.checking import (
    ListVerdict,
    approve_lists,
    decide,
    open_list,
    publish_lists,
    reopen_list,
)
from setup_app.events.event.services.clock import set_clock
from setup_app.events.event.services.entries import (
    change_entry,
    enter,
    entry_named,
    import_entries,
    remove_entry,
)
from setup_app.events.event.services.events import (
    change_event,
    copy_event,
    create_event,
    delete_event,
)
from setup_app.events.event.services.lists import keep_draft, submit_list, withdraw_list
from setup_app.events.event.services.peers import open_peers, remark
from setup_app.events.event.services.results import TableReport, must_fit, note_absent, report
from setup_app.events.event.services.roles import (
    add_role,
    change_role,
    note_device,
    reissue_role,
    remove_role,
)
from setup_app.events.event.services.rounds import (
    BY_HAND,
    next_number,
    pair_round,
    publish_round,
    withdraw_round,
    write_pairings,
)

__all__ = (
    "BY_HAND",
    "ListVerdict",
    "TableReport",
    "add_role",
    "approve_lists",
    "change_entry",
    "change_event",
    "change_role",
    "copy_event",
    "create_event",
    "decide",
    "delete_event",
    "enter",
    "entry_named",
    "import_entries",
    "keep_draft",
    "must_fit",
    "next_number",
    "note_absent",
    "note_device",
    "open_list",
    "open_peers",
    "pair_round",
    "publish_lists",
    "publish_round",
    "reissue_role",
    "remark",
    "remove_entry",
    "remove_role",
    "reopen_list",
    "report",
    "set_clock",
    "submit_list",
    "withdraw_list",
    "withdraw_round",
    "write_pairings",
)
