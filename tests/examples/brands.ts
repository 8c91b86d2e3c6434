import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { stepsOf } from "../../tools/example/page";
import { until } from "../support/held-step";
import { ok } from "../support/outcome";
import { canaryKeys, useEmulator } from "../support/service";
import { useCheckout } from "./checkout";
import { readGithubWorkflow } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const page = join(repository, "docs", "guides", "several-accounts.md");
const workflow = join(repository, "examples", "pipelines", "github-actions.yml");
const otherKey = "canary-other-1c9e4d7b3a5f6082";

interface Workflow {
  readonly name: string;
  readonly concurrency: { readonly group: string };
  readonly jobs: Readonly<Record<string, { readonly environment?: string }>>;
}

/** Keys of several accounts come from the environment of the pipeline alone, and the job for forks has none. */
describe("the workflow of several brands", function () {
  this.timeout(300_000);
  const { checkout, emulator } = useCheckout(this);
  const other = useEmulator(this, {
    apiKey: otherKey,
    seed: { domains: [{ domain: "bolt.example", status: "verified" }] },
  });
  this.beforeEach("empties the second account", () => other().reset());

  const addressesOf = (account: typeof emulator) =>
    account()
      .snapshot()
      .senders.map(({ sender_email }) => sender_email);

  it("is one for each stack, as the guide makes them, and reaches the account of its brand only", async () => {
    const text = await readFile(page, "utf8");
    const blocks = text.split("```ts\n").map((rest) => rest.split("```")[0] ?? "");
    const program = blocks.find((block) => block.includes("const brands")) ?? "";
    const [making = ""] = stepsOf(text).flatMap((step) =>
      "commands" in step && step.commands.includes(".github") ? [step.commands] : [],
    );
    const { project, given, shell, run, variables, isEmulatorGone } = await checkout({
      typescript: program,
    });
    await project.writeFile("github-actions.yml", await readFile(workflow, "utf8"));
    await project.writeFile("make.sh", making);
    await ok(shell("bash -e make.sh", {}));
    const accounts = { acme: [emulator, canaryKeys.apiKey], bolt: [other, otherKey] } as const;
    const groups = new Set<string>();
    for (const [brand, [account, key]] of Object.entries(accounts)) {
      const file = join(project.dir, ".github", "workflows", `${brand}.yml`);
      const { name, concurrency, jobs } = parse(await readFile(file, "utf8")) as Workflow;
      groups.add(name + concurrency.group);
      const keyed = Object.values(jobs).filter((job) =>
        /MARKETING_\w*KEY \}\}/.test(JSON.stringify(job)),
      );
      expect(keyed.map(({ environment }) => environment)).to.deep.equal([brand, brand, brand]);

      // What the pipeline's environment of this name holds.
      given["vars.EMAIL_MARKETING_BASE_URL"] = account().baseUrl;
      for (const secret of ["API_KEY", "PREVIEW_KEY"])
        given[`secrets.EMAIL_MARKETING_${secret}`] = key;
      await ok(shell(`pulumi stack init ${brand}`, variables));
      const github = readGithubWorkflow(file);
      const preview = await ok(run(github, "preview"));
      expect(preview.output).to.include("Open ").and.to.not.include("warning");
      expect((await ok(run(github, "apply"))).output).to.include("+ 2 created");
      expect((await ok(run(github, "drift"))).output).to.include("No drift in 1 object.");
      const requests = [emulator().requests().length, other().requests().length];
      const fork = await ok(run(github, "preview-without-account"));
      expect(fork.output).to.include("+ 2 to create").and.to.not.include("warning:");
      expect(fork.output).to.include(`news@${brand}.example`);
      await until(isEmulatorGone, () => "the emulator of the job still runs");
      expect([emulator().requests().length, other().requests().length]).to.deep.equal(requests);
      expect([preview, fork].some(({ output }) => output.includes(key))).to.equal(false);
    }
    expect(groups.size).to.equal(2);
    expect(addressesOf(emulator))
      .to.include("news@acme.example")
      .and.not.include("news@bolt.example");
    expect(addressesOf(other)).to.deep.equal(["news@bolt.example"]);
  });

  it("has the key of each Provider in its environment, and that of its emulator for forks", async () => {
    const { project, given, shell, run, variables, isEmulatorGone } = await checkout({
      typescript: inTwoAccounts,
    });
    await project.writeFile(
      "seed.json",
      '{"domains":[{"domain":"acme.example","status":"verified"},{"domain":"bolt.example","status":"verified"}]}',
    );
    const added = ["ACME", "BOLT"].map(
      (brand) =>
        `\n$1${brand}_KEY: \${{ secrets.${brand}_KEY }}\n$1${brand}_URL: \${{ vars.${brand}_URL }}`,
    );
    const keyed = (await readFile(workflow, "utf8"))
      .replace(/^( *)EMAIL_MARKETING_API_KEY: \$\{\{.*/gm, `$&${added.join("")}`)
      .replace(
        /^( *)EMAIL_MARKETING_API_KEY: emulator-api-key$/m,
        "$&\n$1ACME_KEY: emulator-api-key\n$1BOLT_KEY: emulator-api-key",
      )
      .replace("--port 4010", "$& --seed seed.json");
    await project.writeFile("keyed.yml", keyed);
    const github = readGithubWorkflow(join(project.dir, "keyed.yml"));
    Object.assign(given, {
      "secrets.EMAIL_MARKETING_API_KEY": "",
      "secrets.EMAIL_MARKETING_PREVIEW_KEY": "",
      "vars.EMAIL_MARKETING_BASE_URL": "",
      "secrets.ACME_KEY": canaryKeys.apiKey,
      "vars.ACME_URL": emulator().baseUrl,
      "secrets.BOLT_KEY": otherKey,
      "vars.BOLT_URL": other().baseUrl,
    });
    const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE } = variables;
    await ok(
      shell("pulumi stack init production", { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE }),
    );
    await ok(run(github, "preview"));
    const apply = await ok(run(github, "apply"));
    expect(apply.output).to.include("+ 5 created").and.to.not.include("warning:");
    const drift = await ok(run(github, "drift"));
    expect(drift.output).to.include("No drift in 2 objects.").and.to.not.include(otherKey);
    expect(addressesOf(other)).to.deep.equal(["news@bolt.example"]);
    const requests = other().requests().length;
    const fork = await ok(run(github, "preview-without-account"));
    expect(fork.output).to.include("+ 5 to create").and.to.not.include("warning:");
    await until(isEmulatorGone, () => "the emulator of the job still runs");
    expect(other().requests()).to.have.length(requests);
  });
});

/** A Provider for each account, which takes its key and its address from the environment. */
const inTwoAccounts = `
import { Provider, Sender } from "pulumi-email-marketing";

for (const brand of ["acme", "bolt"]) {
  const provider = new Provider(brand, {
    apiKey: process.env[brand.toUpperCase() + "_KEY"] ?? "",
    baseUrl: process.env[brand.toUpperCase() + "_URL"] ?? "",
    account: brand,
    accountDomain: brand + ".example",
  });
  new Sender("news-" + brand, { email: "news@" + brand + ".example", name: "News" }, { provider });
}
`;
