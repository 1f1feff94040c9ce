// A page that tells times and needs no other script.

import { setClocks } from "./clocks.js";

setClocks();
