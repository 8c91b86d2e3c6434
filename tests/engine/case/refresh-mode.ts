import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { useNamedHosts } from "../../support/named-host";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime, type Resources } from "../../support/program";
import { mailsSentInTotal, type ServiceProject, useService } from "../../support/service";

const legacy = { PULUMI_ENABLE_LEGACY_REFRESH_DIFF: "true" };

/** The arguments and environment variables of a command with a refresh. */
interface Mode {
  readonly args: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands that apply the program after the refresh, or preview it. */
const applying: readonly Mode[] = [
  { args: "preview --refresh" },
  { args: "up --skip-preview --refresh" },
  { args: "up --skip-preview --refresh", env: legacy },
  { args: "up --skip-preview --refresh --run-program" },
];

/** Commands that apply no program. */
const only = [
  ...["refresh", "refresh --run-program"],
  ...["destroy --refresh", "destroy --refresh --run-program"],
];

function run(project: ServiceProject, { args, env = {} }: Mode) {
  const [command = "", ...rest] = args.split(" ");
  const isAsked = command !== "preview" && !rest.includes("--preview-only");
  return project.raw([command, ...rest, ...(isAsked ? ["--yes"] : []), "--non-interactive"], {
    env,
  });
}

describe('a change of the setting "account"', function () {
  const host = "old.service.example";
  const { emulator, createProject } = useService(this, { seed: acmeAccount() });
  const hosts = useNamedHosts(this, emulator, [host]);
  beforeEach("starts anew", () => emulator().reset());

  const mailing: Resources = {
    spring: ["Campaign", { ...mail, listIds: ["list-5"] }],
    date: dated(),
  };

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`fails a refresh only if the refresh is part of an up or a preview (${runtime})`, async () => {
      const project = await createProject({
        program: programOf(mailing),
        config: { "emailmarketing:baseUrl": `https://${host}/v1` },
        env: { ...hosts(), EMAIL_MARKETING_BASE_URL: "" },
      });
      await ok(project.up());
      const restore = await project.keep();
      const renamed = ({ args, env }: Mode) =>
        run(project, { args, env: { ...env, EMAIL_MARKETING_ACCOUNT: "prod" } });
      for (const mode of applying) {
        expect((await fails(renamed(mode))).output, mode.args).to.include("[account-moved]");
        expect(emulator().snapshot().campaigns, mode.args).to.have.length(1);
      }
      for (const args of only) {
        await restore();
        const { output } = await ok(renamed({ args }));
        expect(output, args).to.include('Campaign "Spring" was not refreshed');
      }
      expect(mailsSentInTotal(emulator())).to.equal(1);
    });
  }
});

describe("a custom property that two resources declare", function () {
  const { createProject, emulator } = useService(this, {
    seed: {
      properties: [{ id: "plan-7", name: "Plan", type: "number" }],
      contacts: [{ id: "contact-1", email: "ada@example.com", custom_fields: { plan: "7" } }],
    },
  });
  const property = [
    "CustomProperty",
    { name: "Plan", type: "number", onDestroy: "delete" },
  ] as const;
  const values = () =>
    emulator()
      .snapshot()
      .contacts.map(({ custom_fields }) => custom_fields);

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`stays in the account if one of the resources is removed, and is deleted if both are removed (${runtime})`, async () => {
      emulator().reset();
      const got =
        runtime === "the plugin"
          ? { got: { type: "emailmarketing:CustomProperty", get: { id: "plan-7" } } }
          : {};
      const program = (...names: string[]) => {
        const made = programOf(Object.fromEntries(names.map((name) => [name, property])));
        if (typeof made === "string" || !("yaml" in made)) return made;
        const { resources } = made.yaml as { resources: object };
        return { yaml: { resources: { ...resources, ...got } } };
      };
      const project = await createProject({
        program: program("before"),
        config: { "emailmarketing:operations": "extended" },
      });
      await ok(project.up());
      await project.writeProgram(program("before", "after"));
      await ok(project.up(["--target", "**::after"]));
      const restore = await project.keep();
      for (const mode of [...applying, { args: "up --skip-preview" }]) {
        await restore();
        await project.writeProgram(program("after"));
        const { output } = await ok(run(project, mode));
        expect(values(), `${mode.args}\n${output}`).to.deep.equal([{ plan: "7" }]);
      }
      for (const mode of applying.slice(1)) {
        await restore();
        await project.writeProgram(program());
        const { output } = await ok(run(project, mode));
        expect(values(), `${mode.args}\n${output}`).to.deep.equal([{}]);
      }
    });
  }
});
