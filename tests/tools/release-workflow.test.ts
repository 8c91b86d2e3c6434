import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";

interface Workflow {
  readonly jobs: {
    readonly release: { readonly outputs: Readonly<Record<string, string>> };
    readonly plugin: { readonly needs: string; readonly if: string };
  };
}

const path = join(__dirname, "..", "..", ".github", "workflows", "release.yml");
const { release, plugin } = (parse(readFileSync(path, "utf8")) as Workflow).jobs;

/** Whether the job that publishes the plugin runs where changesets/action has these outputs. */
function isPublished(changesets: Readonly<Record<string, string>>): unknown {
  const outputs = Object.entries(release.outputs).map(([name, value]) => {
    const [, output = ""] = /^\$\{\{ steps\.changesets\.outputs\.(\w+) \}\}$/.exec(value) ?? [];
    return [name, changesets[output] ?? ""];
  });
  const contains = (text: string, part: string) => text.includes(part);
  // What the condition is made of means the same in a workflow and in JavaScript.
  return new Function("needs", "contains", `return ${plugin.if}`)(
    { release: { outputs: Object.fromEntries(outputs) } },
    contains,
  );
}

const published = (...names: readonly string[]) => ({
  published: String(names.length > 0),
  publishedPackages: JSON.stringify(names.map((name) => ({ name, version: "1.2.3" }))),
});

describe("the release workflow", () => {
  it("publishes the plugin with its package only", () => {
    expect(isPublished(published("pulumi-email-marketing"))).to.equal(true);
    expect(isPublished(published("email-marketing-emulator", "pulumi-email-marketing"))).to.equal(
      true,
    );
    expect(isPublished(published("email-marketing-emulator"))).to.equal(false);
    expect(isPublished(published("pulumi-email-marketing-other"))).to.equal(false);
    expect(isPublished(published())).to.equal(false);
    expect(isPublished({})).to.equal(false);
  });
});
