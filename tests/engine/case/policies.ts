import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { commentOn } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { changingRequests, type ServiceProject, useService } from "../../support/service";

const repository = join(__dirname, "..", "..", "..");
/** The engine starts `pulumi-analyzer-policy-<runtime>`, but no longer uses such an executable for `nodejs`. */
const runtime = "test-node";
const runPack = join(repository, "node_modules", "@pulumi", "pulumi", "cmd", "run-policy-pack");
const events = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
/** The folder of the expected comments, one file for each. WRITE_COMMENTS=1 writes them again. */
const golden = join(__dirname, "policies");

const head = js(`
const mail = (inputs) => ({ name: "2098-03 Spring", subject: "What is new", sender: { email: "hello@acme.example", name: "Acme" }, html: '<a href="https://acme.example/?utm_campaign=spring">Read</a> %%unsubscribe%%', listIds: ["list-1"], ...inputs });
const at = (campaign, scheduledAt = "2098-03-01 09:00:00") => ({ campaignId: campaign.id, scheduledAt, ignoreChecks: ["schedule-pause"] });
const plugin = (kind, name, inputs, opts) => new pulumi.CustomResource("emailmarketing:index:" + kind, name, inputs, opts);`);
const spring = `const spring = new em.Campaign("spring", mail({})); new em.CampaignSchedule("spring", at(spring));`;

/** The source text of a policy pack. */
const packOf = (...policies: readonly string[]) => `
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("rules", { policies: [${policies.join(",\n")}] });
`;
const inStack = `{ name: "no-march", description: "No date in March.", enforcementLevel: "mandatory",
  validateStack: ({ resources }, report) => {
    for (const { type, props } of resources)
      if (type.endsWith(":CampaignSchedule") && props.campaignId && props.scheduledAt.includes("-03-")) report("It is in March.");
  } }`;

