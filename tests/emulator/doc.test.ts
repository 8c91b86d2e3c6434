import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import type { Controls } from "../../emulator/control/controls";
import { createControlRoutes } from "../../emulator/control/route";
import { faultKinds } from "../../emulator/http/fault";
import { runCommand } from "../../tools/engine/command";
import { useStart } from "./caller";

const read = (file: string) =>
  readFileSync(path.join(__dirname, "../..", file), "utf8").replace(/ +/g, " ");

const text = read("docs/reference/emulator.md");

/** The first cells of the rows in the page's tables, if they match the pattern. */
const rows = (beginning: RegExp) =>
  [...text.matchAll(new RegExp(`^\\| ${beginning.source} \\|`, "gm"))].map(([, found]) => found);

describe("the page docs/reference/emulator.md", function () {
  const start = useStart(this);

  it("describes every fault kind", () => {
    for (const kind of faultKinds) expect(text).to.include(`| \`${kind}\` |`);
  });

  it("describes every control route, including those that the emulator's web page calls", () => {
    const { routes } = createControlRoutes({} as Controls);
    const below = routes.filter(({ path: route }) => route !== "/");
    const served = below.map(
      ({ method, path: route }) => `${method} ${route.replace(/:(\w+)/g, "{$1}")}`,
    );
    expect(rows(/`([A-Z]+ \/_emulator[^`]*)`/)).to.have.members(served);
    const used = [
      ...read("emulator/page/page.js").matchAll(
        /act\("[^"]*", "(\w+)"|fetch\("\/_emulator\/(\w+)"/g,
      ),
    ];
    expect(used.map(([, act, read]) => act ?? read)).to.deep.equal([
      ...["advance", "reset", "faults", "faults", "requests"],
    ]);
    for (const [, act, read] of used) {
      expect(text).to.match(new RegExp(`\\| \`(GET|POST) /_emulator/${act ?? read}\` \\|`));
    }
  });

  it("lists exactly the additional fields that a campaign in a seed may have", () => {
    const { components } = parse(
      readFileSync(path.join(__dirname, "../../contract/openapi.yaml"), "utf8"),
    ) as {
      components: { schemas: Record<string, { properties?: object }> };
    };
    const [create, update] = ["CampaignCreate", "CampaignUpdate"].map((name) =>
      Object.keys(components.schemas[name]?.properties ?? {}),
    );
    const ofRow = ["name", "subject", "scheduled_at"];
    const fields = new Set(
      [...(create ?? []), ...(update ?? [])].filter((one) => !ofRow.includes(one)),
    );
    const [, sentence = ""] = /a campaign also takes (.*?)\. `scheduled_at`/s.exec(text) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(named).to.have.members([...fields]);
  });

  it("shows a seed, edits and faults that the emulator accepts", async () => {
    const [, seed = ""] = /```json\n(.*?)```/s.exec(text) ?? [];
    const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
    const emulator = await start();
    const { baseUrl } = emulator;
    const script = commands
      .join("")
      .replace(/^npx .*$/gm, "")
      .replaceAll("curl ", "curl --silent --fail-with-body ")
      .replaceAll("http://127.0.0.1:4010", new URL(baseUrl).origin);
    const before = emulator.now();
    const { lists = [], domains = [], campaigns = [] } = emulator.snapshot();
    const [of] = campaigns;
    const held = JSON.parse(seed) as { campaigns: object[] };
    emulator.seed({
      lists,
      domains,
      campaigns: [{ ...of, id: "campaign-3" }, ...held.campaigns],
    });
    const { exitCode, output } = await runCommand("bash", ["-e", "-c", script]);
    expect(exitCode, output).to.equal(0);
    const after = emulator.snapshot();
    expect(after.campaigns.find(({ id }) => id === "c-1")).to.deep.include({
      subject: "Edited",
      list_ids: ["list-2"],
      sender: { sender_email: "news@acme.example", sender_name: "Acme News" },
    });
    expect(after.campaigns.find(({ id }) => id === "campaign-3")?.status).to.equal("Paused");
    expect(after.domains.find(({ id }) => id === "domain-2")?.status).to.equal("verified");
    expect(emulator.now().getTime() - before.getTime()).to.equal(604_800_000);
  });

  it("lists every flag of the command next to the option's name", () => {
    const cli = read("emulator/cli.ts");
    const flags = [...cli.matchAll(/"(--[a-z-]+) </g)].map(([, flag = ""]) => flag);
    const options = flags.map((flag) => {
      const option = flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return `\`${option}\`, \`${flag}\``;
    });
    expect(rows(/(`\w+`, `--[a-z-]+`)/)).to.have.members(options);
  });
});
