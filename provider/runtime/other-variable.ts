/** The environment variables of this package that are no settings, with what each is for. */
export const otherVariables = {
  EMAIL_MARKETING_SMTP_URL: "the server through which `send-test` mails",
  EMAIL_MARKETING_PREVIEW_KEY: "the API key of previews, in the pipelines of the examples",
} as const;
