// The sheet of a table: kept for when there is no connection, where the browser can.

import { keepForOffline } from "./offline.js";

await keepForOffline(document.querySelector(".sheet").dataset);
