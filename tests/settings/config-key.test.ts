import { expect } from "chai";
import {
  keysOfConfig,
  ownConfigWarning,
  unknownConfig,
  unknownSettings,
} from "../../provider/settings/problem";
import type { SettingName } from "../../provider/settings/table";

const all =
  "apiKey, baseUrl, verifyKey, verifyUrl, account, formerAccounts, accountDomain, operations, preflight, " +
  "timeZone, sending, maxRecipients, sendWindow, audienceGapHours, requestsPerSecond, timeoutSeconds, deadlineSeconds, log";

describe("the message about an unknown setting", () => {
  it("suggests the most similar setting, or lists all if none is similar", () => {
    expect(unknownSettings(["apiKey", "baseURL", "log", "colour"])).to.deep.equal([
      'unknown setting "baseURL"; did you mean "baseUrl"?',
      `unknown setting "colour"; valid settings are ${all}`,
    ]);
  });

  it("is absent if all settings are known", () => {
    expect(unknownSettings(["apiKey", "log"])).to.deep.equal([]);
  });
});

describe("the check for misnamed config keys", () => {
  const found = (project: string | undefined, ...keys: readonly string[]) =>
    unknownConfig(keys, project).map(({ name, problem }) => {
      const [, meant = "-"] = /did you mean "?([\w:]+)/.exec(problem) ?? [];
      return `${name}: ${meant}`;
    });

  it("reports each unknown setting in the package's namespace", () => {
    const keys = ["aws:region", "emailmarketing:apiKey", "emailmarketing:preflght", "test:log"];
    expect(unknownConfig(keys, "test")).to.deep.equal([
      {
        name: "emailmarketing:preflght",
        problem:
          'stack config emailmarketing:preflght: unknown setting "preflght"; did you mean "preflight"?',
      },
    ]);
  });

  const neighbors = [
    ...["emailMarketing", "EmailMarketing", "email-marketing", "email_marketing", "EMAILMARKETING"],
    ...["pulumi-email-marketing", "pulumi-emailmarketing", "Pulumi_Email_Marketing"],
  ];

  it("reports a protective setting if the namespace differs from the package's only in case, separators or prefix", () => {
    for (const namespace of neighbors) {
      const guards = ["sending", "Sending", "sendng", "sendWindow", "max_recipients"];
      const keys = [...guards, "accountDomain"].map((name) => `${namespace}:${name}`);
      expect(found("shop", ...keys)).to.deep.equal([
        `${namespace}:sending: emailmarketing:sending`,
        `${namespace}:Sending: emailmarketing:sending`,
        `${namespace}:sendng: emailmarketing:sending`,
        `${namespace}:sendWindow: emailmarketing:sendWindow`,
        `${namespace}:max_recipients: emailmarketing:maxRecipients`,
        `${namespace}:accountDomain: emailmarketing:accountDomain`,
      ]);
    }
  });

  it("suggests emailmarketing:sending if the key is email-marketing:sending", () => {
    expect(unknownConfig(["email-marketing:sending"], "shop")).to.deep.equal([
      {
        name: "email-marketing:sending",
        problem:
          "stack config email-marketing:sending: not in the namespace of the settings, so it has no effect; did you mean emailmarketing:sending?",
      },
    ]);
  });

  it("ignores a key in a similar namespace if its name doesn't resemble a protective setting", () => {
    for (const namespace of neighbors) {
      const keys = ["apiKey", "account", "sender", "domain", "region", "lists", "segment", "log"];
      expect(found("shop", ...keys.map((key) => `${namespace}:${key}`))).to.deep.equal([]);
    }
  });

  it("ignores the key sending in a namespace that doesn't resemble the package's", () => {
    const namespaces = ["sendgrid", "mailgun", "email", "marketing", "emailmarketer", "aws"];
    expect(found("shop", ...namespaces.map((one) => `${one}:sending`))).to.deep.equal([]);
  });

  it("ignores the project's own namespace even if it resembles the package's namespace", () => {
    for (const project of ["emailmarketing", ...neighbors]) {
      expect(found(project, `${project}:sending`, `${project}:audience`)).to.deep.equal([]);
    }
    expect(found("email-marketing", "emailmarketing:audience")).to.deep.equal([
      "emailmarketing:audience: -",
    ]);
    expect(found("emailmarketing", "email-marketing:sending")).to.deep.equal([
      "email-marketing:sending: emailmarketing:sending",
    ]);
  });
});

