import { expect } from "chai";
import { unknownConfig, unknownSettings } from "../../provider/settings/problem";

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
        problem: 'unknown setting "preflght"; did you mean "preflight"?',
      },
    ]);
  });

  it("leaves a project of this name its own", () => {
    expect(unknownConfig(["emailmarketing:audience"], "emailmarketing")).to.deep.equal([]);
  });
});
