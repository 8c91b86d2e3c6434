import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { everyCollection } from "../../../../provider/api/collections";
import { operations } from "../../../../provider/api/operations";
import { runIn, runWith } from "../../../support/command";
import { fails, ok } from "../../../support/outcome";
import { useScratch } from "../../../support/scratch";
import { json, useServers } from "../../../support/server";
import { canaryKeys, sent, useService } from "../../../support/service";

const root = join(__dirname, "..", "..", "..", "..");

interface Observation {
  level: string;
  about: string;
  says: string;
  wayOut?: string;
}

const observed = (stdout: string) =>
  (JSON.parse(stdout) as { observations: Observation[] }).observations;
const inColumns = (stdout: string) =>
  stdout.split("\n").map((line) => line.replace(/ {2,}/g, " | "));
const worse = (stdout: string) =>
  observed(stdout).filter(({ level }) => level === "warning" || level === "fault");

describe("the command pulumi-email-marketing doctor", function () {
  const { createProject, emulator } = useService(this);
  const scratch = useScratch(this);
  const serve = useServers(this);

  const apiKey = { "emailmarketing:apiKey": { secret: canaryKeys.apiKey } };

  it("reports no problem for a valid project, and prints the result of each check", async () => {
    const config = { ...apiKey, "emailmarketing:operations": "extended" };
    const project = await createProject({ program: "", config });
    project.newRequests();
    const { stdout, stderr } = await ok(runIn(project, "doctor"));
    expect(stderr).to.equal("");
    const lines = inColumns(stdout);
    expect(lines).to.include.members([
      `ok | project | ${project.dir}`,
      "ok | pulumi-email-marketing | 0.1.0",
      "- | apiKey | (not shown), from stack config emailmarketing:apiKey",
      "- | operations | extended, from stack config emailmarketing:operations",
      `- | baseUrl | ${emulator().baseUrl}, from environment variable EMAIL_MARKETING_BASE_URL`,
      "- | not set | account, formerAccounts, accountDomain, preflight, timeZone, sending, maxRecipients, sendWindow, audienceGapHours, requestsPerSecond, timeoutSeconds, deadlineSeconds, log",
      "ok | main API's key | accepted",
      "- | account holds | 1 sender",
      "- | account holds | 3 domains, 1 verified; to protect this account, set accountDomain to acme.example",
      "- | account holds | 3 lists",
      "- | account holds | 2 webhooks",
      "- | account holds | 1 reply-to address",
      "- | account holds | 1 custom property",
      "ok | clock | within a minute of the service's clock",
      "ok | verification API's key | accepted",
      "No problems found. Next, run: pulumi config set emailmarketing:accountDomain DOMAIN, with a sending domain of the account, then pulumi preview",
    ]);
    expect(lines.join("\n")).to.match(/ok \| Pulumi CLI \| 3\.\d+\.\d+/);
    expect(lines.join("\n")).to.match(/ok \| main API \| replied within \d+ ms/);
    const searches = everyCollection.map(({ operation }) => {
      const { method, path } = operations[operation];
      return `${method} ${path}`;
    });
    expect(project.newRequests()).to.have.members([
      "GET /verify/verifyFileStatus/doctor",
      ...searches.filter((search) => search !== "POST /campaign/list"),
    ]);
  });

  it("names pulumi preview as the next command if accountDomain is set", async () => {
    const env = { EMAIL_MARKETING_ACCOUNT_DOMAIN: "acme.example" };
    const project = await createProject({ program: "", env });
    const { stdout } = await ok(runIn(project, "doctor"));
    expect(stdout).to.match(/\nNo problems found\. Next, run: pulumi preview\n$/);
  });

  const verifyKey = { "emailmarketing:verifyKey": { secret: canaryKeys.verifyKey } };
  const misspelt = (name: string, meant: string) =>
    `environment variable EMAIL_MARKETING_${name}: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_${meant}?`;
  for (const [what, { config, env }, found] of [
    [
      "fails if a key is stored in plain text",
      { config: { "emailmarketing:apiKey": canaryKeys.apiKey }, env: {} },
      [
        "ERROR | key | emailmarketing:apiKey is stored in plain text in the stack config",
        " | -> If the file was shared, treat the key as compromised and rotate it. Run: pulumi config set --secret emailmarketing:apiKey",
      ],
    ],
    [
      "fails if the stack config has an unknown setting",
      { config: { ...apiKey, "emailmarketing:preflght": "error" }, env: {} },
      [
        'ERROR | settings | stack config emailmarketing:preflght: unknown setting "preflght"; did you mean "preflight"?',
        " | -> Set the setting that was meant, and run: pulumi config rm emailmarketing:preflght",
      ],
    ],
    [
      "fails if EMAIL_MARKETING_SENDNG is set by mistake, but only warns if EMAIL_MARKETING_API_KEY1 is",
      { config: {}, env: { EMAIL_MARKETING_API_KEY1: "k", EMAIL_MARKETING_SENDNG: "refuse" } },
      [
        `! | settings | ${misspelt("API_KEY1", "API_KEY")}`,
        `ERROR | settings | ${misspelt("SENDNG", "SENDING")} Rename it or unset it.`,
      ],
    ],
    [
      "fails if settings are in the namespace email-marketing instead of emailmarketing",
      { config: { "email-marketing:sending": "refuse", "email-marketing:audience": "1" }, env: {} },
      [
        "ERROR | settings | stack config email-marketing:sending: not in the namespace of the settings, so it has no effect; did you mean emailmarketing:sending?",
        " | -> Set the setting that was meant, and run: pulumi config rm email-marketing:sending",
      ],
    ],
    [
      "warns if a setting is in the project's namespace or has two different values",
      {
        config: { sendWindow: "Mon-Fri", "emailmarketing:sending": "allow" },
        env: { EMAIL_MARKETING_SENDING: "refuse" },
      },
      [
        "! | settings | stack config test:sendWindow: a value of the project test, so it doesn't set emailmarketing:sendWindow. Run: pulumi config set emailmarketing:sendWindow <value>. Any value there ends this warning.",
        "! | settings | sending: stack config emailmarketing:sending and environment variable EMAIL_MARKETING_SENDING hold different values, and the one in stack config emailmarketing:sending is used. Set it in one place only.",
      ],
    ],
    [
      "warns that Etc/GMT+5 means UTC-5 if timeZone is Etc/GMT+5",
      { config: { "emailmarketing:timeZone": "Etc/GMT+5" }, env: {} },
      [
        "! | timeZone | Etc/GMT+5 means UTC-5: the sign in these names is the opposite of that in UTC offsets",
        " | -> If UTC+5 is meant, set Etc/GMT-5. Better, set the name of a place, such as America/New_York.",
      ],
    ],
    [
      "warns if stack config and environment set different verification keys",
      {
        config: { ...apiKey, ...verifyKey },
        env: { EMAIL_MARKETING_VERIFY_KEY: "another-key" },
      },
      [
        "! | key | verifyKey: stack config emailmarketing:verifyKey and environment variable EMAIL_MARKETING_VERIFY_KEY hold different keys, and the one in stack config emailmarketing:verifyKey is used. Set a key in one place only.",
        " | -> To use the key of the environment, run: pulumi config rm emailmarketing:apiKey (or verifyKey), then pulumi up. Until then, refresh and destroy use the stored key.",
      ],
    ],
  ] as const) {
    it(`prints no key, and ${what}`, async () => {
      const project = await createProject({ program: "", config, env });
      const { exitCode, stdout, output } = await runIn(project, "doctor");
      expect(inColumns(stdout).filter((line) => /^(ERROR|!| \| ->)/.test(line))).to.have.members(
        found,
      );
      expect(exitCode).to.equal(what.startsWith("fails") ? 1 : 0);
      for (const key of [...Object.values(canaryKeys), "another-key"]) {
        expect(output.includes(key)).to.equal(false);
      }
    });
  }

  it("lists the names, not the values, of environment variables that only resemble settings", async () => {
    const env = { EMAILMARKETING_HOME: "a-value", EMAIL_MARKETING_SENDER: "a-value" };
    const project = await createProject({ program: "", env });
    const { stdout } = await ok(runIn(project, "doctor"));
    expect(inColumns(stdout)).to.include(
      "- | other variables | EMAILMARKETING_HOME, EMAIL_MARKETING_SENDER: not names of settings, so the provider doesn't read them",
    );
    expect(stdout).to.not.include("a-value");
  });

  it("fails without an API key unless the code mentions a provider, which may have its own key", async () => {
    const project = await createProject({ program: "", env: { EMAIL_MARKETING_API_KEY: "" } });
    const { stderr } = await fails(runIn(project, "doctor"), 1);
    expect(stderr).to.equal("1 problem found: default provider.\n");
    await project.writeProgram('exports.providers = "none yet";');
    await ok(runIn(project, "doctor"));
  });

  it("reports only the missing stack as a problem if --stack names a stack that doesn't exist", async () => {
    const project = await createProject({ program: "" });
    const { stdout } = await fails(runIn(project, "doctor", "--json", "--stack", "none"), 1);
    const [missing, ...others] = worse(stdout);
    expect(missing?.says).to.match(/^pulumi config --json --stack none failed: .*none.*\.$/);
    expect(missing?.wayOut).to.include("set one with --stack");
    expect(others).to.deep.equal([]);
  });

  describe("without the Pulumi CLI", () => {
    async function writeProject(): Promise<void> {
      await writeFile(join(scratch(), "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: src/\n");
      await mkdir(join(scratch(), "src"));
    }
    async function look(env: Record<string, string> = {}) {
      const where = { folder: scratch(), env: { PATH: "", ...env } };
      const { stdout, exitCode } = await runWith(emulator(), where, "doctor", "--json");
      expect(stdout.includes(canaryKeys.apiKey)).to.equal(false);
      return { exitCode, bad: worse(stdout) };
    }
    const about = (bad: readonly Observation[], what: string) =>
      bad.find((observation) => observation.about === what);

    it("prints how to install the Pulumi CLI and missing packages", async () => {
      await writeProject();
      const { exitCode, bad } = await look();
      expect(exitCode).to.equal(1);
      expect(about(bad, "Pulumi CLI")?.says).to.equal(
        "the Pulumi CLI is not on the PATH. Install it (https://www.pulumi.com/docs/install/), or add its folder to the PATH.",
      );
      expect(about(bad, "pulumi-email-marketing")).to.deep.equal({
        level: "fault",
        about: "pulumi-email-marketing",
        says: "can't be resolved from the project folder, where Pulumi loads it",
        wayOut:
          "Add it to the dependencies of the project's own package.json. Run: npm install pulumi-email-marketing",
      });
      const sdk = about(bad, "@pulumi/pulumi");
      const version = Number.parseInt(process.versions.node, 10) < 22 ? "3.248" : "latest";
      expect(sdk?.level).to.equal("fault");
      expect(sdk?.wayOut).to.include(`Run: npm install @pulumi/pulumi@${version}`);
    });

    it("finds pulumi-email-marketing in the program's folder if Pulumi.yaml sets main", async () => {
      await writeProject();
      await symlink(join(root, "node_modules"), join(scratch(), "src", "node_modules"));
      const { bad } = await look();
      expect(about(bad, "pulumi-email-marketing")).to.equal(undefined);
    });

    it("suggests the option --cwd if the folder has no Pulumi project", async () => {
      const { bad } = await look();
      expect(about(bad, "project")?.wayOut).to.equal(
        "Run this command in a Pulumi project, or set the folder with --cwd.",
      );
    });

    it("reports a key that the main API refuses, and a verification API that can't be reached", async () => {
      const refused = await look({ EMAIL_MARKETING_API_KEY: "wrong" });
      expect(about(refused.bad, "main API")).to.equal(undefined);
      expect(about(refused.bad, "main API's key")?.says).to.include(
        "(401, POST /senders/search). The key was read from environment variable EMAIL_MARKETING_API_KEY; correct it there.",
      );
      const away = await look({
        EMAIL_MARKETING_VERIFY_URL: "http://127.0.0.1:9/verify",
        EMAIL_MARKETING_DEADLINE_SECONDS: "2",
      });
      expect(about(away.bad, "verification API")?.says).to.include(
        "can't connect to http://127.0.0.1:9/verify",
      );
    });

    it("warns if this machine's clock is 10 minutes behind the service's clock", async () => {
      const { url } = await serve((response) => {
        const date = new Date(Date.now() + 600_000).toUTCString();
        json(response, { count: 0, data: [] }, { headers: { date } });
      });
      const env = { EMAIL_MARKETING_BASE_URL: url };
      const { bad } = await look(env);
      expect(about(bad, "clock")?.says).to.match(
        /^this machine's clock is (599|600|601) s behind the service's clock$/,
      );
    });

    it("hides baseUrl or verifyUrl if the value contains a password or key", async () => {
      for (const address of [
        "https://ada:p4ssw0rd@api.example.com/v1",
        "https://api.example.com/v1?key=p4ssw0rd",
        "https://api.example.com/v1#p4ssw0rd",
        "ftp://ada:p4ssw0rd@api.example.com",
        "p4ssw0rd",
      ]) {
        for (const name of ["EMAIL_MARKETING_BASE_URL", "EMAIL_MARKETING_VERIFY_URL"]) {
          const where = { folder: scratch(), env: { PATH: "", [name]: address } };
          const { output, stdout } = await runWith(emulator(), where, "doctor");
          expect(output).to.not.include("p4ssw0rd");
          expect(stdout).to.match(/(baseUrl|verifyUrl) +\(not shown\), from environment variable/);
        }
      }
    });

    it("reports a missing operation (404 or 501) as an error, but a busy service (503) as a warning", async () => {
      const path = "/contact/property/search";
      const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };
      for (const status of [404, 501]) {
        emulator().faults([{ path, times: 9, kind: "status", status, body: "Not Found" }]);
        const { exitCode, bad } = await look(extended);
        expect(exitCode).to.equal(1);
        const [lacking] = bad.filter((observation) => observation.about === "account holds");
        expect(lacking?.level).to.equal("fault");
        expect(lacking?.says).to.include(
          `(${status}, POST /contact/property/search). Check that emailmarketing:baseUrl is the address of the API, including its version. ` +
            'The service may not support the operations of emailmarketing:operations "extended".',
        );
      }
      emulator().faults([{ path, times: 9, kind: "status", status: 503 }]);
      const busy = await look({
        ...extended,
        EMAIL_MARKETING_DEADLINE_SECONDS: "2",
      });
      emulator().faults([]);
      expect(about(busy.bad, "account holds")?.level).to.equal("warning");
    });

    it("reports an invalid setting by name, and sends no request", async () => {
      const before = emulator().requests().length;
      const { bad } = await look({ EMAIL_MARKETING_TIMEOUT_SECONDS: "soon" });
      expect(about(bad, "settings")?.says).to.equal(
        "environment variable EMAIL_MARKETING_TIMEOUT_SECONDS: must be a number from 0.01 to 3600.",
      );
      expect(sent(emulator().requests().slice(before))).to.deep.equal([]);
    });
  });
});
