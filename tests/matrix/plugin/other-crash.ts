import { defineCrashes } from "../crash/matrix";

// Run by `npm run prove -- plugin`, beside the first table.
defineCrashes("plugin", (table) => table !== "crash");
