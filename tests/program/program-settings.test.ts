import { realpath } from "node:fs/promises";
import {
  ComponentResource,
  type Output,
  output,
  type Resource,
  runtime,
  secret,
} from "@pulumi/pulumi";
import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import {
  programSettings,
  rememberSettings,
  requireResolvable,
  requireStackConfig,
  selectedSettings,
  warnOfSettings,
} from "../../provider/program/program";
import { Provider } from "../../provider/provider";
import { getListOutput } from "../../provider/resources/list/program";
import { canaryKeys } from "../support/canary";
import { settledValue, useEnvironment } from "../support/environment";
import { useScratch } from "../support/scratch";
import { useEmulator } from "../support/service";
import { anew } from "./anew";
import { runInline, within } from "./inline-run";

describe("the check of the stack config", function () {
  const setEnvironment = useEnvironment(this);
  beforeEach("has no variable that is misspelt", () => {
    setEnvironment({
      EMAIL_MARKETING_SENDNG: "",
      EMAIL_MARKETING_API_KEY1: "",
      EMAIL_MARKETING_SENDING: "",
    });
  });

  const key = "a-key";
  const messages = (failures: readonly Error[]) => failures.map(({ message }) => message);
  const problem = (name: string) =>
    `emailmarketing:${name} is stored in plain text in the stack config. Run: pulumi config set --secret emailmarketing:${name}`;

  for (const name of ["apiKey", "verifyKey"]) {
    it(`fails with the same error at each call if ${name} is stored in plain text`, async () => {
      const fresh = anew();
      const errors: unknown[] = [];
      const attempt = () => {
        try {
          fresh.requireStackConfig();
        } catch (error) {
          errors.push(error);
        }
      };
      const clearConfig = { [`emailmarketing:${name}`]: key };
      await within(() => [attempt(), attempt()], { clearConfig });
      expect(errors).to.have.length(2);
      expect(errors[0]).to.equal(errors[1]);
      expect(errors[0]).to.include({ code: "config", message: `${problem(name)} [config]` });
    });
  }

  it("accepts a stack config with secret keys or without keys", async () => {
    const config = { "emailmarketing:apiKey": key, "emailmarketing:verifyKey": key };
    const clearConfig = { "emailmarketing:account": "eu" };
    await within(requireStackConfig, { config, clearConfig });
    await within(requireStackConfig);
  });

  const misspelt =
    'stack config emailmarketing:sendng: unknown setting "sendng"; did you mean "sending"? [config]';

  it("fails in every run of a process if the stack config has an unknown setting", async () => {
    const clearConfig = {
      "emailmarketing:sendng": "refuse",
      "emailmarketing:account": "eu",
      "acme:sendng": "refuse",
    };
    for (const run of [1, 2]) {
      const { warnings, failures } = await runInline(requireStackConfig, { clearConfig });
      expect(messages(failures), `run ${run}`).to.deep.equal([misspelt]);
      expect(warnings, `run ${run}`).to.deep.equal([]);
    }
  });

  it("fails if the environment variable of a guard is misspelt", async () => {
    setEnvironment({ EMAIL_MARKETING_SENDNG: "refuse", EMAIL_MARKETING_API_KEY1: "k" });
    const { failures } = await runInline(requireStackConfig);
    expect(messages(failures)).to.deep.equal([
      "environment variable EMAIL_MARKETING_SENDNG: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_SENDING? Rename it or unset it. [config]",
    ]);
    const { warnings } = await runInline(() => {
      warnOfSettings({});
      warnOfSettings({});
    });
    expect(warnings).to.deep.equal([
      "warning the stack: environment variable EMAIL_MARKETING_API_KEY1: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_API_KEY?",
    ]);
  });

  it("warns once about each guard (such as sending) that is set twice or in the wrong namespace", async () => {
    setEnvironment({ EMAIL_MARKETING_SENDING: "refuse" });
    const clearConfig = { "emailmarketing:sending": "allow", "project:sendWindow": "Mon-Fri" };
    const guarded = () =>
      warnOfSettings({
        provider: new Provider("eu", { sending: "allow", sendWindow: "Mon 08:00-09:00" }),
      });
    expect((await runInline(guarded, { clearConfig })).warnings).to.deep.equal([]);
    const inherited = () => warnOfSettings({ provider: new Provider("us", {}) });
    const expected = [
      "warning the stack: sending: stack config emailmarketing:sending and environment variable EMAIL_MARKETING_SENDING hold different values, and the one in stack config emailmarketing:sending is used. Set it in one place only.",
      "warning the stack: stack config project:sendWindow: a value of the project project, so it doesn't set emailmarketing:sendWindow. Run: pulumi config set emailmarketing:sendWindow <value>. Any value there ends this warning.",
    ];
    expect((await runInline(inherited, { clearConfig })).warnings).to.deep.equal(expected);
    const { warnings, failures } = await runInline(
      () => {
        guarded();
        inherited();
        warnOfSettings({});
      },
      { clearConfig },
    );
    expect(failures).to.deep.equal([]);
    expect(warnings).to.deep.equal(expected);
  });

  it("reports all problems of the stack config in one error, one problem per line", async () => {
    const clearConfig = {
      "emailmarketing:sendng": "refuse",
      "emailmarketing:apiKey": key,
      "emailmarketing:verifyKey": key,
    };
    const { failures } = await runInline(requireStackConfig, { clearConfig });
    expect(messages(failures)).to.deep.equal([
      `${problem("apiKey")}\n${problem("verifyKey")}\n${misspelt}`,
    ]);
  });

  it("fails for a misspelt setting even if a function has an explicit Provider", async () => {
    const clearConfig = { "emailmarketing:sendng": "refuse" };
    const { failures } = await runInline(() => programSettings({}), { clearConfig });
    expect(messages(failures)).to.deep.equal([misspelt]);
  });

  it("ignores the project's own values if the project is named emailmarketing", async () => {
    const clearConfig = { "emailmarketing:audience": "customers" };
    const ofTheProject = () => {
      // This function is not in the SDK's types.
      (runtime as unknown as { _setProject(name: string): void })._setProject("emailmarketing");
      requireStackConfig();
    };
    const { warnings, failures } = await runInline(ofTheProject, { clearConfig });
    expect([warnings, failures]).to.deep.equal([[], []]);
  });
});

