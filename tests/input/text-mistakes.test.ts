import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import { hashedContent } from "../../provider/input/asset";
import { judgeOutputs, textProblem } from "../../provider/input/text-mistakes";
import { unknownValue } from "../../provider/plain/value";
import { notTexts, outputTexts } from "../support/output-text";
import { useScratch } from "../support/scratch";

const python = outputTexts.Python ?? "";

const ofOutput =
  "an output was put into a string, which has an error message of Pulumi's SDK in place of the value. " +
  "Use pulumi.interpolate (pulumi.jsonStringify for JSON; in Python, Java and C#, Output.format; in Go, pulumi.Sprintf)";

describe("the check for objects converted to text by mistake", () => {
  for (const [language, words] of Object.entries(outputTexts)) {
    it(`reports the text that ${language} makes of a Pulumi output, in plain text, HTML and URLs`, () => {
      const entities = (text: string) =>
        text.replace(/[^a-z0-9 ]/gi, (one) => `&#${one.charCodeAt(0)};`);
      const written = {
        "as it is": `Hi ${words}!`,
        "behind a letter": `tier${words}`,
        "behind a digit": `7${words}`,
        "behind an underscore": `a_${words}`,
        "behind a percent sign": `50%${words}`,
        "in HTML": words.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("&{", "&amp;{"),
        "as entities": entities(words),
        "with named entities": words
          .replaceAll("[", "&lsqb;")
          .replaceAll("_", "&lowbar;")
          .replaceAll("'", "&apos;")
          .replaceAll("{", "&lbrace;")
          .replaceAll("}", "&rbrace;"),
        "in an address": new URL(`https://acme.example/${words}`).href,
        "in a query": `https://acme.example/?${new URLSearchParams({ code: words }).toString()}`,
        "in a query in a query": encodeURIComponent(
          `https://acme.example/?c=${encodeURIComponent(words)}`,
        ),
        "in other lines": words.replaceAll(" ", "\n"),
        "in capitals": words.toUpperCase().replaceAll("0X", "0x"),
      };
      for (const [how, text] of Object.entries(written))
        expect(textProblem(text), how).to.equal(ofOutput);
    });
  }

  it('reports "[object Promise]" and "[object Object]", and advises how to get the right text', () => {
    const mail = Promise.resolve({ html: "<p>Hi</p>" });
    const promise =
      'a promise was put into a string, which has "[object Promise]" in place of the value. Await it, as in (await mjml2html(text)).html';
    const object =
      'an object was put into a string, which has "[object Object]" in place of a text. Use its member with the text, as in (await mjml2html(text)).html';
    for (const [value, problem] of [
      [mail, promise],
      [{ html: "<p>Hi</p>" }, object],
    ] as const) {
      const text = String(value);
      for (const written of [
        `<p>${text}</p>`,
        `https://acme.example/?${new URLSearchParams({ code: text }).toString()}`,
        encodeURIComponent(text),
        text.replace("[", "&#91;").replace("]", "&#93;"),
        text.replace("[", "&lsqb;").replace("]", "&rsqb;"),
      ]) {
        expect(textProblem(written), written).to.equal(problem);
      }
    }
  });

  for (const [form, words] of Object.entries(notTexts)) {
    const kind = /^(output|promise|method|value) /.exec(`${form} `)?.[1];
    const line = words.replaceAll(/\s+/g, " ");
    const shown = `"${line.length > 62 ? `${line.slice(0, 60)}...` : line}"`;
    it(`reports ${shown} in plain text and in HTML`, () => {
      const escaped = words
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll("'", "&#39;");
      for (const text of [
        words,
        `Hi ${words}, welcome`,
        `tier${words}`,
        `7${words}`,
        `a_${words}x`,
        `<p>Hi ${words}</p>`,
        `<b>${escaped}</b>`,
      ]) {
        expect(textProblem(text), text).to.match(
          new RegExp(`^an? ${kind} was put into a string.*, which has .* in place of the value\\.`),
        );
      }
    });

    it(`ignores ${shown} in a code element or a URL`, () => {
      const escaped = words.replaceAll("<", "&lt;");
      for (const text of [
        `<p>It prints <code>${escaped}</code>.</p>`,
        `<p>It prints <code>my${escaped}</code>.</p>`,
        `<pre class="shell">$ run\n<code>${words}</code>\n${words}</pre>`,
        `<a href="https://acme.example/?q=${words.replaceAll('"', "")}">Docs</a>`,
        `https://acme.example/${words.replaceAll(/[\s<>'"]/g, "")}`,
      ]) {
        expect(textProblem(text), text).to.equal(undefined);
      }
    });
  }

  it("reports outputs and promises converted by inspect() of Node.js, and truncated error texts of Pulumi's SDKs", () => {
    const wrong = [
      inspect(output("Ada")).slice(0, 60),
      ...[Promise.resolve("A7"), new Promise(() => undefined), Promise.resolve({ code: 7 })].map(
        (one) => inspect(one),
      ),
      ...[output("x") as unknown as string].map((one) => `Your code: ${one}`.slice(0, 45)),
      ...Object.values(outputTexts)
        .slice(2, 5)
        .map((sentence) => sentence.slice(0, 24)),
    ];
    for (const text of wrong.flatMap((one) => [one, `tier${one}`])) {
      expect(textProblem(text), text).to.not.equal(undefined);
    }
  });

  it('reports no problem in ordinary texts that mention words such as "output" and "Promise"', () => {
    for (const text of [
      "",
      "Calling all gardeners: our output this spring",
      "Calling toString() twice is slow; call it on an object once",
      "How to calm an OutputStream",
      "The color is 0xc00011e070, in braces {0xc0}, {name}, {{0xname}} and %7B%7D",
      "50% off on an output of 20%",
      ...[
        "Calling __str__() on an object",
        "`Promise { <pending> }` and `Task`1[T]`",
        "A Promise {",
      ],
      ...["Implement __str__ and 'toString'", "let p = Promise { seal in", "100%! (sure) 5%!"],
      ...["The bound method, a coroutine object", "Pulumi.Output and Task<T>", "com.pulumi@acme"],
      ...[
        "myPromise { seal in",
        "let myPromise { Foo in",
        "A Promise { // comment",
        "Promise { Error thrown",
        "Promise { Optional(3) {",
        "myPromise {",
      ],
      ...[
        "com.pulumi.news@cafe.example",
        "com.pulumi.Team@acme.example",
        "com.pulumi.Sales@deals.example",
        "Write to com.pulumi.team@acme.example",
        "A Task`1[T]",
      ],
      ...["Recalling what our output was", "In the internal OutputStates", "xPulumi.Output"],
      "The object Promise, {object Object}, [Object: null prototype] {} and [object Array]",
    ]) {
      expect(textProblem(text), text).to.equal(undefined);
    }
  });

  it("finishes within the time limit if a long text has only near matches", () => {
    // CPU time, because a loaded machine takes longer without any fault.
    const start = process.cpuUsage();
    for (const part of 'calling |&|%25|&amp;|{0x|calling&#91;|[object |%5b|<code|<code>promise|href="|`promise `|Promise {|com.pulumi.|com.pulumi.A|Pulumi.Output|System.Threading.Tasks.A'.split(
      "|",
    )) {
      expect(textProblem(part.repeat(200_000))).to.equal(undefined);
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).to.be.below(5000);
  });
});

