/** One of the service's two interfaces: servers of their own, each with an address and a key. */
export type Interface = "main" | "verification";

/** The names of the settings that hold the address and the key of an interface. */
export const settingsOfInterface = {
  main: { address: "baseUrl", key: "apiKey" },
  verification: { address: "verifyUrl", key: "verifyKey" },
} as const satisfies Record<Interface, { readonly address: string; readonly key: string }>;
