/// <reference lib="dom" />
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { expectError } from "../../../support/expect-error";
import {
  fileAsset,
  onDate,
  said,
  schedule,
  step,
  template,
  unknown,
  urnOf,
  useShow,
} from "../../../support/preview-fixtures";

describe("the command show for a preview", function () {
  const { show, open, mailPage, indexPage, mainText, scratch, run } = useShow(this);

  it("writes a new campaign's email, links, findings and size on the campaign's page", async () => {
    const html = await template("responsive");
    const notHttps = "html: 1 address without https [link-not-https html]";
    const { out, output, exitCode } = await show({
      steps: [step("create", "spring", { html }), schedule("spring", "2099-03-01 09:00:00")],
      diagnostics: [said("warning", urnOf("Campaign", "spring"), notHttps)],
    });
    expect(exitCode, output).to.equal(0);
    expect(output).to.equal(
      `Wrote 1 campaign to ${out}. Open ${join(out, "index.html")} in a browser.\n`,
    );
    const { page } = await open(out, "001-spring.html");
    const text = await mainText(page);
    for (const part of [
      "spring create",
      "What is new in spring",
      "Acme News <news@acme.example>",
      "2099-03-01 09:00:00",
      "Hello. %%unsubscribe%%",
      "Packets of seeds\thttps://images.acme.example/seeds.png\tnothing\t26",
      "See the collection\thttps://shop.acme.example/spring?utm=mail\tnothing\t28",
      "warning: html: 1 address without https link-not-https",
      "1.7 kB of 102 kB",
    ]) {
      expect(text).to.include(part);
    }
    const captions = await page.$$eval("figcaption", (all) => all.map((one) => one.textContent));
    expect(captions).to.deep.equal([
      "375 px, light",
      "640 px, light",
      "375 px, dark",
      "640 px, dark",
      "375 px, light, images off",
    ]);
  });

  it("marks merge tags, and replaces a tag if the tag has a sample value", async () => {
    await writeFile(join(scratch(), "data.json"), '{"first_name":"Ada & <b>co</b>"}');
    const html = "<p>Hi {{ first_name }}, your code is %%code%%.</p>";
    const steps = [step("create", "spring", { html, subject: "For {{first_name}}" })];
    const { page, out } = await mailPage({ steps }, "--sample", "data.json");
    const frame = await readFile(join(out, "mail", "001-spring.html"), "utf8");
    expect(frame.split("\n")[1]).to.include(
      '<p>Hi <mark title="{{ first_name }}">Ada &amp; &lt;b&gt;co&lt;/b&gt;</mark>, your code is <mark title="%%code%%">%%code%%</mark>.</p>',
    );
    expect(await mainText(page)).to.include("For Ada & <b>co</b>");
  });

  it("shows the email's first words as preview text if a campaign has no preheader", async () => {
    const long = "Peas want a trellis. ".repeat(9);
    const none = { preheader: undefined };
    for (const [inputs, rows] of [
      [{ html: "<p>Hi</p>", preheader: "Seeds and tools" }, ["Seeds and tools", "Seeds and tools"]],
      [
        {
          ...none,
          html: "<title>No</title><!-- No --><p>Dear {{name}},</p><p>peas &amp; beans</p>",
        },
        ["Dear {{name}}, peas & beans", "Dear {{name}}, peas & beans"],
      ],
      [
        { ...none, html: `<p style="display:none">Hidden</p><p>${long}` },
        [
          "Hidden Peas want a trellis. Peas want a trellis. Peas want a trellis. Peas want…",
          "Hidden Peas want a trellis. Peas want a trellis. Peas want a trellis. Peas want a trellis. Peas wan…",
        ],
      ],
      [{ ...none, html: undefined }, ["Hello. %%unsubscribe%%", "Hello. %%unsubscribe%%"]],
    ] as const) {
      const { page } = await mailPage({ steps: [step("create", "spring", inputs)] });
      const shown = await page.$$eval(".inbox .quiet", (all) => all.map((one) => one.textContent));
      expect(shown).to.deep.equal(rows);
    }
  });

  it("explains why an email isn't shown if the content is secret, unknown or changed since the preview", async () => {
    await writeFile(join(scratch(), "mail.html"), "<p>Later</p>");
    const { out } = await show({
      steps: [
        step("create", "file", { html: fileAsset("mail.html", "<p>Earlier</p>") }),
        step("create", "secret", { html: "[secret]", subject: "[secret]" }),
        step("create", "late", { html: unknown }),
      ],
    });
    for (const [name, problem] of [
      ["001-file", "html: mail.html has changed since, so it is not shown"],
      ["002-secret", "html: a secret"],
      ["003-late", "html: known only after apply"],
    ]) {
      const { page } = await open(out, `${name}.html`);
      expect(/Can't be shown\n(.*)/.exec(await mainText(page))?.[1]).to.equal(problem);
    }
  });

  it("replaces an earlier run's pages, but refuses an output folder with other files", async () => {
    const first = await show({ steps: [step("create", "one", {}), step("create", "two", {})] });
    const second = await show({ steps: [step("create", "two", {})] });
    expect(second.exitCode, second.output).to.equal(0);
    const files = await readdir(first.out);
    expect(files).to.deep.equal([".email-marketing-mail", "001-two.html", "index.html", "mail"]);
    await writeFile(join(first.out, "notes.txt"), "mine");
    expectError(
      await show({ steps: [step("create", "two", {})] }),
      `${first.out} contains "notes.txt", which this command did not write. Empty the folder, or choose another one with --out.`,
    );
    expect(await readFile(join(first.out, "notes.txt"), "utf8")).to.equal("mine");
  });

  it("names the output folder in the error if the folder can't be written", async () => {
    const steps = [step("create", "one", {})];
    await writeFile(join(scratch(), "afile"), "mine");
    for (const [out, code] of [
      ["afile", "EEXIST"],
      [join("afile", "sub"), "ENOTDIR"],
      ...(process.platform === "linux" ? [["/proc/new/folder", "ENOENT"] as const] : []),
    ] as const) {
      expectError(
        await show({ steps }, "--out", out),
        `can't write the folder ${out} (${code}). Choose another one with --out.`,
      );
    }
    expect(await readFile(join(scratch(), "afile"), "utf8")).to.equal("mine");
  });

  it("also shows dates in UTC and in --zone's time zone if the setting timeZone is set", async () => {
    const sent = async (preview: object, ...args: string[]) => {
      const { page } = await mailPage(preview, ...args);
      return /Sent\n([\s\S]*?)\nLists/.exec(await mainText(page))?.[1]?.split("\n");
    };
    const steps = [step("create", "spring", {}), schedule("spring", "2099-07-01 09:00:00")];
    expect(await sent({ steps })).to.deep.equal([
      "Wed 2099-07-01 09:00:00 in the time zone in which the service reads dates (the setting timeZone names it)",
    ]);
    const config = { "emailmarketing:timeZone": "America/New_York" };
    expect(await sent({ steps, config }, "--zone", "Asia/Tokyo")).to.deep.equal([
      "Wed 2099-07-01 09:00:00 America/New_York",
      "Wed 2099-07-01 13:00:00 UTC",
      "Wed 2099-07-01 22:00:00 Asia/Tokyo",
    ]);
    expectError(
      await show({ steps }, "--zone", "Mars"),
      '--zone: must be the name of a time zone, such as America/New_York or UTC (got "Mars").',
    );
  });

  it("fails if EMAIL_MARKETING_TIME_ZONE is invalid, but ignores empty environment variables", async () => {
    const steps = [step("create", "spring", {}), schedule("spring", "2098-03-01 09:00:00")];
    const file = ["--preview", join(scratch(), "preview.json")];
    const { output } = await show({ steps });
    const unset = { EMAIL_MARKETING_API_KEY: "", EMAIL_MARKETING_TIME_ZONE: "" };
    expect((await run(["show", ...file], unset)).output).to.equal(output);
    expect((await run(["comment", ...file], unset)).stdout).to.match(
      /^<!-- pulumi-email-marketing /,
    );
    expectError(
      await run(["show", ...file], { EMAIL_MARKETING_TIME_ZONE: "Europe/Atlantis" }),
      "environment variable EMAIL_MARKETING_TIME_ZONE: must be the name of a time zone, such as America/New_York or UTC.",
    );
  });

  it("begins the index with a warning if a deleted schedule's campaign is still sent", async () => {
    const removed = onDate("delete", "2099-07-01 09:00:00", undefined, "spring");
    const { page } = await indexPage({ steps: [removed, step("create", "autumn", {})] });
    const [title, first] = (await mainText(page)).split("\n").filter((line) => line !== "");
    expect(title).to.equal("Campaigns of mail/prod");
    expect(first).to.equal(
      'CampaignSchedule "spring": the campaign keeps its date and WILL still be sent at 2099-07-01 09:00:00. To stop it, pause campaign campaign-1 in the service\'s web app.',
    );
  });
});
