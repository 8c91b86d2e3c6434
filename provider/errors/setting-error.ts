import { EmailMarketingError } from "./error";

/** A rule that the value of a setting breaks, with what its sentence needs; never the value: it may hold a key. */
export type SettingRule =
  | { readonly rule: "one-of"; readonly values: readonly string[] }
  | { readonly rule: "range"; readonly least: number; readonly most: number }
  /** Only characters that a header may hold. */
  | { readonly rule: "key" }
  /** An address at all. */
  | { readonly rule: "address" }
  /** The scheme of an address. */
  | { readonly rule: "https" }
  /** http is for loopback hosts only. */
  | { readonly rule: "encrypted"; readonly host: string }
  /** No credentials, query or fragment. */
  | { readonly rule: "address-only" };

/** A setting whose value breaks a rule. */
export function invalidSetting(place: string, broken: SettingRule): EmailMarketingError {
  return new EmailMarketingError("config", `${place} ${ruleSentence(broken)}.`);
}

function ruleSentence(broken: SettingRule): string {
  switch (broken.rule) {
    case "one-of":
      return `is none of ${broken.values.join(", ")}`;
    case "range":
      return `is not a number from ${broken.least} to ${broken.most}`;
    case "key":
      return "holds a space, a line break or another character that no key has";
    case "address":
      return "is not an address such as https://host/v1";
    case "https":
      return "is not an https address";
    case "encrypted":
      return `names the host ${broken.host} over http: a key would travel in clear. Use https; http is for loopback hosts only`;
    case "address-only":
      return "holds more than an address: leave out credentials, query and fragment";
  }
}

/** A setting that a request needs and no source has. */
export function missingSetting(name: string, places: readonly string[]): EmailMarketingError {
  return new EmailMarketingError(
    "config",
    `${name} is not set. Give it as ${places.join(" or ")}.`,
  );
}

/** A key that can be read in the stack config. */
export function clearKey(configKey: string): EmailMarketingError {
  return new EmailMarketingError(
    "config",
    `${configKey} stands in clear in the stack config. Run: pulumi config set --secret ${configKey}`,
  );
}
