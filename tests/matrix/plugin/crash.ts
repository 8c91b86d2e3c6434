import { defineCrashes } from "../crash/matrix";

// `npm run prove -- plugin` runs this file and other-crash.ts at the same time.
defineCrashes("plugin", (table) => table === "crash");
