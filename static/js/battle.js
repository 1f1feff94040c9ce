// The page of a battle: every part of it starts here, and each is a room of its own.

import { Bars } from "./bars.js";
import { startBoxes, startCounts, startTicks } from "./choosing.js";
import { Connection } from "./connection.js";
import { copyLinks } from "./copying.js";
import { Drafts } from "./drafts.js";
import { showRail } from "./fitting.js";
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
showRail();
startTable();
startBoxes();
startCounts();
startTicks();
copyLinks();
drafts.start();
const sending = new Sending(connection, bars);
new Waiting(battle, { connection, bars, sending, drafts });
const talk = document.querySelector(".talk");
if (talk) new Talking(talk, connection, bars);
document.documentElement.dataset.ready = "";
