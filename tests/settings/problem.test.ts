import { expect } from "chai";
import { settingsWarnings, type WarningSources } from "../../provider/settings/problem";
import { resolveSettings } from "../../provider/settings/settings";
import {
  providerArguments,
  type ReadConfig,
  type SettingsSource,
  stackConfig,
} from "../../provider/settings/table";
import { useEnvironment } from "../support/environment";

describe("the message about conflicting API keys", () => {
  const config = (given: Readonly<Record<string, string>>) => stackConfig((key) => given[key]);
  const other = (given: Readonly<Record<string, string>>) =>
    providerArguments((name) => given[name], "there");
  const apiKeyConflict = (sources: [SettingsSource, SettingsSource]) =>
    resolveSettings(sources).apiKeyConflict();

  it("is absent if the second source has no different apiKey", () => {
    const one = config({ "emailmarketing:apiKey": "key" });
    expect(apiKeyConflict([one, other({ verifyKey: "other" })])).to.equal(undefined);
    expect(apiKeyConflict([one, other({ apiKey: " key\n" })])).to.equal(undefined);
    expect(apiKeyConflict([one, other({ apiKey: " " })])).to.equal(undefined);
  });

  it("names both places where an API key is set, but doesn't show the key", () => {
    const both = config({ "emailmarketing:apiKey": "one", "emailmarketing:verifyKey": "two" });
    expect(apiKeyConflict([both, other({ apiKey: "three", verifyKey: "four" })])).to.equal(
      "apiKey: stack config emailmarketing:apiKey and argument apiKey of there hold different keys, and the one in stack config emailmarketing:apiKey is used. " +
        "verifyKey: stack config emailmarketing:verifyKey and argument verifyKey of there hold different keys, and the one in stack config emailmarketing:verifyKey is used. " +
        "Set a key in one place only.",
    );
  });

  it("is absent if only other settings than API keys differ", () => {
    const address = config({ "emailmarketing:baseUrl": "https://a.example/v1" });
    expect(apiKeyConflict([address, other({ baseUrl: "https://b.example/v1" })])).to.equal(
      undefined,
    );
  });
});

describe("the warning about conflicting values of a protective setting (such as sending)", function () {
  const setEnvironment = useEnvironment(this);
  const of = (given: Readonly<Record<string, string>>) =>
    warning((key) => given[key.replace("emailmarketing:", "")]);
  const warning = (read: ReadConfig, more: Pick<WarningSources, "isOwn"> = {}) => {
    const [first] = settingsWarnings({ keys: [], project: undefined, read, ...more });
    return first;
  };

  it("names both places where the setting is set, and the place that takes effect", () => {
    setEnvironment({ EMAIL_MARKETING_SENDING: "refuse", EMAIL_MARKETING_MAX_RECIPIENTS: "1" });
    expect(of({ sending: "allow", maxRecipients: "1000000" })).to.equal(
      "sending: stack config emailmarketing:sending and environment variable EMAIL_MARKETING_SENDING hold different values, and the one in stack config emailmarketing:sending is used. " +
        "maxRecipients: stack config emailmarketing:maxRecipients and environment variable EMAIL_MARKETING_MAX_RECIPIENTS hold different values, and the one in stack config emailmarketing:maxRecipients is used. " +
        "Set it in one place only.",
    );
  });

  it("is absent if the values are equal, one place has none, or only the setting preflight differs", () => {
    setEnvironment({
      EMAIL_MARKETING_SENDING: "refuse",
      EMAIL_MARKETING_MAX_RECIPIENTS: "",
      EMAIL_MARKETING_SEND_WINDOW: "Mon 8:00 - 18:00",
      EMAIL_MARKETING_PREFLIGHT: "error",
    });
    expect(of({ sending: " refuse ", maxRecipients: "5" })).to.equal(undefined);
    expect(of({ sendWindow: "mon 08:00-18:00", preflight: "warn" })).to.equal(undefined);
  });

  it("is absent if the Provider has the setting itself", () => {
    setEnvironment({ EMAIL_MARKETING_SENDING: "refuse" });
    const allow = (key: string) => (key === "emailmarketing:sending" ? "allow" : undefined);
    expect(warning(allow, { isOwn: (name) => name === "sending" })).to.equal(undefined);
    expect(warning(allow, { isOwn: () => false })).to.match(/^sending: stack config/);
  });
});

describe("the warnings about settings", function () {
  const setEnvironment = useEnvironment(this);
  const names = ["SENDING", "LIMIT", "API_KEY1", "MAX_RECIPIENTS", "SEND_WINDOW"];
  beforeEach("has none of these variables", () =>
    setEnvironment(Object.fromEntries(names.map((name) => [`EMAIL_MARKETING_${name}`, ""]))),
  );
  const stack = { keys: ["shop:sending"], project: "shop", read: () => undefined };

  it("are grouped by variables, the project's config keys and conflicting values", () => {
    setEnvironment({ EMAIL_MARKETING_LIMIT: "1", EMAIL_MARKETING_API_KEY1: "k" });
    setEnvironment({ EMAIL_MARKETING_MAX_RECIPIENTS: "2" });
    const read = (key: string) => (key === "emailmarketing:maxRecipients" ? "3" : undefined);
    const warnings = settingsWarnings({ ...stack, read });
    expect(warnings.map((one) => one.split(":")[0])).to.deep.equal([
      "environment variable EMAIL_MARKETING_LIMIT",
      "stack config shop",
      "maxRecipients",
    ]);
    expect(warnings[0]).to.include("EMAIL_MARKETING_API_KEY1");
  });

  it("don't mention shop:sending if emailmarketing:sending is also set", () => {
    expect(settingsWarnings(stack)).to.have.length(1);
    const read = (key: string) => (key === "emailmarketing:sending" ? "allow" : undefined);
    expect(settingsWarnings({ ...stack, read })).to.deep.equal([]);
    expect(settingsWarnings({ ...stack, isOwn: (name) => name === "sending" })).to.deep.equal([]);
    setEnvironment({ EMAIL_MARKETING_SENDING: "allow" });
    expect(settingsWarnings(stack)).to.deep.equal([]);
  });
});
