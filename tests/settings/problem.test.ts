import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  keyConflict,
  misspeltVariables,
  unknownConfig,
  unknownSettings,
} from "../../provider/settings/problem";
import { providerArguments, stackConfig } from "../../provider/settings/source";

const all =
  "apiKey, baseUrl, verifyKey, verifyUrl, account, formerAccounts, accountDomain, operations, preflight, " +
  "timeZone, sending, maxRecipients, sendWindow, audienceGapHours, requestsPerSecond, timeoutSeconds, deadlineSeconds, log";

describe("unknownSettings", () => {
  it("suggests the setting that was most likely meant, else lists all", () => {
    expect(unknownSettings(["apiKey", "baseURL", "log", "colour"])).to.deep.equal([
      { name: "baseURL", problem: 'unknown setting "baseURL"; did you mean "baseUrl"?' },
      { name: "colour", problem: `unknown setting "colour"; valid settings are ${all}` },
    ]);
  });

  it("is empty where all are known", () => {
    expect(unknownSettings(["apiKey", "log"])).to.deep.equal([]);
  });
});

describe("unknownConfig", () => {
  it("looks at its own namespace only", () => {
    const keys = ["aws:region", "emailmarketing:apiKey", "emailmarketing:preflght", "test:log"];
    expect(unknownConfig(keys, "test")).to.deep.equal([
      {
        name: "emailmarketing:preflght",
        problem:
          'stack config emailmarketing:preflght: unknown setting "preflght"; did you mean "preflight"?',
      },
    ]);
  });

  it("leaves a project of this name its own", () => {
    expect(unknownConfig(["emailmarketing:audience"], "emailmarketing")).to.deep.equal([]);
  });
});

describe("misspeltVariables", () => {
  const found = (...names: readonly string[]) =>
    misspeltVariables(Object.fromEntries(names.map((name) => [name, "x"]))).map(
      ({ problem, isError }) => `${isError ? "error" : "warning"}: ${problem}`,
    );

  it("is an error near to a setting that protects readers", () => {
    for (const [name, meant] of [
      ["SENDNG", "SENDING"],
      ["SENDIGN", "SENDING"],
      ["MAXRECIPIENTS", "MAX_RECIPIENTS"],
      ["MAX_RECIPIENT", "MAX_RECIPIENTS"],
      ["SENDWINDOW", "SEND_WINDOW"],
      ["ACOUNT_DOMAIN", "ACCOUNT_DOMAIN"],
      ["AUDIENCE_GAP_HOUR", "AUDIENCE_GAP_HOURS"],
      ["PREFLIGTH", "PREFLIGHT"],
      ["OPERATION", "OPERATIONS"],
      ["TIMEZONE", "TIME_ZONE"],
      ["ACOUNT", "ACCOUNT"],
    ]) {
      expect(found(`EMAIL_MARKETING_${name}`)).to.deep.equal([
        `error: environment variable EMAIL_MARKETING_${name}: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_${meant}? Rename it or unset it.`,
      ]);
    }
  });

  it("is a warning near to another one", () => {
    expect(found("EMAIL_MARKETING_API_KEY1", "EMAIL_MARKETING_BASEURL")).to.deep.equal([
      "warning: environment variable EMAIL_MARKETING_API_KEY1: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_API_KEY?",
      "warning: environment variable EMAIL_MARKETING_BASEURL: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_BASE_URL?",
    ]);
  });

  it("leaves alone what is near to none, has another prefix, or is empty", () => {
    const others = ["EMAIL_MARKETING_BRAND", "EMAIL_MARKETING_EU_KEY", "MY_EMAIL_MARKETING_SENDNG"];
    expect(found(...others, "EMAIL_SENDNG", "EMAIL_MARKETING_")).to.deep.equal([]);
    expect(misspeltVariables({ EMAIL_MARKETING_SENDNG: " " })).to.deep.equal([]);
  });

  it("accuses no name that the documentation, the examples and the pipelines have", () => {
    const root = join(__dirname, "..", "..");
    const places = ["*.md", "docs", "examples", ".github", "tools", "provider", "emulator"];
    const files = execFileSync("git", ["ls-files", "-z", ...places], { cwd: root }).toString();
    const texts = files
      .split("\0")
      .filter(Boolean)
      .map((file) => readFileSync(join(root, file), "latin1"));
    const names = new Set(
      texts.flatMap((text) => text.match(/\bEMAIL_MARKETING_[A-Z\d_]*[A-Z\d]/g) ?? []),
    );
    expect([...names]).to.include.members([
      "EMAIL_MARKETING_API_KEY",
      "EMAIL_MARKETING_PREVIEW_KEY",
      "EMAIL_MARKETING_SMTP_URL",
    ]);
    expect(found(...names)).to.deep.equal([]);
  });
});

describe("keyConflict", () => {
  const config = (given: Readonly<Record<string, string>>) => stackConfig((key) => given[key]);
  const other = (given: Readonly<Record<string, string>>) =>
    providerArguments((name) => given[name], "there");

  it("says nothing of one key, in one place or in both", () => {
    const one = config({ "emailmarketing:apiKey": "key" });
    expect(keyConflict([one, other({ verifyKey: "other" })])).to.equal(undefined);
    expect(keyConflict([one, other({ apiKey: " key\n" })])).to.equal(undefined);
    expect(keyConflict([one, other({ apiKey: " " })])).to.equal(undefined);
  });

  it("names both places of each key, and never a key", () => {
    const both = config({ "emailmarketing:apiKey": "one", "emailmarketing:verifyKey": "two" });
    expect(keyConflict([both, other({ apiKey: "three", verifyKey: "four" })])).to.equal(
      "apiKey: stack config emailmarketing:apiKey and argument apiKey of there hold different keys, and the one in stack config emailmarketing:apiKey is used. " +
        "verifyKey: stack config emailmarketing:verifyKey and argument verifyKey of there hold different keys, and the one in stack config emailmarketing:verifyKey is used. " +
        "Set a key in one place only.",
    );
  });

  it("says nothing of settings that may differ", () => {
    const address = config({ "emailmarketing:baseUrl": "https://a.example/v1" });
    expect(keyConflict([address, other({ baseUrl: "https://b.example/v1" })])).to.equal(undefined);
  });
});
