import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asset } from "@pulumi/pulumi";
import { expect } from "chai";
import { content, contentText, isSameContent, readContent } from "../../provider/input/asset";
import { knownSoFar } from "../../provider/program/sdk";
import { rejection } from "../support/rejection";
import { useScratch } from "../support/scratch";

/** An asset as the engine sends it. */
function onWire(text: string, more: object = {}) {
  return {
    "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
    hash: createHash("sha256").update(text).digest("hex"),
    ...more,
  };
}

describe("content", function () {
  const scratch = useScratch(this);
  const judge = async (value: unknown) => content(await knownSoFar(value), "html");

  it("takes strings and assets with something in them, in the program and on the wire", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, "<p>");
    for (const value of [
      "<p>",
      new asset.StringAsset("<p>"),
      new asset.FileAsset(path),
      onWire("<p>", { path: "elsewhere.html" }),
      onWire("<p>"),
      "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    ]) {
      expect(await judge(value)).to.deep.equal([]);
    }
  });

  it("finds nothing in an empty string, text or file", async () => {
    const path = join(scratch(), "empty.html");
    await writeFile(path, "");
    for (const value of [
      "",
      new asset.StringAsset(""),
      new asset.FileAsset(path),
      onWire("", { text: "" }),
      onWire(""),
    ]) {
      expect(await judge(value)).to.deep.equal([{ path: "html", problem: "must not be empty" }]);
    }
  });

  it("names a file that is not there, or none, before the engine does", async () => {
    const folder = join(scratch(), "folder");
    await mkdir(folder);
    const relative = "Paths are relative to the project folder";
    expect(await judge(new asset.FileAsset("no/such.html"))).to.deep.equal([
      { path: "html", problem: `no/such.html does not exist. ${relative}` },
    ]);
    expect(await judge(new asset.FileAsset(folder))).to.deep.equal([
      { path: "html", problem: `${folder} is not a file. ${relative}` },
    ]);
  });

  it("refuses remote assets, archives and other values", async () => {
    const problems = async (value: unknown) => (await judge(value)).map(({ problem }) => problem);
    const remote =
      "must not be a RemoteAsset, because its content can change between preview and update. Download the file and use a FileAsset or StringAsset";
    const uri = "https://acme.example/mail.html";
    expect(await problems(new asset.RemoteAsset(uri))).to.deep.equal([remote]);
    expect(await problems(onWire("<p>", { uri }))).to.deep.equal([remote]);
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

describe("isSameContent", () => {
  it("compares texts, in whatever form they are", () => {
    expect(isSameContent("<p>", "<p>")).to.equal(true);
    expect(isSameContent("<p>", onWire("<p>"))).to.equal(true);
    expect(isSameContent(onWire("<p>"), onWire("<p>", { path: "mail.html" }))).to.equal(true);
    expect(isSameContent("<p>", onWire("<b>"))).to.equal(false);
    expect(isSameContent(undefined, "<p>")).to.equal(false);
    expect(isSameContent(undefined, undefined)).to.equal(true);
  });
});

describe("readContent", function () {
  const scratch = useScratch(this);

  it("gives the text of a string, a text and a file", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, "<p>ä</p>");
    expect(await readContent("<p>", "html")).to.equal("<p>");
    expect(await readContent(onWire("<p>", { text: "<p>" }), "html")).to.equal("<p>");
    expect(await readContent(onWire("<p>ä</p>", { path }), "html")).to.equal("<p>ä</p>");
  });

  it("fails for what is no longer what the preview saw", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, "<p>new</p>");
    expect(await rejection(readContent(onWire("<p>old</p>", { path }), "html"))).to.equal(
      `html: the file ${path} has changed since the preview. Nothing was sent. Run: pulumi up`,
    );
    expect(await rejection(readContent(onWire("<p>", { text: "<b>" }), "plainText"))).to.equal(
      "plainText: the text has changed since the preview. Nothing was sent. Run: pulumi up",
    );
  });

  it("fails for a file that is gone", async () => {
    expect(await rejection(readContent(onWire("<p>", { path: "gone.html" }), "html"))).to.match(
      /^html: can't read the file gone\.html in .* \(ENOENT\)\.$/,
    );
  });
});

describe("contentText", function () {
  const scratch = useScratch(this);

  it("gives the text of a string, a text and a file, in the program and on the wire", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, "<p>ä</p>");
    expect(await contentText("<p>")).to.equal("<p>");
    expect(await contentText("")).to.equal("");
    expect(await contentText(new asset.StringAsset("<b>"))).to.equal("<b>");
    expect(await contentText(new asset.StringAsset(""))).to.equal("");
    expect(await contentText(new asset.FileAsset(path))).to.equal("<p>ä</p>");
    expect(await contentText(onWire("<p>", { text: "<p>" }))).to.equal("<p>");
    expect(await contentText(onWire("<p>ä</p>", { path }))).to.equal("<p>ä</p>");
  });

  it("waits for what the program does not know yet", async () => {
    expect(await contentText(new asset.StringAsset(Promise.resolve("<i>")))).to.equal("<i>");
  });

  it("gives nothing for what is not known, or no text", async () => {
    const path = join(scratch(), "mail.html");
    await writeFile(path, "<p>");
    for (const value of [
      "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
      undefined,
      7,
      { path },
      { text: "<p>" },
      onWire("<p>"),
      new asset.RemoteAsset("https://acme.example/mail.html"),
    ]) {
      expect(await contentText(value)).to.equal(undefined);
    }
  });

  it("gives nothing for a file that can't be read", async () => {
    expect(await contentText(new asset.FileAsset(join(scratch(), "gone.html")))).to.equal(
      undefined,
    );
    expect(await contentText(new asset.FileAsset(scratch()))).to.equal(undefined);
  });
});
