import {
  type Input,
  type Output,
  output,
  ProviderResource,
  type ResourceOptions,
  secret,
} from "@pulumi/pulumi";
import { quoted } from "./errors/redact";
import type { WholeNumber } from "./input/validation";
import { programError } from "./lifecycle/failure";
import { requireName } from "./program/dynamic-resource";
import { type ExplicitSettings, readStackConfig, rememberSettings } from "./program/program";
import { unknownSettings } from "./settings/problem";
import { inheritedGuards, inheritedSetting } from "./settings/settings";
import {
  argumentText,
  configKey,
  explicitMarker,
  inheritedMarker,
  isBlank,
  type SettingName,
  settingNames,
  settingRows,
} from "./settings/table";

/**
 * The settings of an explicit {@link Provider}. A setting that is not set here is taken from the stack config, then
 * from the environment, except for keys, `formerAccounts`, `accountDomain` and `timeZone`.
 */
export interface ProviderArgs {
  /**
   * The API key of the main API, sent unchanged in the `Authorization` header. It becomes a secret. An
   * explicit `Provider` never takes it from the stack config or the environment.
   */
  apiKey?: Input<string>;
  /**
   * The address of the main API with its version, such as `https://host/v1`. It must use https, unless the host
   * is loopback.
   */
  baseUrl?: Input<string>;
  /**
   * The key of the verification API, sent as `Authorization: Bearer`. It becomes a secret. An explicit
   * `Provider` never takes it from the stack config or the environment. Only `getFileVerification` needs it.
   */
  verifyKey?: Input<string>;
  /** The address of the verification API. It must use https, unless the host is loopback. */
  verifyUrl?: Input<string>;
  /**
   * The name of the account that resources belong to. Changing this replaces the resources, unless `formerAccounts` has
   * the old name. Set it for each account: an explicit `Provider` without it has the name of the stack's.
   * @defaultValue the origin of `baseUrl`, or `loopback` for loopback hosts
   */
  account?: Input<string>;
  /**
   * What this account was called before, separated by commas, or as a list in the stack config: earlier values of
   * `account`, or addresses that it had while it had no name. Resources that the state has under such a name stay as
   * they are, and only their state changes. `loopback` is not allowed. An explicit `Provider` never takes it from the stack config, and no environment
   * variable sets it.
   */
  formerAccounts?: Input<string>;
  /**
   * A sending domain that the account must have, such as `mail.example.com`. It is searched for before the first write
   * of an update, and in previews; if the account doesn't have it, nothing is written. An explicit `Provider` never
   * takes it from the stack config or the environment.
   */
  accountDomain?: Input<string>;
  /**
   * The operations to use: `specified`, or `extended`, which adds operations that only public clients document.
   * @defaultValue `specified`
   */
  operations?: Input<"specified" | "extended">;
  /**
   * What to do with problems that a preview finds in the account: `warn`, `error` (fail the preview) or `off`.
   * @defaultValue `warn`
   */
  preflight?: Input<"warn" | "error" | "off">;
  /**
   * The time zone in which the service reads the dates of campaigns, as an IANA name such as `America/New_York`. With
   * it, `scheduledAt` of a `CampaignSchedule` can be a time with a time zone, and a time is in the past by the clocks of this zone. An
   * explicit `Provider` never takes it from the stack config or the environment, because another account may have another
   * time zone.
   */
  timeZone?: Input<string>;
  /**
   * Whether the service may be made to send email: `allow`, or `refuse`, which makes it an error to schedule a campaign, to
   * change its date, and to have DNS records emailed by a `DomainDnsShare`. For accounts and stacks that must not send
   * email, such as staging.
   * @defaultValue `allow`
   */
  sending?: Input<"allow" | "refuse">;
  /**
   * The largest number of contacts that a campaign can be scheduled for, at least 1. A `CampaignSchedule` for more is an
   * error, and so is one whose number of contacts can't be known, unless its `ignoreChecks` has `recipients-unknown`.
   * @defaultValue no limit
   */
  maxRecipients?: Input<WholeNumber>;
  /**
   * The days and hours in which a campaign can be scheduled, such as `Mon-Fri 08:00-18:00; Sat 10:00-14:00`, in the time
   * zone in which the service reads dates. Both ends belong to it, `22:00-02:00` and `Fri-Mon` are allowed, and without days
   * the hours hold for every day. A `CampaignSchedule` with a new or changed date outside is an error.
   * @defaultValue any time
   */
  sendWindow?: Input<string>;
  /**
   * Within how many whole hours two mails to the same list are a warning, `audience-again`: 0 to 8760, 0 for no warning.
   * @defaultValue 24
   */
  audienceGapHours?: Input<WholeNumber>;
  /**
   * The largest number of requests per second, 1 to 50.
   * @defaultValue 50
   */
  requestsPerSecond?: Input<number>;
  /**
   * The timeout of one attempt of a request, in seconds, 0.01 to 3600.
   * @defaultValue 30
   */
  timeoutSeconds?: Input<number>;
  /**
   * The timeout of a request with all its retries, in seconds, 0.01 to 86400. The resource option `customTimeouts` has no
   * effect.
   * @defaultValue 300
   */
  deadlineSeconds?: Input<number>;
  /**
   * The debug log: `off`, `debug` (to the Pulumi output) or `file:PATH`. It never contains keys or contact data.
   * @defaultValue `off`
   */
  log?: Input<string>;
}

/**
 * The settings of one account, for programs that use several accounts. Pass it to resources and functions as the option
 * `provider`.
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
 * ## Components
 * All dynamic resources belong to one Pulumi package. If you pass this provider in a component's `providers`, it serves
 * every dynamic resource below that component, including those of other packages, with these settings only. Prefer the
 * option `provider` on the resources of this package.
 */
export class Provider extends ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: ResourceOptions) {
    requireName("Provider", name);
    // Refuses these, because with a misspelt `baseUrl`, the key would be sent to the address that the Provider inherits.
    const problems = unknownSettings(Object.keys(args));
    if (problems.length > 0) {
      throw programError("config", `Provider ${quoted(name)}: ${problems.join(" ")}`);
    }
    const settings = ownSettings(args);
    const inputs = Object.entries(settings).map(([key, value]) => [
      configKey(key as SettingName),
      value,
    ]);
    const ofStack = inheritedGuards((key) => !isBlank(args[key]), readStackConfig);
    const marks = ofStack === undefined ? {} : { [inheritedMarker]: ofStack };
    const all = { ...Object.fromEntries(inputs), ...marks, [explicitMarker]: name };
    super("pulumi-nodejs", name, all, opts);
    rememberSettings(this, { ...settings, ...marks });
  }
}

function ownSettings(args: ProviderArgs): ExplicitSettings {
  const settings: { [Name in SettingName]?: Output<string> } = {};
  for (const name of settingNames) {
    const inherited = inheritedSetting(name, readStackConfig);
    const given: Input<string | number> | undefined = isBlank(args[name]) ? inherited : args[name];
    if (given === undefined) continue;
    // An output of another stack may be undefined. Then the Provider inherits the setting.
    const setting = output<string | number>(given).apply((value: unknown) =>
      isBlank(value) ? (inherited ?? "") : argumentText(value),
    );
    settings[name] = settingRows[name].isSecret ? secret(setting) : setting;
  }
  return settings;
}
