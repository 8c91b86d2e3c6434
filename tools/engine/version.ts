/** The oldest Pulumi CLI that the demo and the tests run on: the first whose import takes outputs. */
export const minimumCliVersion = "3.254.0";

/** The release that is installed or built where no Pulumi CLI is at hand, the same either way. */
export const cliVersion = "3.259.0";

/**
 * The release whose Node.js language host is built. Later ones moved it to a module that has no
 * tags, which no module proxy serves.
 */
export const languageHostVersion = "3.68.0";
