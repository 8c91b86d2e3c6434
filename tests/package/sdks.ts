import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { table } from "../../contract/table";
import { runCommand } from "../../tools/engine/command";
import { runTool } from "../../tools/language/requirement";
import { packInto } from "../../tools/package/pack";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

/** Lines of Node.js: 20.19 is the oldest that works, and the documents name the others. */
const nodes = ["20.19", "22", "24", "26"];
/** The oldest and the newest version of the SDK that the package supports. */
const sdks = { oldest: "3.216.0", newest: "latest" } as const;
const compilers = ["5.9", "6", "7"];

/** What the range of the SDK's peer dependency excludes. */
const refused = [
  "oldest SDK, TypeScript 6",
  "oldest SDK, TypeScript 7",
  "newest SDK, TypeScript 7",
];

const program = `
import { version as sdk } from "@pulumi/pulumi/version";
import { getDomainOutput, Sender } from "pulumi-email-marketing";
import { version as compiler } from "typescript";
new Sender("news", { email: "news@acme.example", name: "Acme News" });
export const { status } = getDomainOutput({ domain: "acme.example" });
export const versions = \`Node.js \${process.version}, SDK \${sdk}, TypeScript \${compiler}\`;
`;

/** Uses of the types that a compiler must accept, and one that it must not. */
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

describe("the packages, by versions of Node.js, the SDK and TypeScript", function () {
  const { createProject } = useService(this);
  this.timeout(600_000);
  const pairs = Object.keys(sdks).flatMap((sdk) =>
    compilers.map((compiler) => ({ sdk, compiler, name: `${sdk} SDK, TypeScript ${compiler}` })),
  );
  const results = new Map<string, string>();
  const refusals: string[] = [];
  let scratch = "";
  const folderOf = (name: string) => join(scratch, name.replaceAll(/\W+/g, "-"));

  this.beforeAll("installs every pair as a user would", async () => {
    scratch = await mkdtemp(join(tmpdir(), "email-marketing-sdks-"));
    const archives = await packInto(scratch);
    const install = async (name: string, packages: readonly string[]) => {
      await mkdir(folderOf(name));
      await writeFile(join(folderOf(name), "package.json"), JSON.stringify({ private: true }));
      return runCommand("npm", ["install", ...quiet, ...packages], { cwd: folderOf(name) });
    };
    for (const line of nodes) await install(`Node.js ${line}`, [`node@${line}`]);
    for (const line of compilers) await install(`TypeScript ${line}`, [`typescript@${line}`]);
    for (const { name, sdk, compiler } of pairs) {
      const version = sdks[sdk as keyof typeof sdks];
      const packages = [...archives, `@pulumi/pulumi@${version}`];
      const { exitCode, output } = await install(name, [...packages, `typescript@${compiler}`]);
      if (exitCode === 0) continue;
      expect(output).to.include("ERESOLVE");
      refusals.push(name);
    }
    for (const [sdk, version] of Object.entries(sdks)) {
      await install(`types of the ${sdk} SDK`, [
        ...archives,
        `@pulumi/pulumi@${version}`,
        "@types/node@20",
      ]);
    }
  });

  this.afterAll("shows the table, and removes what was installed", async () => {
    const columns = pairs.map(({ name }) => name);
    const rows = nodes.map((line) => [
      line,
      ...columns.map(
        (name) =>
          results.get(`${line} ${name}`) ?? (refusals.includes(name) ? "npm refuses" : "failed"),
      ),
    ]);
    console.log(`\n${table(["Node.js", ...columns], rows).join("\n")}\n`);
    await rm(scratch, { recursive: true, force: true });
  });

  it("are refused by npm where the SDK excludes a version of TypeScript", () => {
    expect(refusals).to.deep.equal(refused);
  });

  for (const line of nodes) {
    for (const { name } of pairs.filter((pair) => !refused.includes(pair.name))) {
      it(`serve a TypeScript program on Node.js ${line} with the ${name}`, async () => {
        const { dir } = await sharedEngine();
        const node = join(folderOf(`Node.js ${line}`), "node_modules", "node", "bin");
        const env = { PATH: [node, dir, process.env.PATH].join(delimiter) };
        const scratchOfPair = folderOf(name);
        const project = await createProject({
          program: { typescript: program },
          scratch: scratchOfPair,
          env,
        });
        const up = await project.up();
        expect(up.changes, up.output).to.deep.equal({ create: 2 });
        expect(up.output).to.match(/status *: "verified"/);
        const [, versions = ""] = /versions *: "(Node\.js v[^"]+)"/.exec(up.output) ?? [];
        expect(versions).to.include(`Node.js v${line}.`);
        const again = await project.up();
        expect(again.changes, again.output).to.deep.equal({ same: 2 });
        const destroy = await project.destroy();
        expect(destroy.changes, destroy.output).to.deep.equal({ delete: 2 });
        results.set(`${line} ${name}`, versions);
      });
    }
  }

  for (const sdk of Object.keys(sdks)) {
    for (const compiler of compilers) {
      it(`have types for TypeScript ${compiler} in both module modes, with the ${sdk} SDK`, async () => {
        const folder = folderOf(`types of the ${sdk} SDK`);
        for (const name of ["common.cts", "module.mts"]) await writeFile(join(folder, name), typed);
        const options = [
          "--module",
          "nodenext",
          "--target",
          "es2023",
          "--types",
          "node",
          "--strict",
        ];
        const tsc = join(folderOf(`TypeScript ${compiler}`), "node_modules", ".bin", "tsc");
        const files = ["common.cts", "module.mts"];
        await runTool(tsc, ["--noEmit", ...options, ...files], { cwd: folder });
      });
    }
  }
});
