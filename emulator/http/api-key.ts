/** The default keys of the two APIs. They are documented and not secret. */
export const defaultKeys = { apiKey: "emulator-api-key", verifyKey: "emulator-verify-key" };

export type ApiKeys = Readonly<typeof defaultKeys>;
