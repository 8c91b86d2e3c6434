import { before } from "mocha";
import { requireGoFor } from "../../tools/engine/build";

// For all files here, so that one failure says what to install, and not one for each language.
before("finds Go", () => requireGoFor("generate the SDKs and run programs in other languages"));
