import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { configInFiles, findProject } from "../provider/engine/project";
import { useScratch } from "./support/scratch";

const node = { name: "news", runtime: "nodejs", programFolder: "" };

const projects: Readonly<Record<string, readonly [text: string, found: typeof node | object]>> = {
  "a comment": ["# runtime: python\nname: news\nruntime: nodejs # not python\n", node],
  "flow style": [
    "{ name: news, runtime: { options: { name: python }, name: go } }",
    { ...node, runtime: "go" },
  ],
  JSON: [
    '{ "runtime": "nodejs", "name": "news", "main": "src/index.ts" }',
    { ...node, programFolder: "src" },
  ],
  "an anchor": [
    "x: &n news\nname: *n\nruntime: nodejs\nmain: 'src' # the program\n",
    { ...node, programFolder: "src" },
  ],
  "text that isn't YAML": ["name: [", { ...node, name: undefined }],
};

describe("the search for the Pulumi project", function () {
  const scratch = useScratch(this);

  for (const [what, [text, found]] of Object.entries(projects)) {
    it(`reads the name and runtime in the parent folder's Pulumi.yaml even if the file contains ${what}`, async () => {
      const folder = scratch();
      await writeFile(join(folder, "Pulumi.yaml"), text);
      await mkdir(join(folder, "below"), { recursive: true });
      const { folder: of, programFolder, ...rest } = findProject(join(folder, "below")) ?? {};
      expect(of).to.equal(folder);
      const relative = programFolder?.slice(folder.length + 1);
      expect({ ...rest, programFolder: relative }).to.deep.equal(found);
    });
  }
});

describe("the keys of the stack config", function () {
  const scratch = useScratch(this);
  const shop = { stack: "dev", project: "shop" };
  const keys = (...given: Parameters<typeof configInFiles>) => Object.keys(configInFiles(...given));

  it("come from Pulumi.yaml and the stack's file, by default in the project's namespace", async () => {
    const folder = scratch();
    const project = 'name: shop\nconfig: { sending: { value: refuse }, "aws:region": "eu" }\n';
    await writeFile(join(folder, "Pulumi.yaml"), project);
    expect(keys(folder, shop)).to.deep.equal(["shop:sending", "aws:region"]);
    const ofStack = "config:\n  email-marketing:sending: refuse\n  shop:key: { secure: abc }\n";
    await writeFile(join(folder, "Pulumi.dev.yaml"), ofStack);
    await mkdir(join(folder, "below"), { recursive: true });
    expect(keys(join(folder, "below"), shop)).to.deep.equal([
      "shop:sending",
      "aws:region",
      "email-marketing:sending",
      "shop:key",
    ]);
    expect(keys(folder, { ...shop, stack: "prod" })).to.have.length(2);
    expect(keys(folder, { ...shop, project: "other" })).to.deep.equal([]);
  });

  it("come from the folder in stackConfigDir if the project has one", async () => {
    const folder = scratch();
    await mkdir(join(folder, "config"), { recursive: true });
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nstackConfigDir: config\n");
    await writeFile(join(folder, "config", "Pulumi.dev.yaml"), "config: { shop:sending: refuse }");
    expect(keys(folder, shop)).to.deep.equal(["shop:sending"]);
  });

  it("are an empty list if the stack's file is not YAML", async () => {
    const folder = scratch();
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\n");
    await writeFile(join(folder, "Pulumi.dev.yaml"), "config: [");
    expect(keys(folder, shop)).to.deep.equal([]);
  });
});
