import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asset } from "@pulumi/pulumi";
import { expect } from "chai";
import type { Suite } from "mocha";
import {
  content,
  contentText,
  isSameContent,
  judgeText,
  readContent,
} from "../../provider/input/asset";
import { withTag } from "../../provider/input/finding";
import { knownSoFar } from "../../provider/program/sdk";
import { judgeCampaign } from "../../provider/resources/campaign/props";
import { rejection } from "../support/rejection";
import { useScratch } from "../support/scratch";
import { assetOf, unknown } from "../support/wire-value";

/** Creates a function that writes these bytes to a file in the suite's folder. The function returns the file's path. */
function useFile(suite: Suite): (bytes: string | Buffer) => Promise<string> {
  const scratch = useScratch(suite);
  return async (bytes) => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, bytes);
    return path;
  };
}

describe("the check of a content property", function () {
  const fileOf = useFile(this);
  const judge = async (value: unknown) => content(await knownSoFar(value), "html");

  it("accepts strings and assets with a text, in the program and in Pulumi's protocol", async () => {
    for (const value of [
      "<p>",
      new asset.StringAsset("<p>"),
      new asset.FileAsset(await fileOf("<p>")),
      assetOf("<p>", { path: "elsewhere.html" }),
      assetOf("<p>"),
      unknown,
    ]) {
      expect(await judge(value)).to.deep.equal([]);
    }
  });

  it("refuses an empty string, text or file", async () => {
    for (const value of [
      "",
      new asset.StringAsset(""),
      new asset.FileAsset(await fileOf("")),
      assetOf("", { text: "" }),
      assetOf(""),
    ]) {
      expect(await judge(value)).to.deep.equal([{ path: "html", problem: "must not be empty" }]);
    }
  });

  it("refuses a file asset if the path is missing or not a file", async () => {
    const folder = dirname(await fileOf(""));
    const relative = "Paths are relative to the project folder";
    expect(await judge(new asset.FileAsset("no/such.html"))).to.deep.equal([
      { path: "html", problem: `no/such.html does not exist. ${relative}` },
    ]);
    expect(await judge(new asset.FileAsset(folder))).to.deep.equal([
      { path: "html", problem: `${folder} is not a file. ${relative}` },
    ]);
  });

  it("refuses a text only if the whole text looks like the path of a file", async () => {
    for (const file of "./spring.html|my mails\\spring.HTM|news.mjml|a.txt|b.hbs|c.eml".split(
      "|",
    )) {
      const problem = `is the path of a file, and would be mailed as the text. Use new FileAsset(${JSON.stringify(file)})`;
      expect(await judge(file)).to.deep.equal([{ path: "html", problem }]);
    }
    for (const text of [
      "<p>spring.html",
      "Hello\nspring.html",
      "Read https://acme.example/spring.html",
      "Read www.acme.example/spring.html",
      "spring.html is new.",
    ]) {
      expect(await judge(text)).to.deep.equal([]);
    }
  });

  it("refuses the result of an email compiler, and advises to pass its member html", async () => {
    const problem =
      "must be a string, a FileAsset or a StringAsset (got an object; pass its member html, as in (await mjml2html(text)).html)";
    expect(await judge({ html: "<p>Hi</p>", errors: [] })).to.deep.equal([
      { path: "html", problem },
    ]);
  });

  it("refuses remote assets, archives and values of other types", async () => {
    const problems = async (value: unknown) => (await judge(value)).map(({ problem }) => problem);
    const remote =
      "must not be a RemoteAsset, because its content can change between preview and update. Download the file and use a FileAsset or StringAsset";
    const uri = "https://acme.example/mail.html";
    expect(await problems(new asset.RemoteAsset(uri))).to.deep.equal([remote]);
    expect(await problems(assetOf("<p>", { uri }))).to.deep.equal([remote]);
    expect(await problems(new asset.FileArchive("mail"))).to.deep.equal([
      "must be a single file (got an archive). Use a FileAsset",
    ]);
    for (const [value, is] of [
      [7, "a number"],
      [true, "a boolean"],
      [["<p>"], "an array"],
      [{ path: "mail.html" }, "an object"],
    ]) {
      expect(await problems(value)).to.deep.equal([
        `must be a string, a FileAsset or a StringAsset (got ${String(is)})`,
      ]);
    }
  });
});

