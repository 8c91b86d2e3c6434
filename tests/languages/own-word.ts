import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { requireLanguage } from "../../tools/engine/language-host";
import { compileCsharp } from "../../tools/language/csharp";
import { npmPackage } from "../../tools/language/download";
import { quietly } from "../../tools/language/maven";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { generateSdks } from "../../tools/sdk/generate";
import { installSdk } from "../../tools/sdk/install";
import { pythonTools } from "../../tools/sdk/pack";
import { installPlugin } from "../support/install-plugin";
import { fails, ok } from "../support/outcome";
import { useScratch } from "../support/scratch";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const repository = join(__dirname, "..", "..");
const quickstart = join(repository, "examples", "languages");
const settings = readFileSync(join(repository, "docs", "reference", "settings.md"), "utf8");

/** The expression that the documents show for converting a string of the stack config into an enumeration value. */
function documented(language: string): string {
  const [, expression] = new RegExp(`^\\| ${language} +\\| \`([^\`]+)\``, "m").exec(settings) ?? [];
  if (expression === undefined) throw new Error(`settings.md has no word for ${language}`);
  return expression;
}

/** Parts of a program, each with its misspelt version. */
type Wrong = Readonly<Record<string, readonly [right: string, wrong: string]>>;

interface Checked {
  readonly language: string;
  /** A file of the quickstart project that the compiler needs. */
  readonly project?: string;
  /** A valid program. Its first enumeration value comes from the stack config. */
  readonly program: string;
  readonly wrong: Wrong;
  readonly pathOf: (name: string) => string;
  /** Renames the program after its file, if the language requires this. */
  readonly named?: (program: string, name: string) => string;
  /** Installs the SDK in a folder, and returns the output of each checker for the programs there. */
  readonly check: (dir: string) => Promise<readonly string[]>;
}

