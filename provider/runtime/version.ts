/** This package's own name and version, read by its own name: that holds from source and from dist alike. */
export const { name, version } = require("pulumi-email-marketing/package.json") as {
  readonly name: string;
  readonly version: string;
};
