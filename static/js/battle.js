// The page of a battle: starts all its parts, each in a module of its own. Parts of a redrawn page start
// again (life.js); the stream and the answer being sent last longer.

import { announce } from "./announcement.js";
import { Bars } from "./bars.js";
import { goOnAtOnce, startBoxes, startCounts, startTicks } from "./choices.js";
import { setClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { copyLinks } from "./link-copy.js";
import { takeDoubleTaps } from "./double-taps.js";
import { Drafts } from "./drafts.js";
import { DrawnPage } from "./drawn-page.js";
import { showRail } from "./fit.js";
import { keepPlace, putBack } from "./reader-place.js";
import { forgetPut } from "./placement.js";
import { Live } from "./live.js";
import { startLookingBack } from "./looking-back.js";
import { keepForOffline } from "./offline.js";
import { keepSecrets } from "./secrets.js";
import { sayMissing } from "./missing-choices.js";
import { Outbox } from "./outbox.js";
import { startTable } from "./table.js";
import { Talk } from "./talk.js";
import { Follower } from "./follower.js";

const { dataset } = document.getElementById("battle");
const bars = new Bars(document.getElementById("bars"));
const connection = new Connection(dataset.state);
const live = new Live(dataset, connection);
const drawnPage = new DrawnPage(connection, drawn);
takeDoubleTaps(drawnPage);
sayMissing();
const outbox = new Outbox(connection, bars, drawnPage);

keepSecrets(document.getElementById("battle"));
begin();
keepPlace(document.getElementById("battle"));
document.documentElement.dataset.ready = "";

function begin() {
  const battle = document.getElementById("battle");
  const drafts = new Drafts(battle);
  drafts.restore();
  forgetPut(battle);
  // Parts that change text come before parts that measure it.
  setClocks();
  const laid = startTable();
  startBoxes();
  startCounts();
  startTicks();
  goOnAtOnce();
  copyLinks();
  drafts.start(laid?.steps);
  const back = battle.dataset.mode === "past";
  if (!back) new Follower(battle, { connection, live, bars, outbox, drafts, drawnPage });
  const talk = document.querySelector(".talk");
  if (talk) new Talk(talk, connection, bars);
  startLookingBack(battle, { connection, bars });
  announce();
  // This measures the page, so it comes after everything that changes the layout.
  showRail();
  const { worker, table, sheet } = bars.words;
  keepForOffline({ worker, keep: table ? [table, sheet] : [] });
}

function drawn(place) {
  for (const kind of ["wentOn", "unsent"]) bars.hide(kind);
  begin();
  putBack(document.getElementById("battle"), place);
}
