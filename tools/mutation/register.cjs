// Lets the tests load the provider's source, which is what changes, where they load the package as its users do.
process.env.TSX_TSCONFIG_PATH = require.resolve("./tsconfig.json");
require("tsx/cjs");
delete process.env.TSX_TSCONFIG_PATH;