describe("the check of a content property's encoding", function () {
  const fileOf = useFile(this);
  const latin = (text: string) => Buffer.from(text, "latin1");
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const rows: [string, Buffer, string | undefined][] = [
    ["is UTF-8", Buffer.from("<p>Café – 🐀</p>"), undefined],
    ["is UTF-8 with a byte order mark", Buffer.from("\ufeff<p>"), undefined],
    ["is Windows-1252", latin("<p>\nCaf\xe9 \x96 d\x92accord</p>"), "byte 8, on line 2, is 0xE9."],
    ["is UTF-16 with a byte order mark", utf16("\ufeff<p>"), "byte 1, on line 1, is 0xFF."],
    ["is UTF-16 without a byte order mark", utf16("<p>"), "byte 2, on line 1, is 0x00."],
    [
      "is Windows-1251 (Cyrillic letters)",
      latin("<p>\xcf\xf0\xe8\xe2\xe5\xf2</p>"),
      "byte 4, on line 1, is 0xCF.",
    ],
    ["has a NUL character", Buffer.from("<p>a long text\0</p>"), "byte 15, on line 1, is 0x00."],
    ["has a truncated character", Buffer.from([0x61, 0xef, 0xbf]), "byte 3, on line 1, is 0xBF."],
  ];
  for (const [what, bytes, problem] of rows) {
    it(`reports ${problem === undefined ? "no problem" : "the position of the first wrong byte"} if the file ${what}`, async () => {
      const path = await fileOf(bytes);
      const said = `the file ${path} is not text in UTF-8: ${problem} Save it as UTF-8`;
      expect(judgeText(assetOf("", { path }), "html")).to.deep.equal(
        problem === undefined ? [] : [{ path: "html", problem: said }],
      );
    });
  }

  it("refuses a NUL character, and warns about U+FFFD and other traces of a wrong conversion", () => {
    const nul = "must not contain a NUL character (byte 2, on line 1, is 0x00). Remove it";
    const lost =
      "html: it has the character U+FFFD (first on line 2), which stands for one that was lost when the text was converted. Restore it from the original.";
    const control =
      "html: it has the character U+0092 (first on line 2), a control character in place of one that was lost when the text was converted (from windows-1252 as if it were ISO-8859-1). Restore it from the original.";
    for (const [value, problem] of [
      ["a\0", nul],
      [assetOf("", { text: "a\0" }), nul],
      ["a\nb\ufffd", lost],
      ["a\nd\u0092accord", control],
    ] as const) {
      expect(judgeText(value, "html").map((one) => one.problem)).to.deep.equal([problem]);
    }
    expect(judgeText("a\ufffd", "subject").map(withTag)).to.deep.equal([
      "subject: it has the character U+FFFD (first on line 1), which stands for one that was lost when the text was converted. Restore it from the original. [character-lost subject]",
    ]);
  });

  it("reports no problem if the text is unknown or the same as in the state", () => {
    expect(judgeText(assetOf("<p>"), "html")).to.deep.equal([]);
    const props = { html: "a\0", subject: "b\0", segmentId: "1" };
    const judged = (context?: Parameters<typeof judgeCampaign>[1]) =>
      judgeCampaign(props, context).map(({ path }) => path);
    const unchanged = { old: { html: "a\0" } as never, settings: undefined };
    expect(judged(unchanged)).to.deep.equal(["subject"]);
    expect(judged({ old: undefined, settings: undefined })).to.deep.equal(["subject", "html"]);
    expect(judged()).to.deep.equal([]);
  });
});

describe("the comparison of two contents", () => {
  it("finds no difference if a string, a text asset and a file have the same text", () => {
    expect(isSameContent("<p>", "<p>")).to.equal(true);
    expect(isSameContent("<p>", assetOf("<p>"))).to.equal(true);
    expect(isSameContent(assetOf("<p>"), assetOf("<p>", { path: "mail.html" }))).to.equal(true);
    expect(isSameContent("<p>", assetOf("<b>"))).to.equal(false);
    expect(isSameContent(undefined, "<p>")).to.equal(false);
    expect(isSameContent(undefined, undefined)).to.equal(true);
  });
});

describe("the text of a content property", function () {
  const fileOf = useFile(this);
  const text = async (value: unknown) => [
    await readContent(value, "html"),
    await contentText(value),
  ];

  it("is the text of the asset if the engine passes the asset in Pulumi's protocol", async () => {
    expect(await text("<p>")).to.deep.equal(["<p>", "<p>"]);
    expect(await text("")).to.deep.equal(["", ""]);
    expect(await text(assetOf("<p>", { text: "<p>" }))).to.deep.equal(["<p>", "<p>"]);
    // The service gets no byte order mark.
    const path = await fileOf("\ufeff<p>ä</p>");
    expect(await text(assetOf("\ufeff<p>ä</p>", { path }))).to.deep.equal(["<p>ä</p>", "<p>ä</p>"]);
  });

  it("is the text of the asset if the program passes an asset object", async () => {
    expect(await contentText(new asset.StringAsset("<b>"))).to.equal("<b>");
    expect(await contentText(new asset.StringAsset(""))).to.equal("");
    expect(await contentText(new asset.FileAsset(await fileOf("<p>ä</p>")))).to.equal("<p>ä</p>");
  });

  it("is undefined if the value is unknown or not a text", async () => {
    const path = await fileOf("<p>");
    for (const value of [
      unknown,
      undefined,
      7,
      { path },
      { text: "<p>" },
      assetOf("<p>"),
      new asset.RemoteAsset("https://acme.example/mail.html"),
    ]) {
      expect(await contentText(value)).to.equal(undefined);
    }
  });

  it("is refused in an update if the text has changed since the preview", async () => {
    const path = await fileOf("<p>new</p>");
    expect(await rejection(readContent(assetOf("<p>old</p>", { path }), "html"))).to.equal(
      `html: the file ${path} has changed since the preview. Nothing was sent. Run: pulumi up`,
    );
    expect(await rejection(readContent(assetOf("<p>", { text: "<b>" }), "plainText"))).to.equal(
      "plainText: the text has changed since the preview. Nothing was sent. Run: pulumi up",
    );
  });

  it("is refused in an update if the text's file is missing", async () => {
    expect(await rejection(readContent(assetOf("<p>", { path: "gone.html" }), "html"))).to.match(
      /^html: can't read the file gone\.html in .* \(ENOENT\)\.$/,
    );
  });
});
