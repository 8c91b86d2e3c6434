import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { compileCsharp } from "../../tools/language/csharp";
import { quietly } from "../../tools/language/maven";
import { pythonEnvironment } from "../../tools/language/python-environment";
import { runTool } from "../../tools/language/requirement";
import { exampleFolder, programOf } from "../../tools/schema/example";
import { generateSdks } from "../../tools/sdk/generate";
import { installSdk, type Language } from "../../tools/sdk/install";
import { pythonTools } from "../../tools/sdk/pack";
import { useScratch } from "../support/scratch";

const repository = join(__dirname, "..", "..");
const campaign = join(repository, "examples", "languages", "campaign");

/*
 * Checks the examples in the schema, which the Registry shows. Pulumi's own binder checks the YAML examples when it
 * generates the others from them.
 */
describe("the examples in the plugin's schema", function () {
  this.timeout(1_200_000);
  // Use a folder in the repository, so that programs find its packages.
  const folder = useScratch(this, join(repository, "temp"));

  /** Writes every example in a language, and returns their number. */
  async function layExamples(
    fence: string,
    pathOf: (name: string) => string,
    changed: (program: string, name: string) => string = (program) => program,
  ): Promise<number> {
    const pages = (await readdir(exampleFolder)).filter((name) => name.endsWith(".md"));
    for (const page of pages) {
      const name = page.replace(".md", "");
      const file = join(folder(), pathOf(name));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, changed(programOf(name, fence), name));
    }
    return pages.length;
  }

  async function copyFrom(language: Language, name: string): Promise<void> {
    await writeFile(join(folder(), name), await readFile(join(campaign, language, name), "utf8"));
  }

  it("compile in TypeScript", async () => {
    expect(await layExamples("typescript", (name) => `${name}.ts`)).to.be.at.least(22);
    await copyFrom("typescript", "tsconfig.json");
    await installSdk("typescript", folder());
    const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
    const options = ["--noEmit", "--skipLibCheck", "--types", "node"];
    await runTool(process.execPath, [tsc, "-p", folder(), ...options], { cwd: folder() });
  });

  // The function bodies that Pulumi generates for an SDK contain type errors, so mypy must not check them.
  it("pass the type checker in Python", async () => {
    const count = await layExamples("python", (name) => join("examples", `${name}.py`));
    const env = await installSdk("python", folder());
    const python = env.PULUMI_PYTHON_CMD ?? "";
    const mypy = join(await pythonEnvironment(pythonTools), "mypy");
    const examples = await readdir(join(folder(), "examples"));
    expect(examples).to.have.length(count);
    const args = ["--python-executable", python, "--scripts-are-modules", ...examples];
    await runTool(mypy, args, { cwd: join(folder(), "examples") });
  });

  it("pass go vet, together with the SDK, in Go", async () => {
    // Put all examples into one package, each as a function, so that Go compiles only once.
    await layExamples(
      "go",
      (name) => `${name}.go`,
      (program, name) =>
        program
          .replace("package main", "package examples")
          .replace("func main()", `func ${name}()`),
    );
    await copyFrom("go", "go.mod");
    const env = { ...process.env, ...(await installSdk("go", folder())) };
    const sdk = "github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go/emailmarketing";
    await runTool("go", ["vet", ".", sdk], { cwd: folder(), env });
  });

  it("compile in Java", async () => {
    // Put each example into its own package, because all have a class of the same name.
    await layExamples(
      "java",
      (name) => join("src", "main", "java", name.toLowerCase(), "App.java"),
      (program, name) =>
        program.replace("package generated_program;", `package ${name.toLowerCase()};`),
    );
    await copyFrom("java", "pom.xml");
    const env = { ...process.env, ...(await installSdk("java", folder())) };
    await runTool("mvn", [...quietly, "compile"], { cwd: folder(), env });
  });

  it("compile together with the SDK in C#, unless a name is misspelt", async () => {
    const sdk = join(folder(), "sdk", "dotnet");
    await generateSdks(dirname(sdk), ["dotnet"]);
    const count = await layExamples("csharp", (name) => `${name}.cs`);
    await writeFile(join(sdk, "Wrong.cs"), "class Wrong : Pulumi.CustomResuorce {}");
    const sender = programOf("Sender", "csharp").replace(/\bEmail = /, "Emial = ");
    await writeFile(join(folder(), "wrong.cs"), sender);

    const { files, programs, problems } = await compileCsharp(sdk, folder());
    expect(files).to.be.at.least(54 + 1);
    expect(programs).to.equal(count + 1);
    expect(problems.map((one) => one.replace(/^.*\/(?=\w+\.cs)|\(\d+,\d+\)/g, ""))).to.deep.equal([
      "Wrong.cs: error CS0234: The type or namespace name 'CustomResuorce' does not exist in the namespace 'Pulumi' (are you missing an assembly reference?)",
      "wrong.cs: error CS0117: 'SenderArgs' does not contain a definition for 'Emial'",
    ]);
  });
});
