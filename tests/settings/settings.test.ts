import { expect } from "chai";
import { resolveSettings, type Settings } from "../../provider/settings/settings";
import {
  type SettingName,
  type SettingsSource,
  settingNames,
  stackConfig,
} from "../../provider/settings/table";
import { outputTexts } from "../support/output-text";

type Given = { readonly [Name in SettingName]?: string };

/** A source whose places begin with this name. */
function source(name: string, given: Given): SettingsSource {
  const place = (setting: string) => `${name} ${setting}`;
  return { isStored: false, get: (setting) => given[setting], place };
}

function settings(given: Given): Settings {
  return resolveSettings([source("here", given)]);
}

describe("the settings of an account", () => {
  it("come from the first source if several sources have a value", () => {
    const resolved = resolveSettings([
      source("explicit", { apiKey: "k-explicit" }),
      source("config", { apiKey: "k-config", baseUrl: "https://config.example/v1" }),
      source("environment", {
        apiKey: "k-env",
        baseUrl: "https://env.example/v1",
        operations: "extended",
      }),
    ]);
    expect(resolved.required("main", "key")).to.equal("k-explicit");
    expect(resolved.required("main", "address")).to.equal("https://config.example/v1");
    expect(resolved.value("operations")).to.equal("extended");
  });

  it("count as unset if the value is empty or blank", () => {
    const resolved = resolveSettings([
      source("explicit", { apiKey: "", baseUrl: "  " }),
      source("config", { apiKey: " k-config\n", baseUrl: "https://config.example/v1" }),
    ]);
    expect(resolved.required("main", "key")).to.equal("k-config");
    expect(resolved.required("main", "address")).to.equal("https://config.example/v1");
  });

  it("are refused if a value contains the error text that a Pulumi output leaves in a string", () => {
    for (const text of Object.values(outputTexts)) {
      for (const name of settingNames) {
        expect(settings({ [name]: `canary ${text}` }).problems()).to.deep.equal([
          `here ${name}: an output was put into a string, which has an error message of Pulumi's SDK in place of the value. Use pulumi.interpolate (pulumi.jsonStringify for JSON; in Python, Java and C#, Output.format; in Go, pulumi.Sprintf).`,
        ]);
      }
    }
  });

  it("have the documented default if no source has a value", () => {
    const { value } = settings({});
    const all = settingNames.map((name) => [name, value(name)] as const);
    const given = all.filter(([, byDefault]) => byDefault !== undefined);
    expect(Object.fromEntries(given)).to.deep.equal({
      operations: "specified",
      preflight: "warn",
      sending: "allow",
      audienceGapHours: 24,
      requestsPerSecond: 50,
      timeoutSeconds: 30,
      deadlineSeconds: 300,
      log: "off",
    });
  });

  it('are refused if the account is named "loopback" but the address is not loopback', () => {
    const at = (baseUrl: string) => settings({ baseUrl, account: "loopback", apiKey: "k" });
    const problem =
      'here account: must not be "loopback", the name of every emulator\'s account, for an address that is not loopback.';
    expect(at("https://api.example/v1").problems()).to.deep.equal([problem]);
    expect(() => at("https://api.example/v1").required("main", "address")).to.throw(problem);
    expect(at("http://127.0.0.1:4010/v1").problems()).to.deep.equal([]);
    expect(at("not an address").problems()).to.have.length(1);
  });

  it("cause no error if a required setting is missing but isn't read", () => {
    const empty = settings({});
    expect(empty.problems()).to.deep.equal([]);
    expect(empty.keys).to.deep.equal([]);
    expect(empty.account).to.equal(undefined);
  });

  it("cause an error that names every place if a required setting is read but missing", () => {
    const resolved = resolveSettings([stackConfig(() => undefined), source("environment", {})]);
    expect(() => resolved.required("main", "key")).to.throw(
      'missing required settings "baseUrl" and "apiKey". Run: pulumi config set emailmarketing:baseUrl <address>; ' +
        "pulumi config set --secret emailmarketing:apiKey. Or set EMAIL_MARKETING_BASE_URL and EMAIL_MARKETING_API_KEY " +
        "in the environment, or arguments baseUrl and apiKey of an explicit Provider.",
    );
    expect(() => resolved.required("verification", "address")).to.throw(
      'missing required settings "verifyUrl" and "verifyKey".',
    );
    const keyless = settings({ baseUrl: "https://mail.example/v1" });
    expect(() => keyless.required("main", "key")).to.throw(
      'missing required setting "apiKey". Run: pulumi config set --secret emailmarketing:apiKey. Or set ' +
        "EMAIL_MARKETING_API_KEY in the environment, or argument apiKey of",
    );
  });

  const plainText = (host: string) =>
    `must use https: over http, the key would be sent to ${host} in plain text. http is allowed for loopback hosts only.`;
  for (const [name, problem, ...values] of [
    ["baseUrl", "must be a URL such as https://host/v1.", "mail.example/v1"],
    ["baseUrl", "must be an https URL.", "ftp://mail.example/v1"],
    ["baseUrl", plainText("mail.example"), "http://mail.example/v1"],
    ["verifyUrl", plainText("10.0.0.1"), "http://10.0.0.1"],
    [
      "baseUrl",
      "must not contain credentials, a query or a fragment.",
      "https://user:word@mail.example/v1",
      "https://mail.example/v1?key=secret",
      "https://mail.example/v1#top",
    ],
    [
      "formerAccounts",
      'must not contain "loopback": the objects of an emulator can\'t belong to another account.',
      ...["old, loopback", "http://127.0.0.1:4010/v1"],
    ],
    [
      "accountDomain",
      "must be a domain such as mail.example.com.",
      ...["https://brand.example", "news@brand.example", "brand", "a.example,b.example"],
      ...[".brand.example", "brand..example"],
    ],
    [
      "accountDomain",
      "must not contain the invisible character U+200B (character 6). Type it in place of copying it.",
      "brand\u200b.example",
    ],
    ["operations", 'must be one of "specified", "extended".', "Extended"],
    ["preflight", 'must be one of "warn", "error", "off".', "on"],
    [
      "timeZone",
      "must be the name of a time zone, such as America/New_York or UTC.",
      ...["Nowhere/Land", "+05:00"],
    ],
    [
      "timeZone",
      'must be the name of a time zone, such as America/New_York or UTC (did you mean "Europe/Berlin"?).',
      "Europe/Berln",
    ],
    ["sending", 'must be one of "allow", "refuse".', "no"],
    ["maxRecipients", "must be a whole number, at least 1.", "0", "1.5", "1e99"],
    [
      "sendWindow",
      'must be days and hours such as "Mon-Fri 08:00-18:00", several of them separated by ";".',
      "weekdays",
    ],
    ["audienceGapHours", "must be a whole number from 0 to 8760.", "-1", "1.5", "8761"],
    ["requestsPerSecond", "must be a number from 1 to 50.", "51", "0.5", "many"],
    ["timeoutSeconds", "must be a number from 0.01 to 3600.", "0", "Infinity"],
    ["deadlineSeconds", "must be a number from 0.01 to 86400.", "-1"],
    ["log", 'must be one of "off", "debug", "file:PATH".', "verbose", "file:"],
    [
      "apiKey",
      "must not contain spaces, line breaks or non-ASCII characters.",
      ...["two words", "schlüssel"],
    ],
    [
      "verifyKey",
      "must not contain spaces, line breaks or non-ASCII characters.",
      "a\r\nX-Header: b",
    ],
  ] satisfies [SettingName, problem: string, ...values: string[]][]) {
    for (const value of values) {
      const given = { [name]: value };
      it(`are reported as invalid, without quoting the value, if the settings are ${JSON.stringify(given)}`, () => {
        expect(settings(given).problems()).to.deep.equal([`here ${name}: ${problem}`]);
      });
    }
  }

  it("cause an error if an invalid setting is read", () => {
    expect(() => settings({ apiKey: "a b" }).required("main", "key")).to.throw(
      "here apiKey: must not contain spaces",
    );
    expect(() => settings({ preflight: "on" }).value("preflight")).to.throw(
      "here preflight: must be one of",
    );
    expect(() => settings({ baseUrl: "x" }).required("main", "address")).to.throw("must be a URL");
  });

  for (const [name, given, value] of [
    ["timeZone", "america/new_york", "America/New_York"],
    ["timeZone", "UTC", "UTC"],
    ["maxRecipients", "1", 1],
    ["requestsPerSecond", "1", 1],
    ["requestsPerSecond", "50", 50],
    ["timeoutSeconds", "0.5", 0.5],
    ["timeoutSeconds", "3600", 3600],
    ["deadlineSeconds", "86400", 86_400],
    ["log", "off", "off"],
    ["log", "debug", "debug"],
    ["log", "file:/tmp/a b.log", "file:/tmp/a b.log"],
  ] as const) {
    it(`are valid if ${name} is "${given}"`, () => {
      expect(settings({ [name]: given }).value(name)).to.equal(value);
    });
  }

  it("drop slashes at the end of the base URL", () => {
    for (const baseUrl of ["https://mail.example/v1/", "https://mail.example/v1//"]) {
      expect(settings({ baseUrl }).required("main", "address")).to.equal("https://mail.example/v1");
    }
  });

  it("are valid if the base URL has http and a loopback host", () => {
    const names = ["localhost", "LOCALHOST", "service.localhost"];
    for (const host of [...names, "127.0.0.1", "127.9.9.9", "[::1]"]) {
      const baseUrl = `http://${host}:8080/v1`;
      expect(settings({ baseUrl }).problems(), host).to.deep.equal([]);
      expect(settings({ baseUrl }).account, host).to.equal("loopback");
    }
  });

  it("are refused if the base URL has http and a host that only resembles loopback", () => {
    const names = ["localhost.example", "127.0.0.1.example", "notlocalhost"];
    for (const host of [...names, "0.0.0.0", "[::2]", "1.127.0.0"]) {
      expect(settings({ baseUrl: `http://${host}/v1` }).problems(), host).to.have.length(1);
    }
  });

  it("use the origin of the base URL as the account's name unless the setting account is set", () => {
    const account = (given: Given) => settings(given).account;
    expect(account({ baseUrl: "https://Mail.Example/v1" })).to.equal("https://mail.example");
    expect(account({ baseUrl: "https://mail.example:443/v2" })).to.equal("https://mail.example");
    expect(account({ baseUrl: "https://mail.example:8443/v1" })).to.equal(
      "https://mail.example:8443",
    );
    expect(account({ baseUrl: "https://localhost/v1" })).to.equal("loopback");
    expect(account({ baseUrl: "https://mail.example/v1", account: "eu" })).to.equal("eu");
    expect(account({ baseUrl: "not an address" })).to.equal(undefined);
    expect(account({})).to.equal(undefined);
  });

  it("recognize objects that have a former name of the account", () => {
    const renamed = settings({
      baseUrl: "https://new.example/v1",
      account: "prod",
      formerAccounts: " staging , https://Old.Example/v1,",
    });
    const held = ["prod", "staging", "https://old.example", undefined];
    const others = ["https://new.example", "https://old.example/v1", "loopback", "", "Prod"];
    for (const name of held) expect(renamed.isOwnAccount(name), name).to.equal(true);
    for (const name of others) expect(renamed.isOwnAccount(name), name).to.equal(false);
  });

  it("are valid if formerAccounts is a list in the stack config", () => {
    const baseUrl = "https://new.example/v1";
    const renamed = settings({ baseUrl, formerAccounts: '["old"," https://Old.Example/v1"]' });
    for (const name of ["old", "https://old.example"]) {
      expect(renamed.isOwnAccount(name), name).to.equal(true);
    }
    expect(renamed.isOwnAccount('["old"')).to.equal(false);
    expect(settings({ baseUrl, formerAccounts: "[old], {older" }).isOwnAccount("[old]")).to.equal(
      true,
    );
    expect(settings({ baseUrl, formerAccounts: "[]" }).problems()).to.deep.equal([]);
    for (const formerAccounts of ['{"old":"older"}', '["old",5]', '[["old"]]']) {
      expect(settings({ baseUrl, formerAccounts }).problems()).to.deep.equal([
        "here formerAccounts: must be names of accounts, as a list of texts or separated by commas.",
      ]);
    }
  });

  it("are refused if a text setting is a list or an object", () => {
    for (const given of ['["old"]', '{"a":"b"}']) {
      expect(
        settings({ account: given, apiKey: given, verifyKey: given }).problems(),
      ).to.deep.equal([
        "here apiKey: must be text (got a list or an object).",
        "here verifyKey: must be text (got a list or an object).",
        "here account: must be text (got a list or an object).",
      ]);
    }
    expect(settings({ account: "[eu] acme" }).problems()).to.deep.equal([]);
  });

  it("don't recognize objects by a former name if the account is an emulator's", () => {
    const emulator = settings({ baseUrl: "http://127.0.0.1:4010/v1", formerAccounts: "prod" });
    expect(emulator.isOwnAccount("loopback")).to.equal(true);
    expect(emulator.isOwnAccount("prod")).to.equal(false);
  });

  it("return both keys for redaction, even if a key is invalid", () => {
    expect(settings({ apiKey: "k 1", verifyKey: "k-2" }).keys).to.deep.equal(["k 1", "k-2"]);
  });

  it("have an identity that depends on the API key, the account and both addresses, not on the source", () => {
    const given = { apiKey: "k-1", baseUrl: "https://mail.example/v1" };
    expect(settings(given).identity).to.equal(
      resolveSettings([source("there", given), source("else", { apiKey: "k-2" })]).identity,
    );
    expect(settings(given).identity).to.not.equal(settings({ ...given, apiKey: "k-2" }).identity);
    expect(settings(given).identity).to.not.equal(settings({ ...given, account: "eu" }).identity);
    const other = { ...given, baseUrl: "https://mail.example/v2" };
    expect(settings(given).identity).to.not.equal(settings(other).identity);
    const verifyUrl = "https://mail.example/verify";
    expect(settings(given).identity).to.not.equal(settings({ ...given, verifyUrl }).identity);
    const sameAddress = { ...given, baseUrl: "https://mail.example/v1/" };
    expect(settings(given).identity).to.equal(settings(sameAddress).identity);
  });
});
