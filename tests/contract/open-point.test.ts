import { expect } from "chai";
import { isPart, type Part, part, readDocument, resolve } from "../../contract/document";

/** Every object in a document, with its path. */
function everyPart(at: unknown, path: string): [string, Part][] {
  if (Array.isArray(at)) return at.flatMap((item, index) => everyPart(item, `${path}/${index}`));
  if (!isPart(at)) return [];
  const inner = Object.entries(at).flatMap(([key, value]) => everyPart(value, `${path}/${key}`));
  return [[path, at], ...inner];
}

describe("the contract's specifications", () => {
  const parts = (["specified", "extended"] as const).flatMap((source) =>
    everyPart(readDocument(source), source),
  );

  it("state what was chosen for each open point (x-unspecified) and how certain the choice is", () => {
    const faulty = parts
      .filter(([path]) => path.endsWith("/x-unspecified"))
      .filter(([, { open, chosen, grade }]) => {
        const isSaid = typeof open === "string" && typeof chosen === "string";
        return !isSaid || !["A", "B", "C", "D", "choice"].includes(String(grade));
      });
    expect(faulty).to.deep.equal([]);
  });

  it("allow unknown fields only in requests for campaigns and senders (without the extended specification)", () => {
    const schemas = part(part(readDocument("specified"), "components"), "schemas");
    const open = Object.keys(schemas).filter((name) => {
      const schema = resolve(schemas, name);
      return schema.type === "object" && schema.additionalProperties !== false;
    });
    expect(open).to.have.members([
      "CampaignCreate",
      "CampaignRules",
      "CampaignUpdate",
      "SenderCreate",
    ]);
  });

  it("state how certain each extended operation is (x-grade)", () => {
    const ungraded = parts.filter(
      ([path, value]) =>
        path.startsWith("extended/paths") && "operationId" in value && !("x-grade" in value),
    );
    expect(ungraded).to.deep.equal([]);
  });

  it("have a description of every named schema", () => {
    const silent = parts.filter(
      ([path, { description }]) =>
        /^\w+\/components\/schemas\/\w+$/.test(path) && typeof description !== "string",
    );
    expect(silent.map(([path]) => path)).to.deep.equal([]);
  });
});
