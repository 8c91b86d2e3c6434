import axe from "axe-core";
import { expect } from "chai";
import type { Emulator } from "../../emulator/index";
import { useBrowser } from "../support/browser";
import { useStart } from "./caller";

const apiKey = "not-a-real-key-of-the-page";

describe("the emulator's web page", function () {
  const openPage = useBrowser(this);
  const start = useStart(this);
  let emulator: Emulator;
  let origin: string;
  beforeEach("starts the service", async () => {
    emulator = await start({
      apiKey,
      seed: {
        domains: [{ domain: "acme.example", status: "verified" }],
        senders: [{ sender_email: "news@acme.example", sender_name: "Acme <b>News</b>" }],
        lists: [{ id: "list-1", name: "Customers" }],
        contacts: [{ email: "ada@reader.example", list_id: "list-1" }],
        campaigns: [
          {
            id: "campaign-7",
            name: "Spring",
            subject: "What is new",
            status: "Scheduled",
            scheduled_at: "2026-01-01 09:00:00",
            sender: { sender_email: "news@acme.example", sender_name: "Acme" },
            list_ids: ["list-1"],
            plain_text: "",
            html: '<h1>Hello</h1><img src="https://images.acme.example/a.png" alt="Tulips"><script>top.x = 1</script>',
          },
        ],
      },
    });
    origin = new URL(emulator.baseUrl).origin;
  });
  /** The requested addresses that are neither the emulator's nor part of the page. */
  const elsewhere = (requests: readonly string[]) =>
    requests.filter((one) => ![origin, "data:"].some((own) => one.startsWith(own)));

  it("passes accessibility checks and hides contacts' addresses and API keys", async () => {
    const { page, complaints, requests } = await openPage();
    await page.goto(origin);
    const text = await page.$eval("main", (main) => main.innerText);
    expect(text).to.include("Acme <b>News</b> <news@acme.example>");
    expect(text).to.include("Customers\t1 contact");
    expect(text).to.include("Spring\tWhat is new\tScheduled\t2026-01-01 09:00:00\t0");
    expect(await page.content()).to.not.include("ada@reader.example");
    expect(await page.content()).to.not.include(apiKey);
    const { violations } = (await page.evaluate(`${axe.source}; axe.run()`)) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).to.deep.equal(
      [],
    );
    expect(complaints).to.deep.equal([]);
    expect(elsewhere(requests)).to.deep.equal([]);
  });

  it("shows a name that contains </script> as text", async () => {
    const name = "</script><img src=x>";
    emulator.seed({ lists: [{ name }] });
    const { page, complaints } = await openPage();
    await page.goto(origin);
    expect(await page.$eval("main", (main) => main.innerText)).to.include(`${name}\t0 contacts`);
    expect(await page.$$("img")).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it("advances the clock so that due campaigns are sent, and injects a fault", async () => {
    const { page } = await openPage();
    await page.goto(origin);
    await page.$eval("#amount", (amount) => {
      (amount as HTMLInputElement).value = "10";
    });
    await Promise.all([page.waitForNavigation(), page.click("#advance")]);
    const text = await page.$eval("main", (main) => main.innerText);
    expect(text).to.include("2026-01-01 10:00:00 UTC");
    expect(text).to.include("Spring\tWhat is new\tFinished\t2026-01-01 09:00:00\t1");
    await page.select("#fault", "status");
    await page.click("#inject");
    await page.waitForFunction(() => document.querySelector("#fault-said")?.textContent !== "");
    const search = () =>
      fetch(`${emulator.baseUrl}/senders/search`, {
        method: "POST",
        headers: { Authorization: apiKey, "Content-Type": "application/json" },
        body: '{"page":1,"limit":10}',
      });
    expect((await search()).status).to.equal(500);
    expect((await search()).status).to.equal(200);
    await page.waitForFunction(() => document.querySelectorAll("#log tr").length === 2);
    const rows = await page.$$eval("#log tr", (all) =>
      all.map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent)),
    );
    expect(rows).to.deep.equal([
      ["200", "POST /v1/senders/search", ""],
      ["500", "POST /v1/senders/search", "status"],
    ]);
  });

  it("shows a campaign's email without running scripts or loading remote images", async () => {
    const { page, complaints, requests } = await openPage();
    await page.goto(origin);
    await Promise.all([page.waitForNavigation(), page.click("td a")]);
    const text = await page.$eval("main", (main) => main.innerText);
    expect(text).to.include("Spring scheduled");
    expect(text).to.include("2026-01-01 09:00:00 (UTC)");
    expect(text).to.include("Tulips\thttps://images.acme.example/a.png");
    // The campaign has no plain text.
    expect(text).to.not.include("Plain text");
    const frame = await (await page.$("iframe"))?.contentFrame();
    await frame?.waitForSelector("h1");
    expect(await page.evaluate(() => "x" in globalThis)).to.equal(false);
    expect(complaints).to.deep.equal([]);
    expect(elsewhere(requests)).to.deep.equal([]);
    expect(
      await page.$$eval("main > p a, main a[href*=images]", (all) =>
        all.map((one) => one.textContent),
      ),
    ).to.deep.equal(["Load remote images"]);
  });

  it("fits a width of 375 px, and the controls can be reached with the Tab key", async () => {
    const { page, complaints } = await openPage();
    await page.setViewport({ width: 375, height: 700 });
    await page.goto(origin);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
    const stops: (string | undefined)[] = [];
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(() => {
          const { id, textContent, ariaLabel } = document.activeElement as HTMLElement;
          return id || ariaLabel || textContent || undefined;
        }),
      );
    }
    expect(stops).to.deep.equal([
      ...["amount", "unit", "advance", "reset", "Campaigns table", "Spring", "Account table"],
      ...["times", "path", "fault", "inject", "clear"],
    ]);
    await page.goto(`${origin}/_emulator/campaigns/campaign-7`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
    const { violations } = (await page.evaluate(
      `${axe.source}; axe.run(document, { iframes: false })`,
    )) as axe.AxeResults;
    expect(violations.map(({ id }) => id)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
