import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { acmeAccount } from "../../../support/acme-account";
import { runIn } from "../../../support/command";
import { ok } from "../../../support/outcome";
import { js } from "../../../support/program";
import { type ServiceProject, useService } from "../../../support/service";

const secret = "A text that nobody may see";

/** A program with one campaign for each runtime. */
const program = js(`
const scheduledAt = "2098-03-01 09:00:00";
const mail = {
  subject: "What is new",
  sender: { email: "news@acme.example", name: "Acme News" },
  html: new pulumi.asset.FileAsset("mail.html"),
  plainText: pulumi.secret("${secret}"),
  listIds: ["list-5", "list-3"],
};
const plugin = (kind, name, inputs, outputs) =>
  new pulumi.CustomResource("emailmarketing:index:" + kind, name, { ...inputs, ...outputs });
const spring = new em.Campaign("spring", { name: "Spring", ...mail });
new em.CampaignSchedule("spring", { campaignId: spring.id, scheduledAt });
const autumn = plugin("Campaign", "autumn", { name: "Autumn", ...mail });
plugin("CampaignSchedule", "autumn", { campaignId: autumn.id, scheduledAt });`);

const html = '<p>Hello {{first_name}}, <a href="%%unsubscribe%%">stop</a></p>';
const names = ["spring", "autumn"];

/** The cells of one row of a page's definition list, without tags. */
const rowsOf = (page: string, name: string) =>
  (new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, "s").exec(page)?.[1] ?? "")
    .split("</div>")
    .map((cell) => cell.replace(/<[^<>]*>/g, "").trim())
    .filter((cell) => cell !== "");

describe("the command show", function () {
  const { createProject } = useService(this, { seed: acmeAccount() });
  let project: ServiceProject;

  before("lays the program", async () => {
    const files = { "mail.html": html };
    project = await createProject({ program, files, hasPlugin: true });
  });

  /** Runs the command, and reads the pages that it writes. */
  async function show(...args: string[]) {
    await ok(runIn(project, "show", ...args));
    const out = join(project.dir, "email-marketing-mail");
    const pages = new Map<string, string>();
    for (const name of await readdir(out, { recursive: true })) {
      if (name.endsWith(".html")) pages.set(name, await readFile(join(out, name), "utf8"));
    }
    for (const [name, page] of pages) expect(page, name).to.not.include(secret);
    /** The page of a campaign, or its document in `folder`. The engine's order decides the number in the name. */
    return (name: string, folder = "") => {
      const matches = [...pages].filter(([path]) =>
        new RegExp(`^${folder}\\d{3}-${name}\\.html$`).test(path),
      );
      expect(matches, name).to.have.lengthOf(1);
      return matches[0]?.[1] ?? "";
    };
  }

  const read = (name: string) => readFile(join(project.dir, "email-marketing-mail", name), "utf8");

  /** The entries of the calendar, without tags. */
  async function calendar(): Promise<string[]> {
    const [, section = ""] = (await read("index.html")).split('<section class="calendar">');
    const items = section.matchAll(/<li>(.*?)<\/li>/gs);
    return [...items].map(([, item = ""]) => item.replace(/<[^<>]*>/g, ""));
  }

  async function showPreview() {
    const { stdout } = await ok(project.preview(["--json", "--show-sames"]));
    await project.writeFile("preview.json", stdout);

    return show("--preview", "preview.json");
  }

  it("shows new campaigns alike for dynamic resources and the plugin, with list sizes, without secrets", async () => {
    const page = await showPreview();
    for (const name of names) {
      expect(rowsOf(page(name), "Lists").slice(0, 2), name).to.deep.equal([
        "Customers (list-5): 5 contacts",
        "Friends (list-3): 3 contacts",
      ]);
      expect(rowsOf(page(name), "Sent")[0], name).to.match(/^Sat 2098-03-01 09:00:00 /);
      expect(rowsOf(page(name), "Can&#39;t be shown")[0], name).to.match(/^plainText: a secret/);
      expect(page(name, "mail/"), name).to.include("<p>Hello <mark");
    }
    expect(await calendar()).to.deep.equal([
      "09:00 autumn new to Customers (5), Friends (3)",
      "09:00 spring new to Customers (5), Friends (3)",
    ]);
  });

  it("shows the campaigns of dynamic resources and of the plugin from the state with --stack", async () => {
    await ok(project.up());
    await project.setConfig("emailmarketing:timeZone", "America/New_York");
    const page = await show("--stack", "dev");
    for (const name of names) {
      expect(rowsOf(page(name), "Sent").slice(0, 2), name).to.deep.equal([
        "Sat 2098-03-01 09:00:00 America/New_York",
        "Sat 2098-03-01 14:00:00 UTC",
      ]);
      expect(page(name, "mail/"), name).to.include("<p>Hello <mark");
    }
    expect(await calendar()).to.deep.equal([
      "09:00 autumn to list-5, list-3",
      "09:00 spring to list-5, list-3",
    ]);
  });
});
