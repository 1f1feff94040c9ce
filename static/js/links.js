// The links of a battle, ready to be copied.

import { copyLinks } from "./link-copy.js";
import { sayPlainHttp } from "./offline.js";

sayPlainHttp();
copyLinks();
