import { join } from "node:path";
import { expect } from "chai";
import { runCommand } from "../../../tools/engine/command";

const content = join(__dirname, "../../../provider/dist/nouns/campaign/content.js");

/** Says what is loaded of the data of email clients. */
const hook = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`
import { writeSync } from "node:fs";
export async function resolve(specifier, context, next) {
  if (specifier === "caniemail") writeSync(2, "loaded " + specifier);
  return next(specifier, context);
}\`));`;

/** What a process loads that judges a mail as a preview does. */
async function loadedFor(clients: readonly string[] | undefined) {
  const html = "<p>Hi</p><video></video>";
  const script = `const { contentQuestions, checkMailClients } = require(${JSON.stringify(content)});
const html = ${JSON.stringify(html)};
Promise.all(contentQuestions.map(({ ask }) => ask({ html, plainText: "Hi" }, {})))
  .then(() => checkMailClients(html, ${JSON.stringify(clients)}))
  .then((found) => console.log(found.map(({ name }) => name).join()));`;
  const imported = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stdout, stderr } = await runCommand(process.execPath, [
    "--import",
    imported,
    "--eval",
    script,
  ]);
  return { said: stdout.trim(), loaded: stderr };
}

describe("the advice of the setting mailClients", () => {
  it("loads nothing where the setting names no client, and the data where it does", async () => {
    expect(await loadedFor(undefined)).to.deep.equal({ said: "", loaded: "" });
    expect(await loadedFor(["outlook.windows"])).to.deep.equal({
      said: "client-unsupported",
      loaded: "loaded caniemail",
    });
  });
});