describe("the check for Pulumi outputs in an input's text", function () {
  const scratch = useScratch(this);

  it("reports each text with an output, and hides the text from the other checks", () => {
    const extra = { a: { b: python } };
    const given = { name: `canary ${python}`, ids: ["a", python], extra, n: 1 };
    const { findings, rest } = judgeOutputs(given);
    const found = { problem: ofOutput, name: "output-in-text", level: "error" };
    expect(findings).to.deep.equal(
      ["name", "ids[1]", "extra.a.b"].map((path) => ({ path, ...found })),
    );
    expect(rest).to.deep.equal({
      name: unknownValue,
      ids: ["a", unknownValue],
      extra: { a: { b: unknownValue } },
      n: 1,
    });
  });

  it("finds outputs in text assets and file assets", () => {
    const file = join(scratch(), "mail.html");
    writeFileSync(file, `<p>${python}</p>`);
    const paths = (html: object) => judgeOutputs({ html }).findings.map(({ path }) => path);
    expect(paths({ __pulumiAsset: true, text: python })).to.deep.equal(["html"]);
    expect(paths({ ...hashedContent("1f"), path: file })).to.deep.equal(["html"]);
    expect(paths({ ...hashedContent("1f"), path: `${file}.none` })).to.deep.equal([]);
  });
});
