import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { buildArchive } from "../../tools/plugin/release";
import { readPublished } from "../../tools/schema/metadata";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { useSuiteFolder } from "../support/scratch";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const { version } = readPublished();
const program = `
name: released
runtime: yaml
resources:
  news:
    type: emailmarketing:Sender
    properties: { email: news@acme.example, name: Acme News }
  spring:
    type: emailmarketing:Campaign
    properties:
      name: Spring
      subject: What is new
      sender: { email: hello@acme.example, name: Acme }
      html: '<style>p { border-radius: 4px }</style><p>Hello</p>'
      listIds: [list-1]
outputs:
  status: \${news.status}
`;

/*
 * Tests a release's archive for this machine's system, which programs in other languages download. The release workflow
 * builds the archives for other systems, and nothing tests those.
 */
describe("the archive of a release", function () {
  const { createProject } = useService(this);
  this.timeout(600_000);
  const folder = useSuiteFolder(this);
  let archive = "";
  this.beforeAll("builds it", async () => {
    await requireLanguage(await sharedEngine(), "yaml");
    archive = await buildArchive(version, folder());
  });

  it("is installed from a file, and serves a program on a machine without Node.js", async () => {
    const project = await createProject({ program: "", files: { "Pulumi.yaml": program } });
    // The PATH contains only the engine's executables, so Node.js is missing.
    const env = { PATH: [(await sharedEngine()).dir, "/nowhere"].join(":"), NODE_OPTIONS: "" };
    await installPlugin(project, { file: archive, env });
    const up = await ok(project.up([], { env }), { create: 3 });
    expect(up.output).to.match(/status *: "verified"/);
    await ok(project.up([], { env }), { same: 3 });
    await ok(project.destroy([], { env }), { delete: 3 });
    const schema = await project.raw(["package", "get-schema", "emailmarketing"], { env });
    expect(schema.stdout, schema.output).to.include('"emailmarketing:index:Sender"');
  });
});