describe("Pulumi policies", function () {
  const { createProject, emulator } = useService(this);
  this.beforeEach("starts with its account", () => emulator().reset());

  /** Creates a project with a policy pack. Also returns the options and environment variables for the pack. */
  async function withPack(program: string, pack: string | { dir: string }) {
    const project = await createProject({
      program: head + program,
      hasPlugin: true,
      config: { "emailmarketing:timeZone": "Europe/Berlin" },
    });
    const dir = join(project.dir, "pack");
    if (typeof pack === "object") await cp(pack.dir, dir, { recursive: true });
    else await project.writeFile("pack/index.js", pack);
    await project.writeFile("pack/PulumiPolicy.yaml", `runtime: ${runtime}\n`);
    if (typeof pack === "string") {
      await project.writeFile("pack/package.json", '{ "name": "rules", "version": "1.0.0" }');
    }
    const bin = join(project.dir, "bin");
    await mkdir(bin);
    const executable = join(bin, `pulumi-analyzer-policy-${runtime}`);
    await writeFile(executable, `#!/bin/sh\nexec node "${runPack}" "$@"\n`);
    await chmod(executable, 0o755);
    const env = {
      PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
      // A pack may be in TypeScript even if the program isn't. The types of the pack are checked.
      STACK_IS_JAVASCRIPT: "false",
      PULUMI_NODEJS_TRANSPILE_ONLY: "false",
    };
    return { project, args: ["--policy-pack", "pack"], env };
  }

  async function commentOf(project: ServiceProject, args: readonly string[], env: object) {
    const { stdout, exitCode } = await project.preview(["--json", ...args], { env: { ...env } });
    const comment = await commentOn(project, stdout, "--status", String(exitCode));
    return comment.replace(/ at \S+(?=pulumi-analyzer)\S+/, " at PATH");
  }

  it("are named in the comment only if the preview streams events", async () => {
    const { project, args, env } = await withPack(
      spring,
      packOf(
        `{ name: "protected", description: "Dates are protected.", enforcementLevel: "mandatory",
  validateResource: ({ type, opts }, report) => {
    if (type.endsWith(":CampaignSchedule") && !opts.protect) report("Protect it, or ask ada@acme.example | <b>\\n::error::[campaign-audience]");
  } }`,
        `{ name: "named", description: "Names have a team.", enforcementLevel: "advisory",
  validateResource: ({ type, props }, report) => {
    if (type.endsWith(":Campaign")) report("Whose is " + props.name + "?");
  } }`,
        inStack,
        `{ name: "signed", description: "Subjects are signed.", enforcementLevel: "remediate",
  remediateResource: ({ type, props }) => type.endsWith(":Campaign") ? { ...props, subject: props.subject + " (Acme)" } : undefined }`,
      ),
    );
    for (const [form, more] of [
      ["events", events],
      ["digest", {}],
    ] as const) {
      const comment = await commentOf(project, args, { ...env, ...more });
      const file = join(golden, `${form}.txt`);
      if (process.env.WRITE_COMMENTS) await writeFile(file, comment);
      expect(comment).to.equal(await readFile(file, "utf8"));
    }
  });

  it("of examples/policies report the same violations for dynamic resources and for the plugin", async () => {
    const dir = join(repository, "examples", "policies");
    const open = `mail({ name: "Spring", html: '<a href="https://acme.example/">Read</a> %%unsubscribe%%' })`;
    const kept = "{ protect: true }";
    const { project, args, env } = await withPack(
      `new em.Campaign("dynamic", ${open}); plugin("Campaign", "plugin", ${open});`,
      { dir },
    );
    const refused = await commentOf(project, args, { ...env, ...events });
    const lines = refused.split("\n").filter((line) => line.includes("policy "));
    expect(lines).to.deep.equal([
      '- 🛑 Campaign **plugin**, Campaign **dynamic**: refused by policy "mail-is-protected" ("newsletters"): Campaigns and their dates are protected. Add protect: true to its options.',
      '- 🛑 Campaign **plugin**, Campaign **dynamic**: refused by policy "name-has-month" ("newsletters"): The name of a campaign begins with its month, such as 2027-03. It is "Spring".',
      '- ⚠️ Campaign **plugin**, Campaign **dynamic**: policy "links-are-counted" ("newsletters"): Links to acme.example have utm\\_campaign. https:\u200b//acme.example/ has none.',
    ]);
    await fails(project.up(args, { env }));
    expect(changingRequests(emulator().requests())).to.deep.equal([]);

    await project.writeProgram(
      `${head}const a = new em.Campaign("dynamic", mail({}), ${kept}); new em.CampaignSchedule("dynamic", at(a), ${kept});
const b = plugin("Campaign", "plugin", mail({ name: "2098-03 Other" }), ${kept}); plugin("CampaignSchedule", "plugin", at(b), ${kept});`,
    );
    await ok(project.up(args, { env }));
    const accepted = await commentOf(project, args, { ...env, ...events });
    expect(accepted).to.include("no changes").and.to.not.include(" policy ");
  });

  it("for a whole stack fail an update only after the update has scheduled the campaign", async () => {
    const { project, args, env } = await withPack(spring, packOf(inStack));
    const preview = await ok(project.preview(args, { env }));
    expect(preview.output).to.include("can't be known during preview");
    const up = await fails(project.up(args, { env }));
    expect(up.output).to.include("It is in March.");
    const sent = emulator()
      .snapshot()
      .campaigns.find(({ name }) => name === "2098-03 Spring");
    expect(sent).to.include({ status: "Scheduled", scheduled_at: "2098-03-01 09:00:00" });
  });

  it("of the level remediate can set values that the package refuses in a program", async () => {
    const broken = "Calling [toString] on an [Output<T>] is not supported.";
    const { project, args, env } = await withPack(
      `new em.Campaign("spring", mail({ subject: ${JSON.stringify(broken)} }));`,
      packOf(
        `{ name: "broken", description: "Breaks it.", enforcementLevel: "remediate",
  remediateResource: ({ type, props }) =>
    type.endsWith(":Campaign") ? { ...props, subject: ${JSON.stringify(broken)} }
    : type.endsWith(":CampaignSchedule") ? { ...props, scheduledAt: "2098-03-01 10:00:00" } : undefined }`,
      ),
    );
    const own = await fails(project.preview());
    expect(own.output).to.include("an output was put into a string");
    await project.writeProgram(head + spring);
    const comment = await commentOf(project, args, { ...env, ...events });
    expect(comment).to.include("2098-03-01 09:00 ");
    await ok(project.up(args, { env }));
    const sent = emulator()
      .snapshot()
      .campaigns.find(({ name }) => name === "2098-03 Spring");
    expect(sent).to.include({ subject: broken, scheduled_at: "2098-03-01 10:00:00" });
  });
});
