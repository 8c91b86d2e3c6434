import { defineCrashes } from "./crash/matrix";

// Run by `npm run prove -- crash`.
defineCrashes("dynamic");
