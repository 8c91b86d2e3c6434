import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { quietly } from "../../tools/language/maven";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { installSdk } from "../../tools/sdk/install";
import { pythonTools } from "../../tools/sdk/pack";

const repository = join(__dirname, "..", "..");
const quickstart = join(repository, "examples", "languages");

interface Checked {
  readonly language: "typescript" | "python" | "go" | "java";
  /** A file of the quickstart that the compiler needs. */
  readonly settings?: string;
  /** A program whose words are right; the first is read from the stack config. */
  readonly program: string;
  /** What it has, and what a misspelt program has in its place. */
  readonly wrong: Readonly<Record<string, readonly [right: string, wrong: string]>>;
  readonly pathOf: (name: string) => string;
  /** The program under the name of its file, where a language wants that. */
  readonly named?: (program: string, name: string) => string;
  readonly compiler: (
    dir: string,
    env: Readonly<Record<string, string>>,
  ) => Promise<readonly [string, ...string[]]>;
}

const literals = {
  operations: ["operations: mode", 'operations: "exended"'],
  preflight: ['preflight: "warn"', 'preflight: "wran"'],
  sending: ['sending: "refuse"', 'sending: "refused"'],
  property: ['onDestroy: "leave" }); // property', 'onDestroy: "keep" });'],
  webhook: ['onDestroy: "leave" }); // webhook', 'onDestroy: "delete" });'],
} as const;

const all: readonly Checked[] = [
  {
    language: "typescript",
    settings: "tsconfig.json",
    program: `import * as email from "@emailmarketing/pulumi";
import * as pulumi from "@pulumi/pulumi";
const mode = new pulumi.Config().require<email.types.enums.ProviderOperations>("mode");
new email.Provider("eu", { operations: mode, preflight: "warn", sending: "refuse" });
new email.CustomProperty("tier", { name: "tier", type: "text", onDestroy: "leave" }); // property
new email.WebhookActivation("events", { webhookId: "webhook-1", active: true, onDestroy: "leave" }); // webhook
`,
    wrong: literals,
    pathOf: (name) => `${name}.ts`,
    async compiler() {
      const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
      return [process.execPath, tsc, "--noEmit", "--skipLibCheck", "--types", "node"];
    },
  },
  {
    language: "python",
    program: `import pulumi
import pulumi_emailmarketing as email
mode = email.ProviderOperations(pulumi.Config().require("mode"))
email.Provider("eu", operations=mode, preflight=email.ProviderPreflight.WARN, sending=email.ProviderSending.REFUSE)
email.CustomProperty("tier", name="tier", type="text", on_destroy=email.CustomPropertyOnDestroy.LEAVE)
email.WebhookActivation("events", webhook_id="webhook-1", active=True, on_destroy=email.WebhookActivationOnDestroy.LEAVE)
`,
    wrong: {
      operations: ["operations=mode", 'operations="exended"'],
      preflight: ["ProviderPreflight.WARN", "ProviderPreflight.WRAN"],
      sending: ["email.ProviderSending.REFUSE", '"refused"'],
      property: ["CustomPropertyOnDestroy.LEAVE", "CustomPropertyOnDestroy.KEEP"],
      webhook: ["email.WebhookActivationOnDestroy.LEAVE", '"delete"'],
    },
    pathOf: (name) => `${name}.py`,
    async compiler(_dir, { PULUMI_PYTHON_CMD: python = "" }) {
      const mypy = join(await pythonEnvironment(pythonTools), "mypy");
      const files = ["right", ...Object.keys(literals)].map((name) => `${name}.py`);
      return [mypy, "--python-executable", python, "--scripts-are-modules", ...files];
    },
  },
  {
    language: "go",
    settings: "go.mod",
    program: `package words
import (
	"github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go/emailmarketing"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)
func right(ctx *pulumi.Context) {
	mode := emailmarketing.ProviderOperations(config.New(ctx, "").Require("mode"))
	_, _ = emailmarketing.NewProvider(ctx, "eu", &emailmarketing.ProviderArgs{Operations: mode, Preflight: emailmarketing.ProviderPreflightWarn, Sending: emailmarketing.ProviderSendingRefuse})
	_, _ = emailmarketing.NewCustomProperty(ctx, "tier", &emailmarketing.CustomPropertyArgs{Name: pulumi.String("tier"), Type: pulumi.String("text"), OnDestroy: emailmarketing.CustomPropertyOnDestroyLeave})
	_, _ = emailmarketing.NewWebhookActivation(ctx, "events", &emailmarketing.WebhookActivationArgs{WebhookId: pulumi.String("webhook-1"), Active: pulumi.Bool(true), OnDestroy: emailmarketing.WebhookActivationOnDestroyLeave})
}
`,
    wrong: {
      operations: [
        "Operations: mode",
        'Operations: pulumi.String("exended"), Log: pulumi.String(mode)',
      ],
      preflight: ["ProviderPreflightWarn", "ProviderPreflightWran"],
      sending: ["emailmarketing.ProviderSendingRefuse", 'pulumi.String("refused")'],
      property: ["CustomPropertyOnDestroyLeave", "CustomPropertyOnDestroyKeep"],
      webhook: ["emailmarketing.WebhookActivationOnDestroyLeave", 'pulumi.String("delete")'],
    },
    pathOf: (name) => `${name}.go`,
    named: (program, name) => program.replace("func right", `func ${name}`),
    compiler: async () => ["go", "build", "-gcflags=-e", "."],
  },
  {
    language: "java",
    settings: "pom.xml",
    program: `import com.pulumi.Context;
import com.pulumi.emailmarketing.*;
import com.pulumi.emailmarketing.enums.*;
import java.util.Arrays;
class right {
  static void stack(Context ctx) {
    var mode = ctx.config().require("mode");
    var operations = Arrays.stream(ProviderOperations.values()).filter(one -> one.getValue().equals(mode)).findFirst().orElseThrow();
    new Provider("eu", ProviderArgs.builder().operations(operations).preflight(ProviderPreflight.Warn).sending(ProviderSending.Refuse).build());
    new CustomProperty("tier", CustomPropertyArgs.builder().name("tier").type("text").onDestroy(CustomPropertyOnDestroy.Leave).build());
    new WebhookActivation("events", WebhookActivationArgs.builder().webhookId("webhook-1").active(true).onDestroy(WebhookActivationOnDestroy.Leave).build());
  }
}
`,
    wrong: {
      operations: [".operations(operations)", '.operations("exended")'],
      preflight: ["ProviderPreflight.Warn", "ProviderPreflight.Wran"],
      sending: ["ProviderSending.Refuse", '"refused"'],
      property: ["CustomPropertyOnDestroy.Leave", "CustomPropertyOnDestroy.Keep"],
      webhook: ["WebhookActivationOnDestroy.Leave", '"delete"'],
    },
    pathOf: (name) => join("src", "main", "java", `${name}.java`),
    named: (program, name) => program.replace("class right", `class ${name}`),
    compiler: async () => ["mvn", ...quietly, "compile"],
  },
];

