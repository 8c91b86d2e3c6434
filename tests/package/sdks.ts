import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { runTool } from "../../tools/language/requirement";
import { packInto } from "../../tools/package/pack";
import { ok } from "../support/outcome";
import { useSuiteFolder } from "../support/scratch";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

/** Versions of Node.js: 20.19 is the oldest that works, and the documentation names the others. */
const nodes = ["20.19", "22", "24", "26"];
/** The oldest and the newest version of the SDK that the package supports. */
const sdks = { oldest: "3.216.0", newest: "latest" } as const;
const compilers = ["5.9", "6", "7"];

/** The pairs that npm refuses, because the SDK's peer dependency excludes the version of TypeScript. */
const refused = [
  "oldest SDK, TypeScript 6",
  "oldest SDK, TypeScript 7",
  "newest SDK, TypeScript 7",
];

const program = `
import { getDomainOutput, Sender } from "pulumi-email-marketing";
new Sender("news", { email: "news@acme.example", name: "Acme News" });
export const { status } = getDomainOutput({ domain: "acme.example" });
export const node = process.version;
`;

/** A program that a compiler must accept, except for one line that it must refuse. */
const typed = `
import * as pulumi from "@pulumi/pulumi";
import { startEmulator } from "email-marketing-emulator";
import { getDomainOutput, Provider, Sender } from "pulumi-email-marketing";
const provider = new Provider("eu", { apiKey: pulumi.secret("key") });
const sender = new Sender("news", { email: "news@acme.example", name: "News" }, { provider });
export const status: pulumi.Output<string> = sender.status;
export const domain: pulumi.Output<string> = getDomainOutput({ domain: "acme.example" }).status;
export const emulator: Promise<{ readonly baseUrl: string }> = startEmulator();
// @ts-expect-error: a misspelt input.
new Sender("other", { emial: "news@acme.example", name: "News" });
`;

const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

describe("the npm packages", function () {
  const { createProject } = useService(this);
  this.timeout(600_000);
  const names = ["oldest", "newest"] as const;
  const pairs = names.flatMap((sdk) =>
    compilers.map((compiler) => ({ sdk, compiler, name: `${sdk} SDK, TypeScript ${compiler}` })),
  );
  const refusals: string[] = [];
  const scratch = useSuiteFolder(this);
  const folderOf = (name: string) => join(scratch(), name.replaceAll(/\W+/g, "-"));

  this.beforeAll("installs every pair as a user would", async () => {
    const archives = await packInto(scratch());
    const install = async (name: string, packages: readonly string[]) => {
      await mkdir(folderOf(name));
      await writeFile(join(folderOf(name), "package.json"), JSON.stringify({ private: true }));
      return runCommand("npm", ["install", ...quiet, ...packages], { cwd: folderOf(name) });
    };
    for (const line of nodes) await install(`Node.js ${line}`, [`node@${line}`]);
    for (const line of compilers) await install(`TypeScript ${line}`, [`typescript@${line}`]);
    for (const { name, sdk, compiler } of pairs) {
      const packages = [...archives, `@pulumi/pulumi@${sdks[sdk]}`, `typescript@${compiler}`];
      const { exitCode, output } = await install(name, packages);
      if (exitCode === 0) continue;
      expect(output).to.include("ERESOLVE");
      refusals.push(name);
    }
    for (const sdk of names) {
      const packages = [...archives, `@pulumi/pulumi@${sdks[sdk]}`, "@types/node@20"];
      await install(`types of the ${sdk} SDK`, packages);
    }
  });

  it("are refused by npm if Pulumi's SDK excludes the installed version of TypeScript", () => {
    expect(refusals).to.deep.equal(refused);
  });

  for (const line of nodes) {
    for (const { name } of pairs.filter((pair) => !refused.includes(pair.name))) {
      it(`run a TypeScript program through up and destroy on Node.js ${line} with the ${name}`, async () => {
        const { dir } = await sharedEngine();
        const node = join(folderOf(`Node.js ${line}`), "node_modules", "node", "bin");
        const env = { PATH: [node, dir, process.env.PATH].join(delimiter) };
        const options = { program: { typescript: program }, scratch: folderOf(name), env };
        const project = await createProject(options);
        const up = await ok(project.up(), { create: 2 });
        expect(up.output).to.match(/status *: "verified"/);
        expect(/node *: "(.+)"/.exec(up.output)?.[1]).to.match(new RegExp(`^v${line}\\.`));
        await ok(project.up(), { same: 2 });
        await ok(project.destroy(), { delete: 2 });
      });
    }
  }

  for (const sdk of names) {
    for (const compiler of compilers) {
      it(`have types that TypeScript ${compiler} accepts in CommonJS and in ES modules, with the ${sdk} SDK`, async () => {
        const cwd = folderOf(`types of the ${sdk} SDK`);
        const files = ["common.cts", "module.mts"];
        for (const name of files) await writeFile(join(cwd, name), typed);
        const tsc = join(folderOf(`TypeScript ${compiler}`), "node_modules", ".bin", "tsc");
        const options = "--noEmit --module nodenext --target es2023 --types node --strict";
        await runTool(tsc, [...options.split(" "), ...files], { cwd });
      });
    }
  }
});
