import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import type { Suite } from "mocha";
import { startCommand } from "../../tools/engine/command";
import { isolated } from "../../tools/engine/environment";
import { freePort } from "../support/free-port";
import { until } from "../support/held-step";
import { canaryKeys, useService } from "../support/service";
import { type Program, sharedEngine } from "../support/stack";
import { defaultInputs, filledIn, isDue, type Pipeline } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");

/** What is not on this machine, or would go to the network: each says what it was called with. */
const stubs: Readonly<Record<string, string>> = {
  npm: `echo "npm $*"`,
  npx: `command=$1; shift
test "$command" = pulumi-email-marketing || exit 127
exec node ${repository}/provider/bin/pulumi-email-marketing.js "$@"`,
};

/** Gives a suite checkouts of programs with a stack that is not applied yet, and what runs the steps of a job in them. */
export function useCheckout(suite: Suite) {
  const { createProject, emulator } = useService(suite);
  return { checkout, emulator };

  async function checkout(program: Program = { dir: join(repository, "examples/quickstart") }) {
    emulator().reset();
    const project = await createProject({ program });
    const engine = await sharedEngine();
    const bin = join(project.dir, "..", "bin");
    await mkdir(bin);
    for (const [name, script] of Object.entries(stubs)) {
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, name), 0o755);
    }
    const emulatorBin = join(project.dir, "node_modules", ".bin", "email-marketing-emulator");
    await mkdir(join(emulatorBin, ".."), { recursive: true });
    await symlink(join(repository, "emulator", "bin", "email-marketing-emulator.js"), emulatorBin);
    const port = String(await freePort());
    const base = {
      HOME: join(project.dir, ".."),
      PATH: [bin, engine.dir, process.env.PATH].join(delimiter),
      ...isolated(join(project.dir, "..", "home")),
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      GITHUB_OUTPUT: join(project.dir, "..", "output"),
      GITHUB_STEP_SUMMARY: join(project.dir, "..", "summary"),
      GITHUB_WORKSPACE: project.dir,
      GITHUB_REPOSITORY: "acme/mail",
      GITHUB_REF_NAME: "main",
      GITHUB_SHA: "1111111111111111111111111111111111111111",
      RUNNER_TEMP: join(project.dir, ".."),
    };
    const given: Record<string, string> = {
      ...defaultInputs(workflow),
      "inputs.backend-url": `file://${project.backend}`,
      "inputs.base-url": emulator().baseUrl,
      "secrets.ENV": "",
      "secrets.EMAIL_MARKETING_VERIFY_KEY": "",
      "secrets.PULUMI_CONFIG_PASSPHRASE": "a passphrase",
      "secrets.PULUMI_ACCESS_TOKEN": "",
      "secrets.EMAIL_MARKETING_API_KEY": canaryKeys.apiKey,
      "secrets.EMAIL_MARKETING_PREVIEW_KEY": canaryKeys.apiKey,
      "github.token": "a token",
      "github.workspace": project.dir,
      "github.actor": "somebody",
      "github.event.pull_request.number": "1",
    };
    /** As both systems start it. */
    const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
    const shell = async (
      script: string,
      env: Record<string, string>,
      [command = "", ...args] = bash,
    ) =>
      startCommand(command, [...args, script.replaceAll("4010", port)], {
        cwd: project.dir,
        env: { ...base, ...env },
      }).result;

    return {
      project,
      given,
      shell,
      /** The settings that a pipeline's own page holds. */
      variables: {
        PULUMI_BACKEND_URL: `file://${project.backend}`,
        PULUMI_CONFIG_PASSPHRASE: "a passphrase",
        EMAIL_MARKETING_BASE_URL: emulator().baseUrl,
        EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
        EMAIL_MARKETING_PREVIEW_KEY: canaryKeys.apiKey,
        CI_PROJECT_DIR: project.dir,
      },
      /** Waits until the emulator that a job starts has ended. */
      emulatorEnds: () =>
        until(
          () =>
            fetch(`http://127.0.0.1:${port}/_emulator/health`).then(
              () => false,
              () => true,
            ),
          () => "the emulator of the job still runs",
        ),
      /** Runs the steps of a job, one after the other, and gives what they print; the job's last status with it. */
      async run(pipeline: Pipeline, job: string, variables: Record<string, string> = {}) {
        let output = "";
        let exitCode = 0;
        for (const step of pipeline[job] ?? []) {
          const { run, env: declared, id } = step;
          if (!isDue(step, exitCode !== 0, given)) continue;
          await writeFile(base.GITHUB_OUTPUT, "");
          const own = Object.entries(declared).map(([name, value]) => [
            name,
            filledIn(value, given).replaceAll("4010", port).replace("$CI_PROJECT_DIR", project.dir),
          ]);
          const commandOf = step.shell === "node {0}" ? ["node", "-e"] : bash;
          const env = { ...variables, ...Object.fromEntries(own) };
          const done = await shell(run, env, commandOf);
          output += done.output.replace(/^::add-mask::.*\n/gm, "");
          for (const [, name, value] of (await readFile(base.GITHUB_OUTPUT, "utf8")).matchAll(
            /^(\w+)=(.*)$/gm,
          )) {
            given[`steps.${id}.outputs.${name}`] = value ?? "";
          }
          given[`steps.${id}.outcome`] = done.exitCode === 0 ? "success" : "failure";
          exitCode ||= done.exitCode;
        }
        if (exitCode !== 0) return { output, exitCode };
        expect(output, job).to.not.equal("");
        expect(output.includes(canaryKeys.apiKey), "a key was printed").to.equal(false);
        return { output, exitCode };
      },
    };
  }
}
