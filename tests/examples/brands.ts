import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { stepsOf } from "../../tools/example/page";
import { ok } from "../support/outcome";
import { canaryKeys, useEmulator } from "../support/service";
import { useCheckout } from "./checkout";
import { githubRuns, ofFork } from "./github-checkout";
import { useGithub } from "./github-host";
import { defaultInputs, filledIn, readGithub } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const page = join(repository, "docs", "guides", "several-accounts.md");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");
const caller = join(repository, "examples", "pipelines", "github-two-stacks.yml");
const otherKey = "canary-other-1c9e4d7b3a5f6082";

const calling = readGithub(caller).jobs["email-marketing"];

/** Only the pipeline's environment has the keys of several accounts. The job for forks has no keys. */
describe("the GitHub workflow for several brands", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const other = useEmulator(this, {
    apiKey: otherKey,
    seed: { domains: [{ domain: "bolt.example", status: "verified" }] },
  });
  const host = useGithub(this, "a token");
  this.beforeEach("empties the second account", () => other().reset());

  const addressesOf = (account: typeof emulator) =>
    account()
      .snapshot()
      .senders.map(({ sender_email }) => sender_email);

  const accounts = { acme: [emulator, canaryKeys.apiKey], bolt: [other, otherKey] } as const;

  it("gives the guide's two stacks different concurrency groups", () => {
    const stacks = calling?.strategy?.matrix.include?.map(({ stack }) => stack ?? "") ?? [];
    expect(stacks).to.deep.equal(Object.keys(accounts));
    const group = String(readGithub(workflow).jobs.apply?.concurrency?.group);
    const groups = stacks.map((stack) => {
      const named = filledIn(calling?.with?.stack ?? "", { "matrix.stack": stack });
      return filledIn(group, { ...defaultInputs(workflow), "inputs.stack": named });
    });
    expect(groups).to.deep.equal(["email-marketing-.:acme", "email-marketing-.:bolt"]);
  });

  for (const [brand, [account, key]] of Object.entries(accounts)) {
    it(`sends requests only to ${brand}'s account in a run for ${brand}'s stack`, async () => {
      const text = await readFile(page, "utf8");
      const blocks = text.split("```ts\n").map((rest) => rest.split("```")[0] ?? "");
      const program = blocks.find((block) => block.includes("const brands")) ?? "";
      const [making = ""] = stepsOf(text).flatMap((step) =>
        "commands" in step && step.commands.includes("seed.json") ? [step.commands] : [],
      );
      const all = await checkout({ typescript: program });
      const { project, given, shell, variables, emulatorEnds } = all;
      await project.writeFile("make.sh", making);
      await ok(shell("bash -e make.sh", {}));
      const called = {
        "matrix.stack": brand,
        "matrix.base-url": account().baseUrl,
        "vars.PULUMI_BACKEND_URL": variables.PULUMI_BACKEND_URL,
      };
      for (const [name, value] of Object.entries(calling?.with ?? {})) {
        given[`inputs.${name}`] = filledIn(value, called);
      }
      const keyed = Object.values(readGithub(workflow).jobs).filter((job) =>
        /MARKETING_\w*KEY \}\}/.test(JSON.stringify(job)),
      );
      expect(keyed.map((job) => filledIn(job.environment ?? "", given))).to.deep.equal([
        ...[`${brand}-preview`, `${brand}-preview`, brand, `${brand}-preview`],
      ]);

      // The secrets of the pipeline's environments with these names.
      for (const secret of ["API_KEY", "PREVIEW_KEY"])
        given[`secrets.EMAIL_MARKETING_${secret}`] = key;
      await ok(shell(`pulumi stack init ${brand}`, variables));
      const run = githubRuns(all, host());
      const preview = await run("pull_request").logs("preview");
      expect(preview).to.include("Open ").and.to.not.include("warning");
      const apply = await run("push").logs("plan", "report", "apply");
      expect(apply).to.include("+ 2 created");
      expect(await run("schedule").logs("drift")).to.include("No drift in 1 object.");
      expect(addressesOf(account)).to.include(`news@${brand}.example`);
      const requests = [emulator().requests().length, other().requests().length];
      expect(requests[brand === "acme" ? 1 : 0]).to.equal(0);
      const fork = await run("pull_request", ofFork).logs("preview-without-account");
      expect(fork).to.include("+ 2 to create").and.to.not.include("warning:");
      expect(fork).to.include(`news@${brand}.example`);
      await emulatorEnds();
      expect([emulator().requests().length, other().requests().length]).to.deep.equal(requests);
      expect([preview, fork].some((log) => log.includes(key))).to.equal(false);
    });
  }

  it("updates two accounts of one stack, but sends no request to either account in a run for a fork", async () => {
    const all = await checkout({ typescript: inTwoAccounts("News") });
    const { project, given, shell, variables, emulatorEnds } = all;
    await project.writeFile(
      "emulator.seed.json",
      '{"domains":[{"domain":"acme.example","status":"verified"},{"domain":"bolt.example","status":"verified"}]}',
    );
    const run = githubRuns(all, host());
    given["inputs.base-url"] = "";
    given["secrets.ENV"] = [
      `ACME_URL=${emulator().baseUrl}`,
      `BOLT_KEY=${otherKey}`,
      `BOLT_URL=${other().baseUrl}`,
    ].join("\n");
    const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE } = variables;
    await ok(
      shell(
        `pulumi stack init production\necho ${canaryKeys.apiKey} | pulumi config set --secret acme`,
        { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE },
      ),
    );
    await run("pull_request").logs("preview");
    const apply = () => run("push").logs("plan", "report", "apply");
    expect(await apply())
      .to.include("+ 5 created")
      .and.to.not.include("warning:");
    await project.writeProgram({ typescript: inTwoAccounts("Daily news") });
    expect(await apply()).to.match(/\+-2 replaced[\s\S]+3 unchanged/);
    const drift = await run("schedule").logs("drift");
    expect(drift).to.include("No drift in 2 objects.").and.to.not.include(otherKey);
    expect(addressesOf(other)).to.deep.equal(["news@bolt.example", "news@bolt.example"]);
    const requests = () => [emulator, other].map((account) => account().requests().length);
    const before = requests();
    const fork = await run("pull_request", ofFork).logs("preview-without-account");
    expect(fork).to.include("+ 5 to create").and.to.not.include("warning:");
    await emulatorEnds();
    expect(requests()).to.deep.equal(before);
  });
});

/** A Provider for each account. The stack config has the key, and the environment has the URL. */
const inTwoAccounts = (name: string) => `
import { Config } from "@pulumi/pulumi";
import { Provider, Sender } from "pulumi-email-marketing";

for (const brand of ["acme", "bolt"]) {
  const provider = new Provider(brand, {
    apiKey: new Config().getSecret(brand) ?? process.env[brand.toUpperCase() + "_KEY"] ?? "emulator-api-key",
    baseUrl: process.env[brand.toUpperCase() + "_URL"] ?? "",
    account: brand,
    accountDomain: brand + ".example",
  });
  new Sender("news-" + brand, { email: "news@" + brand + ".example", name: "${name}" }, { provider });
}
`;
