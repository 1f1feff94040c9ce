// The links of a battle, ready to be copied.

import { copyLinks } from "./copying.js";
import { sayPlainHttp } from "./offline.js";

sayPlainHttp();
copyLinks();
