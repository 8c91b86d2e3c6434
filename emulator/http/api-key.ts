/** The default keys. They are documented and not secret. */
export const defaultKeys = { apiKey: "emulator-api-key", verifyKey: "emulator-verify-key" };

/** The keys of the two APIs. */
export interface ApiKeys {
  readonly apiKey: string;
  readonly verifyKey: string;
}
