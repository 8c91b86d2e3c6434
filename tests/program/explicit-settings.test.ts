import { type Output, output, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { getListOutput } from "../../provider/nouns/list/program";
import { rememberSettings, selectedSettings } from "../../provider/program/program-settings";
import { Provider } from "../../provider/provider";
import { canaryKeys } from "../support/canary";
import { useEmulator } from "../support/service";
import { runInline } from "./inline-run";
import { within } from "./within";

const ofStack = {
  "emailmarketing:sending": "refuse",
  "emailmarketing:account": "prod",
  "emailmarketing:maxRecipients": "100",
};

const known = <Value>(of: Output<Value>) =>
  new Promise<Value>((resolve) => void of.apply((value) => resolve(value)));

/** Not in the SDK's types: the promise of an output, which alone tells of its failure. */
const failure = (of: object) => (of as { promise(): Promise<unknown> }).promise();

describe("the arguments of a Provider", () => {
  it("count as not set where they are empty, also once an output is known", async () => {
    const values = await within(
      async () => {
        const provider = new Provider("eu", {
          apiKey: "a key",
          sending: "" as "refuse",
          maxRecipients: " " as never,
          account: output(undefined) as unknown as Output<string>,
          timeZone: output(null) as unknown as Output<string>,
        });
        const { sending, maxRecipients, account, timeZone } = selectedSettings({ provider }) ?? {};
        return known(output({ sending, maxRecipients, account, timeZone }));
      },
      { clearConfig: ofStack },
    );
    expect(values).to.deep.equal({
      sending: "refuse",
      maxRecipients: "100",
      account: "prod",
      timeZone: "",
    });
  });
});

describe("selectedSettings", () => {
  it("are those of a Provider that another copy of the package has made", () => {
    const path = require.resolve("../../provider/program/program-settings");
    const own = require.cache[path];
    delete require.cache[path];
    const copy = require(path) as { selectedSettings: typeof selectedSettings };
    if (own) require.cache[path] = own;
    const provider = {};
    rememberSettings(provider, { account: output("eu") });
    expect(copy.selectedSettings).to.not.equal(selectedSettings);
    expect(copy.selectedSettings({ provider })).to.have.property("account");
  });
});

describe("a function with a secret argument", function () {
  const emulator = useEmulator(this);

  it("fails without showing it", async () => {
    const { failures } = await runInline(
      () => failure(getListOutput({ name: secret("Hush Inc") })),
      {
        clearConfig: { "emailmarketing:baseUrl": emulator().baseUrl },
        config: { "emailmarketing:apiKey": canaryKeys.apiKey },
      },
    );
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'getList: the account has no list with name "[secret]".',
    ]);
  });
});
