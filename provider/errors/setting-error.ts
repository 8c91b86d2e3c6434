import { EmailMarketingError } from "./error";

/** A rule that the value of a setting breaks, with what its sentence needs; never the value: it may hold a key. */
export type SettingRule =
  | { readonly rule: "one-of"; readonly values: readonly string[] }
  | { readonly rule: "range"; readonly least: number; readonly most: number }
  | { readonly rule: "whole"; readonly least: number }
  /** The name of a time zone. */
  | { readonly rule: "time-zone" }
  /** Only characters that a header may hold. */
  | { readonly rule: "key" }
  /** An address at all. */
  | { readonly rule: "address" }
  /** The scheme of an address. */
  | { readonly rule: "https" }
  /** http is for loopback hosts only. */
  | { readonly rule: "encrypted"; readonly host: string }
  /** No credentials, query or fragment. */
  | { readonly rule: "address-only" }
  | { readonly rule: "domain" }
  /** What lives in an emulator lives in no account. */
  | { readonly rule: "no-loopback" };

/** A setting whose value breaks a rule. */
export function invalidSetting(place: string, broken: SettingRule): EmailMarketingError {
  return new EmailMarketingError("config", `${place}: ${ruleSentence(broken)}.`);
}

function ruleSentence(broken: SettingRule): string {
  switch (broken.rule) {
    case "one-of":
      return `must be one of ${broken.values.map((value) => `"${value}"`).join(", ")}`;
    case "range":
      return `must be a number from ${broken.least} to ${broken.most}`;
    case "whole":
      return `must be a whole number, at least ${broken.least}`;
    case "time-zone":
      return "must be the name of a time zone, such as America/New_York or UTC";
    case "key":
      return "must not contain spaces, line breaks or non-ASCII characters";
    case "address":
      return "must be a URL such as https://host/v1";
    case "https":
      return "must be an https URL";
    case "encrypted":
      return `must use https: over http, the key would be sent to ${broken.host} in plain text. http is allowed for loopback hosts only`;
    case "address-only":
      return "must not contain credentials, a query or a fragment";
    case "domain":
      return "must be a domain such as mail.example.com";
    case "no-loopback":
      return 'must not contain "loopback": objects of an emulator belong to no other account';
  }
}

/** A setting that a request needs and no source has, with the places where it can be set, in words. */
export interface MissingSetting {
  readonly name: string;
  readonly argument: string;
  readonly stackConfig: string;
  readonly environment: string;
  /** True when only the argument counts: an explicit Provider does not inherit the setting. */
  readonly isOwn: boolean;
}

/** The error for a missing setting; it names all places. */
export function missingSetting(missing: MissingSetting): EmailMarketingError {
  const { name, argument, stackConfig, environment, isOwn } = missing;
  const fix = isOwn
    ? `Set ${argument}: an explicit Provider does not use ${stackConfig} or ${environment}.`
    : `Set ${argument}, ${stackConfig} or ${environment}.`;
  return new EmailMarketingError("config", `missing required setting "${name}". ${fix}`);
}

/** What is wrong with a key that is not a secret in the stack config. */
export function plainTextKeyProblem(configKey: string): string {
  return `${configKey} is stored in plain text in the stack config`;
}

/** The same with what to do. */
export function plainTextKeySentence(configKey: string): string {
  return `${plainTextKeyProblem(configKey)}. Run: pulumi config set --secret ${configKey}`;
}
