import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { findProject } from "../provider/engine/project";
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
  "what is no YAML": ["name: [", { ...node, name: undefined }],
};

describe("findProject", function () {
  const scratch = useScratch(this);

  for (const [what, [text, found]] of Object.entries(projects)) {
    it(`reads Pulumi.yaml from a folder below it: ${what}`, async () => {
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
