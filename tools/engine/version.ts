/** The oldest Pulumi CLI for the demo and the tests, because `pulumi import` of earlier versions accepts no outputs. */
export const minimumCliVersion = "3.254.0";

/** The release to install or build if no Pulumi CLI is found. */
export const cliVersion = "3.259.0";

/**
 * The release of the Node.js language host to build. Module proxies serve no later release, because the module has no
 * later tags.
 */
export const languageHostVersion = "3.68.0";
