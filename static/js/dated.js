// For pages that show times and need no other script.

import { setClocks } from "./clocks.js";

setClocks();
