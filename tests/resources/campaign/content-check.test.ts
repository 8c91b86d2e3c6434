import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asset } from "@pulumi/pulumi";
import { expect } from "chai";
import { unknownValue } from "../../../provider/plain/value";
import type { CampaignProps } from "../../../provider/resources/campaign/props";
import { checkContent } from "../../support/campaign-content";
import { useScratch } from "../../support/scratch";

type Mail = Partial<CampaignProps>;

const footer = `<p><a href="%%unsubscribe%%">Unsubscribe</a></p>`;
const good: Mail = {
  subject: "News",
  preheader: "What is new",
  html: footer,
  plainText: "Hello",
};

const { plainText: _, ...htmlOnly } = good;

async function names(mail: Mail): Promise<string[]> {
  return (await checkContent(mail)).map(({ name }) => name);
}

describe("a campaign's content checks", function () {
  const scratch = useScratch(this);

  it("report nothing if the email has no mistakes", async () => {
    expect(await checkContent(good)).to.deep.equal([]);
  });

  it("warn if the preheader repeats the subject, and report missing plain text as an info", async () => {
    const found = await checkContent({ ...htmlOnly, preheader: "NEWS" });
    expect(found.map(({ name, level }) => `${level} ${name}`)).to.deep.equal([
      "warning preheader-is-subject",
      "info plain-text-missing",
    ]);
  });

  it("warn about a wrong unsubscribe tag, and report several tags of other tools as one info", async () => {
    for (const [html, levels] of [
      ["%% unsubscribe %%", ["warning"]],
      ["*|UNSUB|*", ["warning"]],
      ["{{name}} *|CITY|* <%= a %>", ["info"]],
      ["%%name%% 100% sure, https://x.example/%2Funsubscribe%2F", []],
    ] as const) {
      const found = await checkContent({ ...good, html: `${footer}${html}` });
      expect(
        found.map(({ level }) => level),
        html,
      ).to.deep.equal(levels);
      expect(found.every(({ name }) => name === "merge-tag-unknown")).to.equal(true);
    }
  });

  it("quote no part of a text that is a secret", async () => {
    const html = `${footer}*|UNSUB|* <custom-tag>a`;
    const mail = { ...good, subject: "Hi, a &copy; sign", html };
    const texts = async (secrets: readonly string[]) =>
      (await checkContent(mail, secrets)).map(({ problem }) => problem).join("\n");
    const [open, hidden] = [await texts([]), await texts([mail.subject, html])];
    for (const part of ["&copy;", "*|UNSUB|*", "<custom-tag>"]) {
      expect(open, part).to.include(part);
      expect(hidden, part).to.not.include(part);
    }
    expect(hidden).to.include("subject: it has [secret], which readers see");
    expect(hidden).to.include("(first [secret] on line 1)");
  });

  it("warn once for each text with a word such as undefined in place of a value", async () => {
    const found = await checkContent({
      ...good,
      subject: "Hi undefined, it is spring",
      sender: { email: "news@acme.example", name: "[object Promise]" },
      html: `<p>Dear Ms. null,</p><p><a href="https://acme.example/undefined">Shop</a></p>${footer}`,
      plainText: "null is a value, and this is undefined behavior",
    });
    const why =
      "which programs write where a value is missing or isn't a text. Check what your program puts there.";
    expect(found.map(({ name, level, problem }) => `${level} ${name} ${problem}`)).to.deep.equal([
      `warning undefined-in-text subject: it has "undefined" in a greeting, ${why}`,
      `warning undefined-in-text sender.name: it has "[object Promise]", ${why}`,
      `warning undefined-in-text html: it has "null" in a greeting, ${why}`,
    ]);
  });

  it("accept the sender's own unsubscribe link, and an unsubscribe tag in plain-text emails or permissionReminder", async () => {
    const without = { ...good, html: "<p>Hi</p>" };
    const { html: _html, ...textOnly } = { ...without, plainText: "%%unsubscribe%%" };
    expect(await names(textOnly)).to.deep.equal([]);
    expect(await names({ ...without, permissionReminder: "Go: %%unsubscribe%%" })).to.deep.equal(
      [],
    );
    const own = `<a href="https://x.example/unsubscribe?id=1">Stop</a>`;
    expect(await names({ ...without, html: own })).to.deep.equal([]);
  });

  it("warn if the plain text has an unsubscribe link but the HTML has none", async () => {
    const found = await checkContent({ ...good, html: "<p>Hi</p>", plainText: "%%unsubscribe%%" });
    expect(found.map(({ level, name, problem }) => `${level} ${name} ${problem}`)).to.deep.equal([
      "warning unsubscribe-missing html: it has no unsubscribe link, or none that we recognize. plainText has one, which readers of HTML don't see. Add %%unsubscribe%% to html or permissionReminder.",
    ]);
  });

  it("warn once if the only unsubscribe link is broken or a tag of another tool", async () => {
    for (const tag of [
      "*|UNSUB|*",
      "{{unsubscribe_url}}",
      "[unsubscribe]",
      "https://%%unsubscribe%%",
    ]) {
      const html = `<p>Hi</p><p><a href="${tag}">Go</a></p>`;
      const found = await names({ ...good, html });
      expect(found.length, tag).to.equal(1);
      expect(found[0], tag).to.be.oneOf(["merge-tag-unknown", "unsubscribe-broken"]);
      const ignoreChecks = ["merge-tag-unknown"];
      expect(await names({ ...good, html, ignoreChecks }), tag).to.include("unsubscribe-missing");
    }
    expect(await names({ ...good, html: "<p>Hi {{name}}</p>" })).to.deep.equal([
      "unsubscribe-missing",
      "merge-tag-unknown",
    ]);
  });

  it("report no missing unsubscribe link if the HTML is too large to be checked completely", async () => {
    const html = `${"<i></i>".repeat(5_001)}${footer}`;
    expect(await names({ ...good, html })).to.deep.equal(["html-too-large"]);
  });

  it("report HTML entities in the subject and unknown tags in sender.name only if html is known", async () => {
    const wrong = { subject: "Tom &amp; Jerry", sender: { email: "a@x.example", name: "[FNAME]" } };
    const found = await checkContent({ ...good, ...wrong, html: `${footer}<p>{{name}}</p>` });
    expect(found.map(({ level, name }) => `${level} ${name}`)).to.deep.equal([
      "warning text-encoded",
      "warning merge-tag-unknown",
    ]);
    expect(await names({ ...good, ...wrong, html: unknownValue })).to.deep.equal([]);
  });

  it("don't compare the subject and the preheader if they are unknown or absent", async () => {
    const { preheader: _, ...bare } = good;
    const subjects = { subject: unknownValue, preheader: unknownValue };
    expect(await names({ ...good, ...subjects })).to.deep.equal([]);
    expect(await names(bare)).to.deep.equal([]);
    const { subject: __, ...neither } = bare;
    expect(await names(neither)).to.deep.equal([]);
  });

  it("report nothing if the HTML is unknown or the HTML file can't be read", async () => {
    expect(await names({ ...good, html: unknownValue })).to.deep.equal([]);
    expect(await names({ ...good, html: new asset.FileAsset("/nowhere/mail.html") })).to.deep.equal(
      [],
    );
  });

  it("report html-too-large if the HTML has more than 102 kB, counted in bytes, not in characters", async () => {
    const size = (bytes: number) => footer + "ü".repeat((bytes - footer.length) / 2);
    expect(await names({ ...good, html: size(104_446) })).to.deep.equal([]);
    expect(await names({ ...good, html: size(104_450) })).to.deep.equal(["html-too-large"]);
  });

  it("find mistakes in the HTML if the input is a file asset or a string asset", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, `${footer}<b>bold`);
    const file = new asset.FileAsset(path);
    expect(await names({ ...good, html: file })).to.deep.equal(["element-unclosed"]);
    const text = new asset.StringAsset(`${footer}<i>italic`);
    expect(await names({ ...good, html: text })).to.deep.equal(["element-unclosed"]);
  });
});
