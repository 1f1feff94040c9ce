// The page of a battle: every part of it starts here, and each is a room of its own.

import { startBoxes, startCounts, startTicks } from "./choosing.js";
import { copyLinks } from "./copying.js";
import { startEditor } from "./editing.js";
import { fitTable, showRail } from "./fitting.js";
import { keepSecrets } from "./secrets.js";
import { refuseTwice } from "./sending.js";
import { wait } from "./waiting.js";

const battle = document.getElementById("battle");

keepSecrets(battle);
showRail();
fitTable();
startEditor();
startBoxes();
startCounts();
startTicks();
refuseTwice();
copyLinks();
if (battle.dataset.state) wait(battle);
document.documentElement.dataset.ready = "";
