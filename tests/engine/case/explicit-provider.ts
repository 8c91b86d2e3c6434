import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runIn, runUnder } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { canaryKeys, useEmulator, useService } from "../../support/service";

const otherKey = "canary-other-1c9e4d7b3a5f6082";
const sender = (id: string, sender_email: string) => ({ id, sender_email, sender_name: "Acme" });

const providers = `
import * as pulumi from "@pulumi/pulumi";
import { Provider } from "pulumi-email-marketing";
const config = new pulumi.Config();
const given = (name: string) => ({ apiKey: config.requireSecret(name + "Key"), baseUrl: config.require(name + "Url"), account: name });
export const euProvider = new Provider("eu", given("eu"));
export const usProvider = new Provider("us", given("us"));
`;
const program = `
import { Sender } from "pulumi-email-marketing";
import { euProvider, usProvider } from "./providers";
new Sender("help-eu", { email: "help@acme.example", name: "Acme" }, { provider: euProvider });
new Sender("help-us", { email: "help@acme.example", name: "Acme" }, { provider: usProvider });
`;

describe("commands for programs with only explicit Providers", function () {
  const seed = {
    domains: [{ domain: "acme.example", status: "verified" }],
    senders: [sender("s-1", "help@acme.example"), sender("s-2", "news@acme.example")],
  } satisfies Seed;
  const { createProject, emulator } = useService(this, { seed });
  const us = useEmulator(this, { seed, apiKey: otherKey });

  it("use the account of the named Provider, without settings of the default Provider", async () => {
    const project = await createProject({
      program: { typescript: program },
      files: { "providers.ts": providers },
      config: {
        euKey: { secret: canaryKeys.apiKey },
        euUrl: emulator().baseUrl,
        usKey: { secret: otherKey },
        usUrl: us().baseUrl,
      },
      env: {
        EMAIL_MARKETING_BASE_URL: "",
        EMAIL_MARKETING_API_KEY: "",
        EMAIL_MARKETING_VERIFY_URL: "",
      },
    });
    const before = await ok(runIn(project, "doctor"));
    expect(before.stdout).to.match(
      /! +default provider +apiKey is not set in the stack config or in the environment\n.*If every resource of the program has an explicit Provider, none is needed/,
    );
    await ok(project.up());

    const doctor = await ok(runIn(project, "doctor"));
    expect(doctor.stdout).to.match(
      /default provider +not set and not used: the resources in the state belong to the explicit Providers "eu", "us"/,
    );
    expect(doctor.stdout).to.include("npx pulumi-email-marketing doctor --provider eu");
    expect(doctor.stdout).to.include(
      "No problems found. Next, set the argument accountDomain of each Provider that has none to a sending domain of its account, then run: pulumi preview\n",
    );
    expect(doctor.stdout).to.not.include("pulumi config set");
    const named = await ok(runIn(project, "doctor", "--provider", "us"));
    expect(named.stdout).to.match(/apiKey +\(not shown\), from argument apiKey of Provider "us"/);
    expect(named.stdout).to.include("2 senders");
    const unknown = await fails(runIn(project, "doctor", "--provider", "asia"), 1);
    expect(unknown.stderr).to.include(
      'error: the state has no explicit Provider "asia" of this package; it has "eu", "us". A Provider is in the state after the first: pulumi up',
    );

    const imported = await ok(runIn(project, "import", "--provider", "eu"));
    expect(imported.stdout).to.include("Skipped: 1 object already in the stack.");
    expect(imported.stdout).to.include(
      'Export the Provider "eu" as euProvider from providers.ts, or change the import in email-marketing.ts.',
    );
    const written = await readFile(join(project.dir, "email-marketing.ts"), "utf8");
    expect(written.split("\n").slice(2)).to.deep.equal([
      'import { Sender } from "pulumi-email-marketing";',
      'import { euProvider } from "./providers";',
      "",
      'export const newsAcmeExampleSender = new Sender("news-acme-example", {',
      '  email: "news@acme.example",',
      '  name: "Acme",',
      "}, { protect: true, provider: euProvider });",
      "",
    ]);
    const file = ["--file", "email-marketing.import.json", "--generate-code=false"];
    await ok(project.raw(["import", ...file, "--yes", "--non-interactive"]));
    await project.writeProgram({ typescript: `import "./email-marketing";${program}` });
    await ok(project.preview(["--expect-no-changes"]));
    const { resources = [] } = await project.state();
    const news = resources.find(({ id }) => id === "s-2");
    expect(news?.provider).to.include("::eu::");
    expect(news?.outputs?.account).to.equal("eu");

    // Settings for the same account, but with another account name than the Provider's.
    const env = {
      EMAIL_MARKETING_BASE_URL: emulator().baseUrl,
      EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
      EMAIL_MARKETING_ACCOUNT: "europe",
    };
    const files = ["--file", "second.json", "--program", "second.ts"];
    const again = await ok(runUnder(env, project, "import", ...files));
    expect(again.stdout).to.match(
      /Skipped: 2 objects that the stack has under account "(eu|us)"\./,
    );
    expect(again.stdout).to.include("Nothing to import. No files were written.");

    const ahead =
      "note: the stack config has emailmarketing:operations, which an explicit Provider gets with the next update. Run pulumi up first.";
    const commands = [["drift"], ["import", "--provider", "eu", "--kind", "Sender"]];
    const notes = async () => {
      const run = await Promise.all(commands.map((command) => ok(runIn(project, ...command))));
      return run.map(({ stderr }) => stderr.split(ahead).length - 1);
    };
    expect(await notes()).to.deep.equal([0, 0]);
    await project.setConfig("emailmarketing:operations", "extended");
    expect(await notes()).to.deep.equal([1, 1]);
    await ok(project.up());
    expect(await notes()).to.deep.equal([0, 0]);
  });
});
