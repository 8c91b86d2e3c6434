import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Suite } from "mocha";
import { runCommand } from "../../tools/engine/command";
import { isolated } from "../../tools/engine/environment";
import { freePort } from "../support/free-port";
import { until } from "../support/paused-step";
import { canaryKeys, useService } from "../support/service";
import { type Program, sharedEngine } from "../support/stack";
import { firstCommit } from "./github-host";
import { defaultInputs } from "./pipeline-file";

const repository = join(__dirname, "..", "..");
const workflow = join(repository, ".github", "workflows", "email-marketing.yml");

/** Replaces npm, which would use the network, and runs the command of the package from this repository. */
const stubs: Readonly<Record<string, string>> = {
  npm: `echo "npm $*"`,
  npx: `command=$1; shift
test "$command" = pulumi-email-marketing || exit 127
exec node ${repository}/provider/bin/pulumi-email-marketing.js "$@"`,
};

/** Returns a function that makes a checkout of a program with an empty stack, in which the steps of a job can run. */
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
      GITHUB_WORKSPACE: project.dir,
      GITHUB_REPOSITORY: "acme/mail",
      GITHUB_REF_NAME: "main",
      GITHUB_RUN_ID: "7",
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_SHA: firstCommit,
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
      "github.event.pull_request.head.sha": firstCommit,
      "github.event.pull_request.head.repo.full_name": "acme/mail",
      "github.repository": "acme/mail",
      "github.base_ref": "main",
      "github.sha": firstCommit,
    };
    /** Not every "4010", because the random name of a folder may contain these digits. */
    const adapted = (script: string) => script.replaceAll(/(?<=[ :])4010\b/g, port);
    const shell = (script: string, env: Record<string, string>) =>
      runCommand("bash", ["-eo", "pipefail", "-c", adapted(script)], {
        cwd: project.dir,
        env: { ...base, ...env },
      });

    return {
      project,
      given,
      shell,
      /** The values that the simulated runners need to run jobs. */
      workspace: { dir: project.dir, home: join(project.dir, ".."), env: base, given, adapted },
      /** The variables that a user sets for the pipeline. */
      variables: {
        PULUMI_BACKEND_URL: `file://${project.backend}`,
        PULUMI_CONFIG_PASSPHRASE: "a passphrase",
        EMAIL_MARKETING_BASE_URL: emulator().baseUrl,
        EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
        EMAIL_MARKETING_PREVIEW_KEY: canaryKeys.apiKey,
      },
      /** Waits until the emulator that a job has started has ended. */
      emulatorEnds: () =>
        until(
          () =>
            fetch(`http://127.0.0.1:${port}/_emulator/health`).then(
              () => false,
              () => true,
            ),
          () => "the emulator of the job still runs",
        ),
    };
  }
}
