/** This package's own name and version, read by its own name: that holds from source and from dist alike. */
export const { name, version } = require("pulumi-email-marketing/package.json") as {
  readonly name: string;
  readonly version: string;
};

/** The environment variables of this package that are no settings, with what each is for. */
export const otherVariables = {
  EMAIL_MARKETING_SMTP_URL: "the server through which `send-test` mails",
  EMAIL_MARKETING_PREVIEW_KEY: "the API key of previews, in the pipelines of the examples",
} as const;