async function run(
  dir: string,
  env: NodeJS.ProcessEnv,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const options = { cwd: dir, env: { ...process.env, ...env } };
  return (await runCommand(command, args, options)).output;
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
    language: "TypeScript",
    project: "typescript/tsconfig.json",
    program: `import * as emailmarketing from "@emailmarketing/pulumi";
import * as pulumi from "@pulumi/pulumi";
const config = new pulumi.Config();
const mode = ${documented("TypeScript")};
new emailmarketing.Provider("eu", { operations: mode, preflight: "warn", sending: "refuse" });
new emailmarketing.CustomProperty("tier", { name: "tier", type: "text", onDestroy: "leave" }); // property
new emailmarketing.WebhookActivation("events", { webhookId: "webhook-1", active: true, onDestroy: "leave" }); // webhook
`,
    wrong: literals,
    pathOf: (name) => `${name}.ts`,
    async check(dir) {
      const sdk = await installSdk("typescript", dir);
      const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
      const options = ["--noEmit", "--skipLibCheck", "--types", "node"];
      return [await run(dir, sdk, process.execPath, tsc, ...options)];
    },
  },
  {
    language: "Python",
    program: `import pulumi
import pulumi_emailmarketing as emailmarketing
config = pulumi.Config()
mode = ${documented("Python")}
emailmarketing.Provider("eu", operations=mode, preflight=emailmarketing.ProviderPreflight.WARN, sending=emailmarketing.ProviderSending.REFUSE)
emailmarketing.CustomProperty("tier", name="tier", type="text", on_destroy=emailmarketing.CustomPropertyOnDestroy.LEAVE)
emailmarketing.WebhookActivation("events", webhook_id="webhook-1", active=True, on_destroy=emailmarketing.WebhookActivationOnDestroy.LEAVE)
`,
    wrong: {
      operations: ["operations=mode", 'operations="exended"'],
      preflight: ["ProviderPreflight.WARN", "ProviderPreflight.WRAN"],
      sending: ["emailmarketing.ProviderSending.REFUSE", '"refused"'],
      property: ["CustomPropertyOnDestroy.LEAVE", "CustomPropertyOnDestroy.KEEP"],
      webhook: ["emailmarketing.WebhookActivationOnDestroy.LEAVE", '"delete"'],
    },
    pathOf: (name) => `${name}.py`,
    async check(dir) {
      const sdk = await installSdk("python", dir);
      const python = sdk.PULUMI_PYTHON_CMD ?? "";
      const files = ["right", ...Object.keys(literals)].map((name) => `${name}.py`);
      const mypy = join(await pythonEnvironment(pythonTools), "mypy");
      const pyright = join(await npmPackage("pyright", "1.1.414"), "index.js");
      const scripts = ["--python-executable", python, "--scripts-are-modules"];
      return [
        await run(dir, sdk, mypy, ...scripts, ...files),
        await run(dir, sdk, process.execPath, pyright, "--pythonpath", python, ...files),
      ];
    },
  },
  {
    language: "Go",
    project: "go/go.mod",
    program: `package words
import (
	"github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go/emailmarketing"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)
func right(ctx *pulumi.Context) {
	cfg := config.New(ctx, "")
	mode := ${documented("Go")}
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
    check: async (dir) => [
      await run(dir, await installSdk("go", dir), "go", "build", "-gcflags=-e", "."),
    ],
  },
  {
    language: "Java",
    project: "java/pom.xml",
    program: `import com.pulumi.Context;
import com.pulumi.emailmarketing.*;
import com.pulumi.emailmarketing.enums.*;
import java.util.Arrays;
class right {
  static void stack(Context ctx) {
    var config = ctx.config();
    var mode = ${documented("Java")};
    new Provider("eu", ProviderArgs.builder().operations(mode).preflight(ProviderPreflight.Warn).sending(ProviderSending.Refuse).build());
    new CustomProperty("tier", CustomPropertyArgs.builder().name("tier").type("text").onDestroy(CustomPropertyOnDestroy.Leave).build());
    new WebhookActivation("events", WebhookActivationArgs.builder().webhookId("webhook-1").active(true).onDestroy(WebhookActivationOnDestroy.Leave).build());
  }
}
`,
    wrong: {
      operations: [".operations(mode)", '.operations("exended")'],
      preflight: ["ProviderPreflight.Warn", "ProviderPreflight.Wran"],
      sending: ["ProviderSending.Refuse", '"refused"'],
      property: ["CustomPropertyOnDestroy.Leave", "CustomPropertyOnDestroy.Keep"],
      webhook: ["WebhookActivationOnDestroy.Leave", '"delete"'],
    },
    pathOf: (name) => join("src", "main", "java", `${name}.java`),
    named: (program, name) => program.replace("class right", `class ${name}`),
    check: async (dir) => [
      await run(dir, await installSdk("java", dir), "mvn", ...quietly, "compile"),
    ],
  },
  {
    language: "C#",
    program: `using System.Linq;
using Pulumi;
using EmailMarketing = Pulumi.EmailMarketing;
return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var mode = ${documented("C#")};
    new EmailMarketing.Provider("eu", new() { Operations = mode, Preflight = EmailMarketing.ProviderPreflight.Warn, Sending = EmailMarketing.ProviderSending.Refuse });
    new EmailMarketing.CustomProperty("tier", new() { Name = "tier", Type = "text", OnDestroy = EmailMarketing.CustomPropertyOnDestroy.Leave });
    new EmailMarketing.WebhookActivation("events", new() { WebhookId = "webhook-1", Active = true, OnDestroy = EmailMarketing.WebhookActivationOnDestroy.Leave });
});
`,
    wrong: {
      operations: ["Operations = mode", 'Operations = "exended"'],
      preflight: ["ProviderPreflight.Warn", "ProviderPreflight.Wran"],
      sending: ["EmailMarketing.ProviderSending.Refuse", '"refused"'],
      property: ["CustomPropertyOnDestroy.Leave", "CustomPropertyOnDestroy.Keep"],
      webhook: ["EmailMarketing.WebhookActivationOnDestroy.Leave", '"delete"'],
    },
    pathOf: (name) => `${name}.cs`,
    async check(dir) {
      await generateSdks(join(dir, "sdk"), ["dotnet"]);
      return [(await compileCsharp(join(dir, "sdk", "dotnet"), dir)).problems.join("\n")];
    },
  },
];

/*
 * SDKs have closed enumerations for the values of this package, so a compiler refuses a misspelt value. A value from
 * the stack config is a string, which a program converts in one line.
 */
describe("the type check of a program", function () {
  this.timeout(1_200_000);
  // Use a folder in the repository, so that programs find its packages.
  const folder = useScratch(this, join(repository, "temp"));

  async function lay(path: string, content: string): Promise<void> {
    await mkdir(dirname(join(folder(), path)), { recursive: true });
    await writeFile(join(folder(), path), content);
  }

  for (const { language, project, program, wrong, pathOf, named, check } of all) {
    it(`in ${language} refuses a misspelt enumeration value, but not a value converted from the stack config`, async () => {
      if (project !== undefined)
        await lay(basename(project), await readFile(join(quickstart, project), "utf8"));
      await lay(pathOf("right"), program);
      for (const [name, text] of misspelt(program, wrong)) {
        await lay(pathOf(name), named?.(text, name) ?? text);
      }
      for (const output of await check(folder())) {
        const refused = ["right", ...Object.keys(wrong)].filter((name) =>
          new RegExp(`\\b${name}\\.(ts|py|go|java|cs)\\b.*\\d`).test(output),
        );
        expect(refused, output).to.deep.equal(Object.keys(wrong));
      }
    });
  }
});

/** Programs that each have one misspelt value in place of the valid one. */
function misspelt(program: string, wrong: Wrong): [name: string, program: string][] {
  return Object.entries(wrong).map(([name, [right, misspelt]]) => {
    expect(program).to.include(right);
    return [name, program.replace(right, misspelt)];
  });
}

const inYaml = `name: words
runtime: yaml
config:
  mode: { type: string }
  url: { type: string }