describe("the warning about a config key such as shop:sending", () => {
  const none = () => false;
  const keys = (project: string, ...names: readonly string[]) =>
    names.map((name) => `${project}:${name}`);

  it("states that shop:sending doesn't set emailmarketing:sending", () => {
    expect(ownConfigWarning(["shop:sending", "shop:sender"], "shop", none)).to.equal(
      "stack config shop:sending: a value of the project shop, so it doesn't set emailmarketing:sending. Run: pulumi config set emailmarketing:sending <value>. Any value there ends this warning.",
    );
  });

  it("appears if the key is a protective setting's name in camel case or snake case", () => {
    const guards = ["sending", "sendWindow", "maxRecipients", "accountDomain", "max_recipients"];
    const warning = ownConfigWarning(keys("shop", ...guards), "shop", none) ?? "";
    expect(warning.match(/^stack config|\. stack config|warning\. stack config/g)).to.have.length(
      5,
    );
  });

  it("is absent if a key only resembles a protective setting's name", () => {
    const names = ["sendng", "sender", "segment", "domain", "windows", "recipients", "account"];
    expect(ownConfigWarning(keys("shop", ...names), "shop", none)).to.equal(undefined);
  });

  it("appears for a misspelt key if the project's name is like emailmarketing", () => {
    for (const project of ["emailmarketing", "email-marketing", "pulumi-email-marketing"]) {
      const warning = ownConfigWarning(keys(project, "sendng", "sender"), project, none);
      expect(warning).to.match(new RegExp(`^stack config ${project}:sendng: a value of`));
    }
  });

  it("appears if the key contains the package's name, as in shop:emailmarketing.sending", () => {
    const flat = ["emailmarketing.sending", "emailmarketingSending", "email-marketing_sendng"];
    for (const key of keys("shop", ...flat)) {
      expect(ownConfigWarning([key], "shop", none)).to.equal(
        `stack config ${key}: a value of the project shop, so it doesn't set emailmarketing:sending. Run: pulumi config set emailmarketing:sending <value>. Any value there ends this warning.`,
      );
    }
    const nested = { "shop:emailmarketing": { sendWindow: "Mon 08:00-18:00", news: "list-1" } };
    const asText = { "shop:email-marketing": '{"maxRecipients":10,"account":"eu"}' };
    expect(ownConfigWarning(keysOfConfig({ ...nested, ...asText }), "shop", none)).to.equal(
      [
        "stack config shop:emailmarketing.sendWindow: a value of the project shop, so it doesn't set emailmarketing:sendWindow. Run: pulumi config set emailmarketing:sendWindow <value>. Any value there ends this warning.",
        "stack config shop:email-marketing.maxRecipients: a value of the project shop, so it doesn't set emailmarketing:maxRecipients. Run: pulumi config set emailmarketing:maxRecipients <value>. Any value there ends this warning.",
      ].join(" "),
    );
    const harmless = {
      "shop:emailmarketing": "sending",
      "shop:emailmarketing2": "[]",
      "shop:emailmarketingRecipients": "ada@acme.example",
      "shop:email-marketing": { recipients: ["ada@acme.example"], domain: "acme.example" },
    };
    expect(ownConfigWarning(keysOfConfig(harmless), "shop", none)).to.equal(undefined);
  });

  it("is absent if the protective setting is also set in the package's namespace", () => {
    const isSet = (name: SettingName) => name === "sending";
    expect(ownConfigWarning(["shop:sending"], "shop", isSet)).to.equal(undefined);
    const other = ownConfigWarning(["shop:sending", "shop:sendWindow"], "shop", isSet);
    expect(other).to.match(/^stack config shop:sendWindow: /);
  });

  it("is absent if the key is in another namespace, such as aws:sending", () => {
    expect(ownConfigWarning(["emailmarketing:sending"], "emailmarketing", none)).to.equal(
      undefined,
    );
    expect(ownConfigWarning(["aws:sending"], "shop", none)).to.equal(undefined);
    expect(ownConfigWarning(["shop:sending"], undefined, none)).to.equal(undefined);
  });
});
