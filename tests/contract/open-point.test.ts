import { expect } from "chai";
import { isPart, type Part, part, readDocument, resolve } from "../../contract/document";

/** Every object in a document, with the path that leads to it. */
function everyPart(at: unknown, path: string): [string, Part][] {
  if (Array.isArray(at)) return at.flatMap((item, index) => everyPart(item, `${path}/${index}`));
  if (!isPart(at)) return [];
  const inner = Object.entries(at).flatMap(([key, value]) => everyPart(value, `${path}/${key}`));
  return [[path, at], ...inner];
}

/** Wire names that the specification gives by meaning only, and how sure each is. */
const wireNames = {
  "CampaignCreate/permission_reminder": "D",
  "CampaignCreate/mailing_preference": "C",
  "CampaignCreate/plain_text": "C",
  "CampaignCreate/segment_id": "A",
  "CampaignCreate/viewin_browser": "B",
  "CampaignUpdate/permission_reminder": "C",
  "CampaignUpdate/mailing_preference": "C",
  "CampaignUpdate/plain_text": "C",
  "CampaignUpdate/list_ids": "A",
  "CampaignUpdate/segment_id": "A",
  "CampaignUpdate/viewin_browser": "B",
  "SenderCreate/company_address": "D",
  "SenderCreate/city": "D",
  "SenderCreate/state": "D",
  "SenderCreate/postal_code": "D",
  "SenderCreate/country": "D",
};

describe("contract open points", () => {
  const parts = (["specified", "extended"] as const).flatMap((source) =>
    everyPart(readDocument(source), source),
  );

  it("say what is open, what was chosen and how sure it is", () => {
    const faulty = parts
      .filter(([path]) => path.endsWith("/x-unspecified"))
      .filter(([, { open, chosen, grade }]) => {
        const isSaid = typeof open === "string" && typeof chosen === "string";
        return !isSaid || !["A", "B", "C", "D", "choice"].includes(String(grade));
      });
    expect(faulty).to.deep.equal([]);
  });

  it("grade every wire name that the specification gives by meaning only", () => {
    const found = parts.flatMap(([path, { "x-meaning": meaning, "x-grade": grade }]) => {
      const name = /^specified\/components\/schemas\/(\w+)\/properties\/(\w+)$/.exec(path);
      return meaning === undefined || name === null ? [] : [[`${name[1]}/${name[2]}`, grade]];
    });
    expect(Object.fromEntries(found)).to.deep.equal(wireNames);
  });

  it("name the rules that no schema can express", () => {
    const rules = parts.flatMap(([path, { "x-rule": rule }]) => {
      const place = path.split("/").slice(1).join(" ");
      return typeof rule === "string" ? [`${place}: ${rule.trim()}`] : [];
    });
    expect(rules).to.have.members([
      "paths  contact property post: At most 100 properties can be created.",
      "paths  campaign {id} put: While the campaign is in sending status, list, segments, pause_rule and rules are locked. A scheduled date can be edited only after the campaign was paused.",
      "paths  senders post: The domain of sender_email must be added and verified in the account.",
      "paths  webhooks toggle {id} post responses 400: A status that is neither `0` nor `1` is answered with `Invalid status`.",
      "components schemas LocalTime: The day must exist in its month.",
      "components schemas EngagementSearch: Where both days are given, date_to must be on or after date_from.",
      "paths  contact property {id} delete: Fails while a web form uses the property.",
    ]);
  });

  it("let campaigns and senders carry fields under other names, and nothing else", () => {
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

  it("leave no operation of the extended document without a grade", () => {
    const ungraded = parts.filter(
      ([path, value]) =>
        path.startsWith("extended/paths") && "operationId" in value && !("x-grade" in value),
    );
    expect(ungraded).to.deep.equal([]);
  });

  it("describe every schema that has a name", () => {
    const silent = parts.filter(
      ([path, { description }]) =>
        /^\w+\/components\/schemas\/\w+$/.test(path) && typeof description !== "string",
    );
    expect(silent.map(([path]) => path)).to.deep.equal([]);
  });
});
