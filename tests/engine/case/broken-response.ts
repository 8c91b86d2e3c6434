import { expect } from "chai";
import { breaks, type FaultyProxy, useFaultyServers } from "../../support/faulty-proxy";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";
import { outputOf, type Program } from "../../support/stack";

const resources = `
  new em.Sender("news", { email: "news@acme.example", name: "Acme News" });
  new em.CustomProperty("plan", { name: "plan", type: "text", onDestroy: "delete" });
  new em.List("readers", { name: "Readers" });`;

/** Programs that declare resources only after a look-up has ended. */
const programs: Readonly<Record<string, string>> = {
  "an awaited look-up": js(`em.getLists().then(() => {${resources}});`),
  "a look-up that the program exports": js(
    `module.exports = (async () => { await em.getLists(); ${resources} })();`,
  ),
  "the look-up of an output": js(`em.getListsOutput({}).apply(() => {${resources}});`),
};
const declared = js(resources);
const plan = [
  "--target",
  "urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:CustomProperty::plan",
];

/** Makes Promise.race never settle, so that a call doesn't end. */
const never = "Promise.race = (all) => Promise.allSettled(all).then(() => new Promise(() => {}));";

const yaml = {
  variables: {
    found: { "fn::invoke": { function: "emailmarketing:index:getLists", arguments: {} } },
  },
  resources: {},
  outputs: { lists: outputOf("found.lists") },
};

describe("a program with resources and functions", function () {
  const { createProject, emulator } = useService(this);
  const { startFaultyProxy: startFront } = useFaultyServers(this);

  async function open(program: Program): Promise<{ project: ServiceProject; front: FaultyProxy }> {
    emulator().reset();
    const front = await startFront(emulator().baseUrl);
    const env = {
      EMAIL_MARKETING_BASE_URL: front.url,
      EMAIL_MARKETING_OPERATIONS: "extended",
      EMAIL_MARKETING_PREFLIGHT: "off",
    };
    return { project: await createProject({ program, env }), front };
  }

  const soon = {
    env: { EMAIL_MARKETING_TIMEOUT_SECONDS: "1", EMAIL_MARKETING_DEADLINE_SECONDS: "2" },
  };

  /** Runs a command that must fail with this text in its output, and must change neither account nor state. */
  async function expectNothing(project: ServiceProject, run: () => Promise<Failed>, says: string) {
    const account = JSON.stringify(emulator().snapshot());
    const before = await urnsOf(project);
    const { output } = await fails(run());
    expect(output).to.include(says);
    expect(JSON.stringify(emulator().snapshot())).to.equal(account);
    expect(await urnsOf(project)).to.deep.equal(before);
  }

  const urnsOf = async (project: ServiceProject) =>
    (await project.state()).resources?.map(({ urn }) => urn).sort();

  for (const [what, act] of Object.entries(breaks)) {
    it(`fails, and keeps all objects, if the service ${what}`, async () => {
      const { project, front } = await open(declared);
      await ok(project.up());
      front.treat((route) => (/\/search/.test(route) ? act : undefined));
      for (const program of Object.values(programs)) {
        await project.writeProgram(program);
        await expectNothing(project, () => project.preview([], soon), "getLists: ");
        await expectNothing(project, () => project.up([], soon), "getLists: ");
      }
      await expectNothing(project, () => project.refresh([], soon), front.url);
      front.treat(() => act);
      await project.writeProgram(declared);
      // Destroy only the property, because a delete of the other kinds sends no request.
      await expectNothing(project, () => project.destroy(plan, soon), front.url);
    });
  }

  it("fails with the function's name in the error if a function call never ends", async () => {
    const { project } = await open(declared);
    await ok(project.up());
    for (const program of Object.values(programs)) {
      await project.writeProgram(program.replace("\n", `\n${never}\n`));
      const says = "getLists: the program ended before the look-up did.";
      await expectNothing(project, () => project.preview([], soon), says);
      await expectNothing(project, () => project.up([], soon), says);
    }
  });

  it("fails with the resource's name in the error if preflight never ends", async () => {
    const { project } = await open(declared);
    await project.writeProgram(declared.replace("\n", `\n${never}\n`));
    const { output } = await fails(
      project.preview([], { env: { ...soon.env, EMAIL_MARKETING_PREFLIGHT: "warn" } }),
    );
    expect(output).to.include('Sender "news": the program ended before preflight did.');
  });

  it("fails without an error about preflight if the program's own code throws", async () => {
    const late = 'new em.Sender("late", { email: new Promise(() => {}), name: "Late" });';
    const { project } = await open(js(resources, late, 'throw new Error("a mistake");'));
    const env = { EMAIL_MARKETING_PREFLIGHT: "warn" };
    const { output } = await fails(project.preview([], { env }));
    expect(output).to.include("Error: a mistake").and.not.include("the program ended before");
    expect(output).to.not.include("non-zero exit code");
  });

  it("succeeds if the program's process exits with status 0 before a function call has ended", async () => {
    const { project, front } = await open(
      js("em.getLists(); setTimeout(() => process.exit(0), 200);"),
    );
    front.treat(() => breaks["sends only early hints (status 103)"]);
    await ok(project.preview());
  });

  it("fails in the preview if the service switches to another protocol (YAML, with the plugin)", async () => {
    const { project, front } = await open({ yaml });
    front.treat(() => breaks["switches to another protocol"]);
    await expectNothing(
      project,
      () => project.preview([], soon),
      "replied with something that is not the API's",
    );
  });
});

type Failed = Awaited<ReturnType<ServiceProject["up"]>>;
