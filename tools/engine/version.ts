/** The oldest Pulumi CLI for the demo and the tests: the first one whose import accepts outputs. */
export const minimumCliVersion = "3.254.0";

/** The release to install or build if no Pulumi CLI is found. */
export const cliVersion = "3.259.0";

/**
 * The release of the Node.js language host to build. No later release is used, because later releases are in a module
 * without tags, which no module proxy serves.
 */
export const languageHostVersion = "3.68.0";
