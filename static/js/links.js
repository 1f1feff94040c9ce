// The links of a battle, ready to be copied.

import { copyLinks } from "./copying.js";

copyLinks();
