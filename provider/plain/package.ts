/** This package's name and version. The path begins with the name, so that it resolves from the sources and dist. */
export const { name, version } = require("pulumi-email-marketing/package.json") as {
  readonly name: string;
  readonly version: string;
};

/** Environment variables of this package that aren't settings, each with its purpose. */
export const otherVariables = {
  EMAIL_MARKETING_SMTP_URL: "the server through which `send-test` mails",
  EMAIL_MARKETING_PREVIEW_KEY: "the API key of previews, in the pipelines of the examples",
} as const;
