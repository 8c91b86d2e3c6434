import { delimiter, join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { installSdk, type Language } from "../../tools/sdk/install";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");

/** Commands that run the tests beside each program, as the README of the examples gives them. */
const commands: Readonly<
  Record<Exclude<Language, "yaml">, (env: NodeJS.ProcessEnv) => readonly [string, ...string[]]>
> = {
  typescript: () => [
    process.execPath,
    "--import",
    "tsx",
    "--test",
    "account.test.ts",
    "program.test.ts",
  ],
  python: (env) => [env.PULUMI_PYTHON_CMD ?? "python", "-m", "unittest"],
  go: () => ["go", "test", "."],
  java: () => ["mvn", "--batch-mode", "--no-transfer-progress", "test"],
};

/*
 * Two tests that users write of the program of examples/languages/campaign: with the mocks of the language, and with Pulumi's
 * Automation API against the emulator as a process of its own.
 */
describe("the tests of a user's own program", function () {
  const { createProject, emulator } = useService(this);
  this.timeout(1_800_000);

  for (const [language, commandOf] of Object.entries(commands)) {
    it(`pass in ${language}, with mocks and in an emulator of their own`, async () => {
      const named = language as keyof typeof commands;
      if (named !== "typescript") await requireLanguage(await sharedEngine(), named);
      const program = { dir: join(repository, "examples", "languages", "campaign", named) };
      const project = await createProject({ program });
      const sdk = await installSdk(named, project.dir);
      await installPlugin(project, { env: sdk });

      const [executable, ...args] = commandOf(sdk);
      const { dir } = await sharedEngine();
      const path = [dir, join(repository, "node_modules", ".bin"), process.env.PATH];
      const env = {
        PULUMI_IGNORE_AMBIENT_PLUGINS: "true",
        PULUMI_STACK: undefined,
        ...sdk,
        PATH: path.join(delimiter),
      };
      await ok(project.raw(args, { executable, env }));
      // The address in the environment is not that of the test's own emulator.
      expect(emulator().requests()).to.deep.equal([]);
    });
  }
});