/*
 * The words that are this package's own are enumerations in every SDK, without a free string beside them: a misspelt one is
 * refused before anything runs. What comes from the stack config is a string, and becomes a word in one line.
 */
describe("a misspelt word of the package", function () {
  this.timeout(1_200_000);
  let folder = "";
  this.beforeEach("has a folder in the repository, which has the packages", async () => {
    await mkdir(join(repository, "temp"), { recursive: true });
    folder = await mkdtemp(join(repository, "temp", "word-"));
  });
  this.afterEach(() => rm(folder, { recursive: true, force: true }));

  async function lay(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }

  for (const { language, settings, program, wrong, pathOf, named, compiler } of all) {
    it(`is refused in ${language}, where the right one comes from the stack config`, async () => {
      if (settings !== undefined)
        await lay(settings, await readFile(join(quickstart, language, settings), "utf8"));
      await lay(pathOf("right"), program);
      for (const [name, [right, misspelt]] of Object.entries(wrong)) {
        expect(program).to.include(right);
        const text = program.replace(right, misspelt);
        await lay(pathOf(name), named?.(text, name) ?? text);
      }
      const sdk = await installSdk(language, folder);
      const [command, ...args] = await compiler(folder, sdk);
      const options = { cwd: folder, env: { ...process.env, ...sdk } };
      const { exitCode, output } = await runCommand(command, args, options);
      expect(exitCode).to.not.equal(0);
      const refused = ["right", ...Object.keys(wrong)].filter((name) =>
        new RegExp(`\\b${name}\\.(ts|py|go|java)\\b.*\\d`).test(output),
      );
      expect(refused, output).to.deep.equal(Object.keys(wrong));
    });
  }
});
