import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { repository } from "./pages";

const provider = join(repository, "provider");
const architecture = readFileSync(join(repository, "docs/dev/architecture.md"), "utf8");

interface Side {
  readonly path?: string;
  readonly pathNot?: string;
  readonly circular?: boolean;
  readonly dependencyTypesNot?: readonly string[];
}

interface Rule {
  readonly name: string;
  readonly from: Side;
  readonly to: Side;
}

const { forbidden } = require("../../.dependency-cruiser.cjs") as { forbidden: readonly Rule[] };

/** A file of a room; an entry is a file itself. */
function fileIn(room: string): string {
  const path = room.replace(/^nouns\/$/, "nouns/<noun>/").replace("<noun>", "sender");
  return `provider/${path.endsWith("/") ? `${path}resource.ts` : path}`;
}

/** Whether the rules let one file import another one. */
function isAllowed(from: string, to: string): boolean {
  return !forbidden.some((rule) => {
    const isOfPaths = rule.to.path !== undefined && rule.to.dependencyTypesNot === undefined;
    const matched = new RegExp(rule.from.path ?? "").exec(from);
    if (!isOfPaths || !matched || isMatch(rule.from.pathNot, from, matched)) return false;
    return isMatch(rule.to.path, to, matched) && !isMatch(rule.to.pathNot, to, matched);
  });
}

/** `$1` in a rule stands for what its other side matched. */
function isMatch(pattern: string | undefined, path: string, matched: RegExpExecArray): boolean {
  if (pattern === undefined) return false;
  const filled = pattern.replace(/\$(\d)/g, (_, group: string) => matched[Number(group)] ?? "");
  return new RegExp(filled).test(path);
}

/** The table of the page: what each room may import without what is below that. */
function rooms(): Map<string, string[]> {
  const rows = architecture.matchAll(/^\| `([^`]+)` +\|[^|]+\|([^|]*)\|$/gm);
  return new Map(
    [...rows].map(([, room = "", imports = ""]) => [
      room,
      [...imports.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    ]),
  );
}

function withAllBelow(room: string, table: Map<string, string[]>): Set<string> {
  const below = (table.get(room) ?? []).flatMap((one) => [one, ...withAllBelow(one, table)]);
  return new Set(below);
}

describe("the table of rooms in docs/dev/architecture.md", () => {
  const table = rooms();

  it("names every folder and every entry of provider/", () => {
    const isSource = /^(?!dist|bin|node_modules)[a-z-]+$/;
    const folders = readdirSync(provider, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isSource.test(entry.name))
      .map(({ name }) => `${name}/`);
    expect([...table.keys()]).to.have.members([
      ...folders,
      "nouns/<noun>/program.ts",
      "provider.ts",
      "index.ts",
      "dynamic.ts",
    ]);
  });

  it("says of any two rooms what the rules say", () => {
    const wrong: string[] = [];
    for (const from of table.keys()) {
      const below = withAllBelow(from, table);
      for (const to of table.keys()) {
        if (from === to) continue;
        const isSaid = below.has(to);
        if (isAllowed(fileIn(from), fileIn(to)) !== isSaid) {
          wrong.push(`${from} -> ${to}: the page says ${isSaid ? "yes" : "no"}`);
        }
      }
    }
    expect(wrong).to.deep.equal([]);
  });
});

describe("the lifecycle of a kind", () => {
  /** The members of an interface, each at the start of a line. */
  function membersOf(file: string, name: string): string[] {
    const text = readFileSync(join(provider, "lifecycle", file), "utf8");
    const [, body = ""] =
      new RegExp(`^(?:export )?interface ${name}\\b.*\\{\\n([^]*?)^\\}`, "m").exec(text) ?? [];
    return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, member = ""]) => member);
  }

  it("has as many members as docs/dev/architecture.md says at most, its outputs and the parts of a question among them", () => {
    const [, most] = /what differs between kinds, (\d+) members at most/.exec(architecture) ?? [];
    const question = membersOf("question.ts", "Question");
    expect(question).to.deep.equal(["when", "about", "ask"]);
    const own = membersOf("lifecycle.ts", "Members");
    expect(own).to.include.members(["kind", "create", "list"]);
    expect([...own, "outputs", ...question]).to.have.length.at.most(Number(most));
  });
});
