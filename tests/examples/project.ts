import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { fails, ok } from "../support/outcome";
import { useScratch } from "../support/scratch";
import { canaryKeys, useEmulator, useService } from "../support/service";
import type { ConfigValue } from "../support/stack";

const examples = join(__dirname, "..", "..", "examples");
const otherKey = "canary-other-1c9e4d7b3a5f6082";

interface Expected {
  readonly config?: Readonly<Record<string, ConfigValue>>;
  /** What an apply makes of resources, by their kinds. */
  readonly creates: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly protectedKinds?: readonly string[];
}

describe("every example", function () {
  const { createProject } = useService(this);
  const scratch = useScratch(this);
  const other = useEmulator(this, {
    apiKey: otherKey,
    seed: { domains: [{ domain: "acme-us.example", status: "verified" }] },
  });

  async function behaves(name: string, expected: Expected): Promise<void> {
    const { config = {}, protectedKinds = [] } = expected;
    const project = await createProject({ program: { dir: join(examples, name) }, config });
    const up = await ok(project.upWithPreview());
    expect(up.output).to.not.match(/\b(warning|error):/);
    const { resources = [] } = await project.state();
    const own = resources.filter(({ type }) => type.includes("/emailmarketing:"));
    const kindOf = (type: string) => type.split(":").at(-1) ?? "";
    expect(own.map(({ type }) => kindOf(type)).sort()).to.deep.equal(expected.creates);
    const isProtected = own.filter((resource) => resource.protect === true);
    expect(isProtected.map(({ type }) => kindOf(type)).sort()).to.deep.equal(protectedKinds);
    const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
    expect(stack?.outputs).to.deep.include(expected.outputs);
    const again = await project.preview();
    expect(Object.keys(again.changes), again.output).to.deep.equal(["same"]);
  }

  /** Two accounts that were swapped: each lacks the domain of the other, so nothing is written. */
  async function swapped(): Promise<void> {
    const [eu, us] = [emulatorOfSuite(), other()];
    eu.reset();
    us.reset();
    const config = {
      euKey: { secret: otherKey },
      euUrl: us.baseUrl,
      usKey: { secret: canaryKeys.apiKey },
      usUrl: eu.baseUrl,
    };
    const dir = join(examples, "several-accounts");
    const project = await createProject({ program: { dir }, config });
    for (const run of [await fails(project.preview()), await fails(project.up())]) {
      expect(run.output).to.include("the account doesn't have the sending domain acme");
    }
    const writes = [...eu.requests(), ...us.requests()].filter(
      ({ method, path }) => method !== "GET" && !path.endsWith("/search"),
    );
    expect(writes).to.deep.equal([]);
  }

  const run: Readonly<Record<string, () => Promise<void>>> = {
    quickstart: () =>
      behaves("quickstart", {
        creates: ["Campaign", "CampaignSchedule", "CustomProperty", "Sender", "WebhookActivation"],
        protectedKinds: ["Campaign", "CampaignSchedule"],
        outputs: { domain: "verified" },
      }),
    "several-accounts": async () => {
      const emulator = other();
      await behaves("several-accounts", {
        config: {
          euKey: { secret: canaryKeys.apiKey },
          euUrl: emulatorOfSuite().baseUrl,
          usKey: { secret: otherKey },
          usUrl: emulator.baseUrl,
        },
        creates: ["Sender", "Sender"],
        outputs: { accounts: ["eu", "us"], domainsOfEu: 3 },
      });
      expect(emulator.snapshot().senders).to.have.length(1);
      await swapped();
    },
    "campaign-from-files": () =>
      behaves("campaign-from-files", {
        config: { sendAt: "2098-03-01 09:00:00" },
        creates: ["Campaign", "CampaignSchedule", "Sender"],
        protectedKinds: ["Campaign", "CampaignSchedule"],
        outputs: { scheduledAt: "2098-03-01 09:00:00" },
      }),
    "brand-component": () =>
      behaves("brand-component", {
        creates: ["Campaign", "DomainDnsShare", "Sender"],
        protectedKinds: ["Campaign"],
        outputs: { from: "news@acme.example" },
      }),
    "verification-gate": () =>
      behaves("verification-gate", {
        creates: ["Campaign"],
        protectedKinds: ["Campaign"],
        outputs: { invalidShare: 0.03 },
      }),
    // Its packages come from this repository; npm run prove -- readmes has npm install them.
    template: async () => {
      const project = await createProject({ program: { typescript: "" } });
      const given = ["--name", "test", "--force", "--yes", "--generate-only"];
      await ok(project.raw(["new", join(examples, "template"), ...given]));
      const preview = await ok(project.preview(), { create: 2 });
      expect(preview.output)
        .to.include('domain: "verified"')
        .and.to.not.match(/warning:/);
      await ok(project.up(), { create: 2 });
    },
    "unit-tests": async () => {
      await behaves("unit-tests", {
        creates: ["Campaign", "Sender"],
        protectedKinds: ["Campaign"],
        outputs: {},
      });
      // Newer lines of Node.js have another default.
      const format = "--test-reporter=tap";
      const args = ["--import", "tsx", "--test", format, "program.test.ts"];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        cwd: join(examples, "unit-tests"),
      });
      expect(stdout).to.include("# pass 4").and.to.include("# fail 0");

      // The reason comes first, whatever the test runner says after it.
      const folder = join(scratch(), "unit-tests");
      await cp(join(examples, "unit-tests"), folder, { recursive: true });
      await symlink(join(examples, "..", "node_modules"), join(scratch(), "node_modules"));
      const file = join(folder, "index.ts");
      const wrong = (await readFile(file, "utf8")).replace('name: "Acme News"', 'name: "<Acme>"');
      await writeFile(file, wrong);
      const failed = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
        (error: { readonly stdout: string }) => error,
      );
      expect(failed.stdout.split("\n").find((line) => line.includes("Sender"))).to.equal(
        '# [Sender "news": name: must contain only printable ASCII characters, without <, >, @ and "] {',
      );
      expect(failed.stdout).to.not.include("still pending");
    },
  };
  const emulatorOfSuite = useEmulator(this);

  const programs = readdirSync(examples).filter((name) =>
    existsSync(join(examples, name, "Pulumi.yaml")),
  );
  for (const name of programs) {
    it(`${name} previews without a warning, applies, and is unchanged then`, async () => {
      const behavior = run[name];
      if (!behavior) throw new Error(`nobody runs the example ${name}`);
      await behavior();
    });
  }
});
