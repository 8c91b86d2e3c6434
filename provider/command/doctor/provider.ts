import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "../../engine/project";
import { EmailMarketingError } from "../../errors/error";
import { quoted } from "../../errors/redact";
import type { Observation } from "./observation";
import type { ExaminedSettings } from "./settings";

/** Before the first update, only the program knows whether its resources have explicit `Provider`s. */
const unknownYet = {
  about: "default provider",
  says: "apiKey is not set in the stack config or in the environment",
  wayOut:
    "Run: pulumi config set --secret emailmarketing:apiKey. If every resource of the program has an explicit Provider, none is " +
    "needed: after the first pulumi up, run: npx pulumi-email-marketing doctor --provider NAME",
} as const;

/**
 * What there is to say of a stack whose resources all have explicit `Provider`s, or may have them since it has none yet: it
 * needs no settings for the default one. Nothing for any other stack.
 */
export async function examineProviders(
  { settings, provider, providers, objects }: ExaminedSettings["stack"],
  cwd: string,
): Promise<Observation[]> {
  const isSet = settings.origin("apiKey") !== undefined;
  if (isSet || provider || !providers || !objects) return [];
  try {
    const names = (await providers()).map(({ name }) => name);
    const known = await objects();
    const isUnused = known.every(({ explicit }) => explicit !== undefined);
    const [first] = names;
    if (first === undefined && known.length > 0) return [];
    if (first === undefined) {
      return [{ level: mayHaveProvider(cwd) ? "warning" : "fault", ...unknownYet }];
    }
    if (!isUnused) return [];
    const all = names.map((name) => quoted(name)).join(", ");
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

/** Whether a source of the project speaks of a Provider, in whatever language; where none does, a component may still have one. */
function mayHaveProvider(cwd: string): boolean {
  const folders = [findProject(cwd)?.folder ?? cwd];
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !foreign.test(entry.name)) folders.push(path);
      const isSource = entry.isFile() && source.test(entry.name);
      if (isSource && /provider/i.test(readFileSync(path, "utf8"))) return true;
    }
  }
  return false;
}

/** Folders of packages, of tools and of what is built. */
const foreign = /^(\..*|node_modules|venv|bin|obj|target|dist)$/;
const source = /\.([cm]?[jt]sx?|py|go|java|kt|scala|cs|fs|vb|ya?ml)$/;
