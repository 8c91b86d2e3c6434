import { defineCrashes } from "./crash/matrix";

// Run by `npm run prove -- plugin`.
defineCrashes("plugin");
