// Stores the sheet of a table for use without a connection, if the browser can.

import { keepForOffline } from "./offline.js";

await keepForOffline(document.querySelector(".sheet").dataset);
