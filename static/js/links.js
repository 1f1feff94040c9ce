// The links of a battle, ready to be copied.

import { copyLinks, shareMessages } from "./link-copy.js";
import { sayPlainHttp } from "./offline.js";

sayPlainHttp();
copyLinks();
shareMessages();