describe("the check that the project has the package", function () {
  const root = process.cwd();
  afterEach("goes back", () => process.chdir(root));
  const scratch = useScratch(this);

  it("fails with advice if the project can't resolve the package", async () => {
    const fresh = anew();
    fresh.requireResolvable();
    const folder = await realpath(scratch());
    process.chdir(folder);
    const problem = `can't resolve the package pulumi-email-marketing from the project folder ${folder}, where Pulumi loads it. Add it to the dependencies of the project's own package.json. Run: npm install pulumi-email-marketing`;
    expect(fresh.requireResolvable)
      .to.throw(EmailMarketingError, problem)
      .with.property("code", "config");
    expect(fresh.requireResolvable).to.throw(problem);
  });

  it("is skipped if the program runs under Pulumi mocks", async () => {
    process.chdir(scratch());
    await within(requireResolvable, { showsMocks: true });
  });
});

const ofStack = {
  "emailmarketing:sending": "refuse",
  "emailmarketing:account": "prod",
  "emailmarketing:maxRecipients": "100",
};

describe("the arguments of a Provider", () => {
  it("count as unset if their value is empty, even in an output", async () => {
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
        return settledValue(output({ sending, maxRecipients, account, timeZone }));
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

describe("the settings of the Provider that a resource names", () => {
  it("are found even if another copy of the package has created the Provider", () => {
    const copy = anew();
    const provider = {};
    rememberSettings(provider, { account: output("eu") });
    expect(copy.selectedSettings).to.not.equal(selectedSettings);
    expect(copy.selectedSettings({ provider })).to.have.property("account");
  });
});

describe("the settings that a parent selects", () => {
  it('are those of the Provider in the parent\'s option "providers"', async () => {
    const [own, found, none] = await within(() => {
      const eu = new Provider("eu", { account: "eu" });
      const parent = new ComponentResource("acme:index:Team", "team", {}, { providers: [eu] });
      const other = new ComponentResource("acme:index:Team", "other");
      return [{ provider: eu }, { parent }, { parent: other }].map(selectedSettings);
    });
    expect(found).to.have.property("account");
    expect(found).to.equal(own);
    expect(none).to.equal(undefined);
  });

  it("are undefined if there is no parent, or none with a Provider", () => {
    expect(selectedSettings({})).to.equal(undefined);
    expect(selectedSettings({ parent: {} as Resource })).to.equal(undefined);
  });
});

describe("a function with a secret argument", function () {
  const emulator = useEmulator(this);

  it("hides the secret in the error if no list has the secret name (getListOutput)", async () => {
    const { failures } = await runInline(
      () => settledValue(getListOutput({ name: secret("Hush Inc") })),
      {
        clearConfig: { "emailmarketing:baseUrl": emulator().baseUrl },
        config: { "emailmarketing:apiKey": canaryKeys.apiKey },
      },
    );
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'getList: the account has no list with name "[secret]". Use one that getLists() returns. [not-found]',
    ]);
  });
});
