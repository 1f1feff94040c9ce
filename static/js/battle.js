// The page of a battle: every part of it starts here, and each is a room of its own.

import { announce } from "./announcing.js";
import { Bars } from "./bars.js";
import { goOnAtOnce, startBoxes, startCounts, startTicks } from "./choosing.js";
import { setClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { copyLinks } from "./copying.js";
import { Drafts } from "./drafts.js";
import { showRail } from "./fitting.js";
import { keepPlace } from "./keeping.js";
import { forgetPut } from "./laying.js";
import { startLookingBack } from "./looking-back.js";
import { keepForOffline } from "./offline.js";
import { keepSecrets } from "./secrets.js";
import { Sending } from "./sending.js";
import { startTable } from "./table.js";
import { Talking } from "./talking.js";
import { Waiting } from "./waiting.js";

const battle = document.getElementById("battle");
const bars = new Bars(document.getElementById("bars"));
const connection = new Connection(battle.dataset.state);
const drafts = new Drafts(battle);

keepSecrets(battle);
drafts.restore();
forgetPut(battle);
showRail();
const laid = startTable();
startBoxes();
startCounts();
startTicks();
goOnAtOnce();
copyLinks();
drafts.start(laid?.steps);
const sending = new Sending(connection, bars);
const back = battle.dataset.mode === "past";
if (!back) new Waiting(battle, { connection, bars, sending, drafts });
const talk = document.querySelector(".talk");
if (talk) new Talking(talk, connection, bars);
setClocks();
startLookingBack(battle, { connection, bars });
keepPlace(battle);
announce();
const { worker, table, sheet } = bars.words;
keepForOffline({ worker, keep: table ? [table, sheet] : [] });
document.documentElement.dataset.ready = "";
