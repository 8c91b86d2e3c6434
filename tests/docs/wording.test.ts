import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";
import { repository } from "./pages";

/** The words that the prose linter refuses in documents, each with the one to use. */
const { rules } = JSON.parse(readFileSync(join(repository, ".textlintrc.json"), "utf8")) as {
  readonly rules: { readonly terminology: { readonly terms: readonly (string | string[])[] } };
};
const terms = rules.terminology.terms.filter((term) => typeof term !== "string");

/** The texts of a file that may be a sentence: those of at least four words. */
function sentencesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join("..."),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => (text.match(/[a-z]{2,}/gi) ?? []).length >= 4);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/^(dist|node_modules)[\\/]/.test(name))
    .map((name) => join(repository, folder, name));
}

/** The refused words of a text. */
function refusedIn(text: string): string[] {
  return terms.flatMap(([pattern = ""]) => new RegExp(pattern, "i").exec(text)?.[0] ?? []);
}

describe("the messages of the packages", () => {
  it("use no word that the prose linter refuses in documents", () => {
    const sentences = ["provider", "emulator", "mail"].flatMap(sourcesIn).flatMap(sentencesIn);
    expect(sentences).to.have.length.of.at.least(500);
    expect(sentences.filter((text) => refusedIn(text).length > 0)).to.deep.equal([]);
  });

  it("would be found with one", () => {
    expect(refusedIn("the service told nobody what the service's web page shows")).to.deep.equal([
      "service's web page",
      "told",
      "nobody",
    ]);
  });
});
