import { defineCrashes } from "./crash/matrix";

// `npm run prove -- crash` runs this file.
defineCrashes("dynamic");
