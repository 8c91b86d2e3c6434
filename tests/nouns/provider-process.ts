// Loaded before the first test: what the SDK makes global would count as that one's leak.
import "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import type { Emulator } from "email-marketing-emulator";
import kinds from "pulumi-email-marketing/dynamic";
import { pluginProvider } from "../support/plugin";
import { canaryKeys } from "../support/service";
import { unmarked, type WayIn } from "../support/way-in";

/** A kind that a text in the state can name. */
export type Kind = keyof typeof kinds;

/** The provider of one kind as the engine's provider process has it, every method present. */
export type KindProvider = Required<dynamic.ResourceProvider>;

/** Settings by name, and the way in that the process is. */
interface ProcessSettings extends Readonly<Record<string, string>> {
  readonly wayIn?: WayIn;
}

let processes = 0;

/**
 * What one provider process of the engine serves, without the engine: its kinds share an account, and share nothing with
 * those of another process.
 */
export function providerProcess(
  emulator: Emulator,
  { wayIn, ...settings }: ProcessSettings = {},
): (kind: Kind) => KindProvider {
  processes += 1;
  // Equal settings share an account; these differ in what no test waits for.
  const config = new Map([
    ["emailmarketing:baseUrl", emulator.baseUrl],
    ["emailmarketing:apiKey", canaryKeys.apiKey],
    ["emailmarketing:verifyKey", `of-process-${processes}`],
    ...Object.entries(settings).map(([name, value]) => [`emailmarketing:${name}`, value] as const),
  ]);
  return (kind) => {
    if (wayIn === "plugin") return pluginProvider(kind, Object.fromEntries(config));
    const provider = kinds[kind]() as KindProvider;
    const get = (key: string) => config.get(key);
    void provider.configure({ config: { get, require: (key) => get(key) ?? "" } });
    return unmarked(provider);
  };
}
