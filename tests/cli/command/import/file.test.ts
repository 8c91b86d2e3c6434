import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runWith } from "../../../support/command";
import { expectError } from "../../../support/expect-error";
import { ok } from "../../../support/outcome";
import { useScratch } from "../../../support/scratch";
import { useEmulator } from "../../../support/service";
import { exportedResource, exportOf } from "../exported-state";

const date = "2025-01-01 00:00:00";
const earlier = "2024-01-01 00:00:00";
/** The objects are sorted neither by id nor by date. */
const seed: Seed = {
  senders: [
    { id: "s-10", sender_email: "news@acme.example", sender_name: "News", createdDate: date },
    { id: "s-9", sender_email: "news@acme.example", sender_name: "News", createdDate: date },
    { id: "s-7", sender_email: "sale@acme.example", sender_name: "B", createdDate: earlier },
    { id: "s-8", sender_email: "sale@acme.example", sender_name: "A", createdDate: earlier },
  ],
  properties: [
    { id: "p-3", name: "Loyalty Level", type: "number" },
    { id: "p-2", name: "loyalty-level", type: "number" },
  ],
  lists: [{ id: "l-1", name: "Customers" }],
  campaigns: [
    {
      id: "c-1",
      name: "Spring",
      subject: "New",
      html: "<p>Hi</p>",
      list_ids: ["l-1"],
      sender: { sender_email: "news@acme.example", sender_name: "News" },
    },
  ],
};

const senderOf = (id: string) =>
  exportedResource("dynamic resources", {
    kind: "Sender",
    name: `imported-${id}`,
    id,
    outputs: { account: "loopback" },
  });

describe("the command pulumi-email-marketing import", function () {
  const emulator = useEmulator(this, { seed });
  const scratch = useScratch(this);
  beforeEach("begins with the seed", () => emulator().reset());
  const file = "email-marketing.import.json";
  const program = "email-marketing.ts";

  async function run(
    args: readonly string[] = [],
    more: { readonly held?: readonly string[]; readonly mostBlocks?: number } = {},
  ) {
    await writeFile(join(scratch(), "state.json"), exportOf((more.held ?? []).map(senderOf)));
    const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
    const where = { folder: scratch(), env, ...more };
    return runWith(emulator(), where, "import", "--state", "state.json", ...args);
  }
  const text = (name: string) => readFile(join(scratch(), name), "utf8");
  const folder = async () => (await readdir(scratch())).filter((name) => name !== "state.json");
  const names = async () =>
    (JSON.parse(await text(file)) as { resources: { id: string; name: string }[] }).resources.map(
      ({ id, name }) => [id, name],
    );

  it("writes the path of a campaign's HTML file relative to the folder that Pulumi.yaml names as main", async () => {
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: src/\n");
    await mkdir(join(scratch(), "src", "mails"), { recursive: true });
    const given = ["--kind", "Campaign", "--program", "src/mails/imported.ts"];
    await ok(run(given));
    expect(await text("src/mails/imported.ts")).to.include(
      'html: readFileSync("mails/spring.html", "utf8"),',
    );
    expect(await text("src/mails/spring.html")).to.equal("<p>Hi</p>");
  });

  it("writes different resource names for senders with the same address, and for properties with similar names", async () => {
    await ok(run());
    expect(await names()).to.deep.equal([
      ["s-7", "sale-acme-example"],
      ["s-8", "sale-acme-example-a"],
      ["s-9", "news-acme-example"],
      ["s-10", "news-acme-example-news"],
      ["p-2", "loyalty-level"],
      ["p-3", "loyalty-level-p-3"],
      ["l-1", "customers"],
    ]);
  });

  it("writes a program that exports each resource", async () => {
    await run(["--kind", "CustomProperty"]);
    expect(await text(program)).to.equal(
      `// To import these objects into the state, run:
// pulumi import --file email-marketing.import.json --generate-code=false
import { CustomProperty } from "pulumi-email-marketing";

export const loyaltyLevelCustomProperty = new CustomProperty("loyalty-level", {
  name: "loyalty-level",
  type: "number",
}, { protect: true });

export const loyaltyLevelP3CustomProperty = new CustomProperty("loyalty-level-p-3", {
  name: "Loyalty Level",
  type: "number",
}, { protect: true });
`,
    );
  });

  it("changes no files and leaves no temporary files if a new file exceeds the system's limit", async () => {
    await run(["--kind", "CustomProperty"]);
    const first = [await text(file), await text(program)];
    // The limit of 2 blocks leaves room for the program, but not for the import file.
    expectError(
      await run(["--force"], { mostBlocks: 2 }),
      `can't write the file ${file} (EFBIG). No file was changed.`,
    );
    expect([await text(file), await text(program)]).to.deep.equal(first);
    expect((await folder()).sort()).to.deep.equal([file, program]);
  });

  for (const [what, path, code] of [
    ["is in a folder that doesn't exist", "missing/program.ts", "ENOENT"],
    ["is a folder", "folder", "EISDIR"],
    ["is a device without free space", "/dev/full", "ENOSPC"],
  ] as const) {
    it(`writes no files if the path of --program ${what}`, async () => {
      await mkdir(join(scratch(), "folder"));
      expectError(
        await run(["--program", path, "--force"]),
        `can't write the file ${path} (${code}). No file was changed.`,
      );
      expect(await folder()).to.deep.equal(["folder"]);
    });
  }

  it("writes the program to a symbolic link's target if the existing program is a link", async () => {
    await writeFile(join(scratch(), "linked.ts"), "// own\n");
    await symlink("linked.ts", join(scratch(), program));
    await ok(run(["--force"]));
    expect(await text("linked.ts")).to.include("new Sender(");
    expect((await folder()).sort()).to.deep.equal(
      [file, program, `${program}.before`, "linked.ts"].sort(),
    );
  });

  it("writes no files if --file and --program are the same path", async () => {
    expectError(
      await run(["--file", "one.ts", "--program", "./one.ts"]),
      "--file and --program are both one.ts. Set two different paths.",
    );
    expect(emulator().requests()).to.deep.equal([]);
    expect(await folder()).to.deep.equal([]);
  });

  describe("in a folder with earlier files", () => {
    it("fails and keeps an existing program if --force isn't set", async () => {
      await writeFile(join(scratch(), program), "// own\n");
      expectError(
        await run([]),
        `${program} already exists. Set another --program, or add --force to replace it and keep the old file beside it.`,
      );
      expect(await folder()).to.deep.equal([program]);
    });

    it("writes only objects that aren't in the stack yet", async () => {
      await run(["--filter", "sale*"]);
      const names = ["--file", "more.json", "--program", "more.ts"];
      await ok(run(names, { held: ["s-7", "s-8"] }));
      expect(await text("more.ts")).to.not.include("sale@acme.example");
      expect(await text("more.ts")).to.include('new Sender("news-acme-example", {');
      expect((await folder()).sort()).to.deep.equal([file, program, "more.json", "more.ts"].sort());
    });

    it("replaces an existing program if --force is set, and keeps a copy of each earlier program", async () => {
      await writeFile(join(scratch(), program), "// own\n");
      await chmod(join(scratch(), program), 0o664);
      await ok(run(["--force", "--kind", "Sender"]));
      await ok(run(["--force", "--kind", "CustomProperty"]));
      expect(await text(program)).to.include("new CustomProperty(");
      expect(await text(`${program}.before`)).to.equal("// own\n");
      expect(await text(`${program}-2.before`)).to.include("new Sender(");
      expect((await stat(join(scratch(), program))).mode & 0o777).to.equal(0o664);
    });
  });
});
