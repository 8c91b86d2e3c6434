import { defineCrashes } from "../crash/matrix";

// Run by `npm run prove -- plugin`, beside the rest.
defineCrashes("plugin", (table) => table === "crash");
