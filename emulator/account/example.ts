import { kinds } from "./kind";
import type { Seed } from "./seed";

/** What an emulator starts with when it gets no seed: at least one object of every kind. */
export const exampleAccount: Seed = {
  account: {
    timezone: "Europe/Berlin",
    company_address: "1 Example Street",
    city: "Berlin",
    state: "Berlin",
    postal_code: "10115",
    country: "DE",
  },
  ...Object.fromEntries(Object.entries(kinds).map(([kind, { example }]) => [kind, example])),
};