resources:
  eu:
    type: pulumi:providers:emailmarketing
    properties: { baseUrl: "\${url}", apiKey: key, operations: "${documented("YAML")}", preflight: warn, sending: refuse }
  tier:
    type: emailmarketing:CustomProperty
    properties: { name: tier, type: text, onDestroy: leave } # property
  events:
    type: emailmarketing:WebhookActivation
    properties: { webhookId: webhook-1, active: true, onDestroy: leave } # webhook
`;

const wrongInYaml: Wrong = {
  ProviderOperations: [documented("YAML"), "exended"],
  ProviderPreflight: ["preflight: warn", "preflight: wran"],
  ProviderSending: ["sending: refuse", "sending: refused"],
  CustomPropertyOnDestroy: ["onDestroy: leave } # property", "onDestroy: keep }"],
  WebhookActivationOnDestroy: ["onDestroy: leave } # webhook", "onDestroy: delete }"],
};

/* YAML has no compiler. The language host checks values in the program, and the plugin those of the stack config. */
describe("a misspelt enumeration value in a language without a compiler", function () {
  const { createProject, emulator } = useService(this);
  this.timeout(600_000);

  it("is refused by the preview in yaml", async () => {
    await requireLanguage(await sharedEngine(), "yaml");
    const config = { mode: "extended", url: emulator().baseUrl };
    const project = await createProject({ program: "", config, files: { "Pulumi.yaml": inYaml } });
    await installPlugin(project);
    await ok(project.preview(), { create: 4 });

    const fromConfig = await fails(project.preview(["--config", "mode=exended"]));
    expect(fromConfig.output).to.include(
      'argument operations of Provider "eu": must be one of "specified", "extended".',
    );

    const text = Object.values(wrongInYaml).reduce((text, [right, wrong]) => {
      expect(text).to.include(right);
      return text.replace(right, wrong);
    }, inYaml);
    await writeFile(join(project.dir, "Pulumi.yaml"), text);
    const { output } = await fails(project.preview());
    const refused = Object.keys(wrongInYaml).filter((name) =>
      output.includes(`Cannot assign type 'string' to type 'emailmarketing:index:${name}'`),
    );
    expect(refused, output).to.deep.equal(Object.keys(wrongInYaml));
  });
});
