import { EmailMarketingError } from "../errors/error";
import type { ExaminedSettings } from "./doctor-settings";
import type { Observation } from "./observation";

/**
 * What there is to say of a stack whose resources all have explicit `Provider`s: it needs no settings for the default one.
 * Nothing for any other stack.
 */
export async function examineProviders({
  settings,
  provider,
  providers,
  objects,
}: ExaminedSettings["stack"]): Promise<Observation[]> {
  const isSet = settings.origin("apiKey") !== undefined;
  if (isSet || provider || !providers || !objects) return [];
  try {
    const names = (await providers()).map(({ name }) => name);
    const isUnused = (await objects()).every(({ explicit }) => explicit !== undefined);
    const [first] = names;
    if (first === undefined || !isUnused) return [];
    const all = names.map((name) => `"${name}"`).join(", ");
    return [
      {
        level: "note",
        about: "default provider",
        says: `not set and not used: the resources in the state belong to the explicit Providers ${all}`,
        wayOut: `To check an account of theirs, run: npx pulumi-email-marketing doctor --provider ${first}`,
      },
    ];
  } catch (error) {
    // Without a state, nothing is known of the Providers.
    if (error instanceof EmailMarketingError) return [];
    throw error;
  }
}
