import { expect } from "chai";
import {
  argumentSettings,
  defaultSettings,
  environmentSettings,
  inheritedSetting,
  providerSettings,
  requireExtended,
} from "../../provider/settings/settings";
import { inheritedMarker, settingNames } from "../../provider/settings/table";
import { useEnvironment } from "../support/environment";

/** Reads these settings, as from a stack config or from the inputs of an explicit Provider. */
const config = (given: Readonly<Record<string, string>>) => (key: string) =>
  given[key.replace("emailmarketing:", "")];

describe("the settings of a Provider", function () {
  const setEnvironment = useEnvironment(this);
  beforeEach("has an account, a key and modes in the environment", () =>
    setEnvironment({
      EMAIL_MARKETING_API_KEY: "k-env",
      EMAIL_MARKETING_ACCOUNT: "env",
      EMAIL_MARKETING_LOG: "debug",
      EMAIL_MARKETING_PREFLIGHT: "error",
      EMAIL_MARKETING_FORMER_ACCOUNTS: "old",
    }),
  );

  it("come from the stack config even if the environment also has values", () => {
    expect(defaultSettings(config({ log: "off" })).value("log")).to.equal("off");
    expect(defaultSettings(config({ account: "eu" })).value("log")).to.equal("debug");
  });

  describe("in a provider process", () => {
    it("come from the environment if the stack config doesn't have the setting", () => {
      const settings = providerSettings(config({ account: "eu" }));
      expect(settings.account).to.equal("eu");
      expect(settings.required("main", "key")).to.equal("k-env");
    });

    it("include the API key of an explicit Provider instead of the environment's", () => {
      const given = config({ explicitProvider: "second", apiKey: "k-second" });
      const settings = providerSettings(given);
      expect(settings.required("main", "key")).to.equal("k-second");
      expect(settings.origin("apiKey")).to.deep.equal({
        text: "k-second",
        place: 'argument apiKey of Provider "second"',
        isStored: true,
      });
    });

    it("take preflight, but no account, from the environment if the Provider is explicit", () => {
      setEnvironment({
        EMAIL_MARKETING_REQUESTS_PER_SECOND: "5",
        EMAIL_MARKETING_BASE_URL: "https://api.example.com/v1",
        EMAIL_MARKETING_ACCOUNT_DOMAIN: "env.example",
      });
      const all = [
        providerSettings(config({ explicitProvider: "second", requestsPerSecond: "10" })),
        argumentSettings({ requestsPerSecond: "10" }),
      ];
      for (const settings of all) {
        expect(settings.value("preflight")).to.equal("error");
        expect(settings.value("requestsPerSecond")).to.equal(10);
        expect(settings.account).to.equal(undefined);
        expect(settings.value("formerAccounts")).to.equal(undefined);
        expect(settings.value("accountDomain")).to.equal(undefined);
      }
    });

    it("ignore the environment variable EMAIL_MARKETING_FORMER_ACCOUNTS", () => {
      const given = new Map([["emailmarketing:account", "new"]]);
      const settings = () => defaultSettings((key) => given.get(key));
      expect(settings().isOwnAccount("old")).to.equal(false);
      given.set("emailmarketing:formerAccounts", "old");
      expect(settings().isOwnAccount("old")).to.equal(true);
    });

    it("cause an error if an explicit Provider's API key is set only in the environment", () => {
      for (const [settings, place] of [
        [providerSettings(config({ explicitProvider: "second" })), 'Provider "second"'],
        [argumentSettings({ account: "eu" }), "the explicit Provider"],
      ] as const) {
        for (const asked of [
          () => settings.required("main", "key"),
          () => settings.required("main", "address"),
        ]) {
          expect(asked).to.throw(
            `missing required settings "baseUrl" and "apiKey". Set arguments baseUrl and apiKey of ${place}: it does ` +
              "not use a key of the stack config or the environment.",
          );
        }
      }
    });
  });

  it("name the environment as the place of a setting that only the environment has", () => {
    const settings = defaultSettings(config({}));
    expect(settings.placeInUse("log")).to.equal("environment variable EMAIL_MARKETING_LOG");
    expect(settings.placeInUse("sending")).to.equal("stack config emailmarketing:sending");
  });

  it("say in an error how to set operations, for a stack, an explicit Provider and a script", () => {
    const second = providerSettings(config({ explicitProvider: "second" }));
    for (const [settings, hint] of [
      [defaultSettings(config({})), "Run: pulumi config set emailmarketing:operations extended"],
      [providerSettings(config({})), "Run: pulumi config set emailmarketing:operations extended"],
      [argumentSettings({}), "Set argument operations of the explicit Provider to extended"],
      [second, 'Set argument operations of Provider "second" to extended'],
      [environmentSettings(), "Set environment variable EMAIL_MARKETING_OPERATIONS to extended"],
    ] as const) {
      expect(() => requireExtended(settings, "lists")).to.throw(
        `requires emailmarketing:operations "extended", because the specified API has no operation that reads lists. ${hint}`,
      );
    }
  });

  it("name the stack config as the place of a guard that an explicit Provider inherited", () => {
    const given = { sending: "refuse", maxRecipients: "100", [inheritedMarker]: "sending" };
    const [name, marker] = [{ explicitProvider: "second" }, { ofStackConfig: "sending" }];
    for (const [settings, owner] of [
      [argumentSettings(given), "the explicit Provider"],
      [providerSettings(config({ ...given, ...name, ...marker })), 'Provider "second"'],
    ] as const) {
      expect(settings.placeInUse("sending")).to.equal("stack config emailmarketing:sending");
      expect(settings.placeInUse("maxRecipients")).to.equal(`argument maxRecipients of ${owner}`);
    }
  });

  describe("that is explicit", () => {
    it("inherit the account's name from the environment if the stack config has no name", () => {
      expect(inheritedSetting("account", config({ account: " eu " }))).to.equal("eu");
      expect(inheritedSetting("account", config({ account: " " }))).to.equal("env");
    });

    it("inherit a setting such as preflight only from the stack config", () => {
      expect(inheritedSetting("preflight", config({ preflight: "off" }))).to.equal("off");
      expect(inheritedSetting("preflight", config({}))).to.equal(undefined);
      expect(inheritedSetting("log", config({}))).to.equal(undefined);
    });

    it("inherit no setting that belongs to a single account, such as the API key", () => {
      const everything = () => "given";
      const inherited = settingNames.filter((name) => inheritedSetting(name, everything));
      expect(settingNames.filter((name) => !inherited.includes(name))).to.deep.equal([
        "apiKey",
        "verifyKey",
        "formerAccounts",
        "accountDomain",
        "timeZone",
      ]);
    });
  });
});
