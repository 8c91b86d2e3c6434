import {
  type Input,
  type Output,
  output,
  ProviderResource,
  type ResourceOptions,
  secret,
} from "@pulumi/pulumi";
import { EmailMarketingError } from "./errors/error";
import { type ExplicitSettings, rememberSettings } from "./program/explicit-settings";
import { readStackConfig } from "./program/program";
import { inheritedSetting } from "./settings/compose";
import { explicitMarker } from "./settings/explicit-provider";
import { configKey } from "./settings/source";
import { type SettingName, settingNames, settingRow } from "./settings/table";
import { unknownSettings } from "./settings/unknown-name";

/** The settings of an explicit {@link Provider}; what is left out comes from stack config or environment. */
export interface ProviderArgs {
  /** The API key, sent as is in `Authorization`. Made a secret here; never taken from stack config or environment. */
  apiKey?: Input<string>;
  /** Address of the main interface with its version, such as `https://host/v1`; https unless the host is loopback. */
  baseUrl?: Input<string>;
  /** The key of the verification interface, sent as `Authorization: Bearer`. Made a secret here, like `apiKey`. */
  verifyKey?: Input<string>;
  /** Address of the verification interface; https unless the host is loopback. */
  verifyUrl?: Input<string>;
  /** Names the account that objects live in; default the origin of `baseUrl`, `loopback` for loopback hosts. */
  account?: Input<string>;
  /** `specified` (default), or `extended`: with operations that only public clients show. */
  operations?: Input<"specified" | "extended">;
  /** What findings of a preview are: `warn` (default), `error` or `off`. */
  preflight?: Input<"warn" | "error" | "off">;
  /** Upper bound of the pace, 1 to 50 requests a second; default 50. */
  requestsPerSecond?: Input<number>;
  /** The longest time of one try, in seconds; default 30. */
  timeoutSeconds?: Input<number>;
  /** The longest time of a call with its retries, in seconds; default 300. */
  deadlineSeconds?: Input<number>;
  /** The debug log: `off` (default), `debug` or `file:PATH`. */
  log?: Input<string>;
}

/**
 * One account, for programs that speak to several. Give it as `provider` to resources and functions.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Provider, Sender } from "pulumi-email-marketing";
 *
 * const config = new pulumi.Config();
 * const eu = new Provider("eu", {
 *   apiKey: config.requireSecret("euKey"),
 *   baseUrl: "https://eu.example.com/v1",
 *   account: "eu",
 * });
 * new Sender("news", { email: "news@acme.example", name: "Acme News" }, { provider: eu });
 * ```
 *
 * Pulumi has one package for all dynamic resources: given in a component's `providers`, this provider serves every
 * dynamic resource below, other people's too, with these settings only. Prefer `provider` on our own resources.
 */
export class Provider extends ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: ResourceOptions) {
    requireKnown(name, args);
    const settings = ownSettings(args);
    const inputs = settingNames
      .filter((key) => settings[key] !== undefined)
      .map((key) => [configKey(key), settings[key]]);
    super("pulumi-nodejs", name, { ...Object.fromEntries(inputs), [explicitMarker]: name }, opts);
    rememberSettings(this, settings);
  }
}

/** A misspelt address would have the objects made in another account. */
function requireKnown(name: string, args: ProviderArgs): void {
  const problems = unknownSettings(Object.keys(args)).map(({ problem }) => problem);
  if (problems.length === 0) return;
  throw new EmailMarketingError("config", `Provider "${name}": ${problems.join(" ")}`);
}

function ownSettings(args: ProviderArgs): ExplicitSettings {
  const settings: { [Name in SettingName]?: Output<string> } = {};
  for (const name of settingNames) {
    const given: Input<string | number> | undefined =
      args[name] ?? inheritedSetting(name, readStackConfig);
    if (given === undefined) continue;
    const setting = output(given).apply(String);
    settings[name] = settingRow(name).isSecret ? secret(setting) : setting;
  }
  return settings;
}
