import { before } from "mocha";
import { requireGoFor } from "../../tools/engine/build";

// Check once for all files in this folder, so that a missing Go causes one failure and not one for each language.
before("finds Go", () => requireGoFor("generate the SDKs and run programs in other languages"));
