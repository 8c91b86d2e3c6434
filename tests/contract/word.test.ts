import { expect } from "chai";
import { isPart, type Part, part, readMerged } from "../../contract/document";

/** Every closed set of strings, by schema and field. */
const words = {
  "CampaignUpdate/reply_email": [""],
  ContactsOrder: ["first", "last"],
  DomainStatus: ["verified", "not_verified", "failed"],
  "DomainSearch/sort_field": ["created_at", "domain"],
  "DomainSearch/sort_order": ["asc", "desc"],
  "InboxPlacementSearch/domain": ["gmail", "yahoo", "outlook", "others"],
  "PropertyCreate/type": ["text", "number", "date", "textarea"],
  "SenderSearch/sort_field": ["sender_email", "sender_name", "created_date"],
  "SenderSearch/sort_order": ["asc", "ASC", "desc", "DESC"],
  "SenderAdded/status": ["verified"],
  "WebhookToggle/status": ["0", "1"],
  "AuthorizationFailed/field": [""],
  "AuthorizationFailed/message": ["Authorization failed"],
  "NotFoundErrors/field": ["id"],
  "NotFoundErrors/message": ["Record not found with the given Id"],
  "NotFoundText/error": ["Record not found with the given Id"],
  "RateExceeded/message": ["Too Many Requests"],
  "PropertySearch/type": ["default", "custom"],
  "ListSearch/sort_order": ["asc", "desc"],
  "CampaignSearch/sort_order": ["asc", "desc"],
  "WebhookSearch/sort_field": ["name"],
  "WebhookSearch/sort_order": ["asc", "desc"],
};

/** The closed sets in a schema. Each is named after the schema and the innermost field. */
function closedSets(schema: unknown, name: string): [string, unknown][] {
  if (Array.isArray(schema)) return schema.flatMap((item) => closedSets(item, name));
  if (!isPart(schema)) return [];
  const here: [string, unknown][] =
    "enum" in schema ? [[name, schema.enum]] : "const" in schema ? [[name, [schema.const]]] : [];
  const { properties, ...rest } = schema as { properties?: Part };
  const root = name.replace(/\/.*/, "");
  const fields = Object.entries(properties ?? {}).flatMap(([field, inner]) =>
    closedSets(inner, `${root}/${field}`),
  );
  return [...here, ...fields, ...Object.values(rest).flatMap((inner) => closedSets(inner, name))];
}

describe("the allowed values of a contract field", () => {
  it("are a closed set if the specification lists the values, and free text otherwise", () => {
    const schemas = part(part(readMerged(), "components"), "schemas");
    const found = Object.entries(schemas).flatMap(([name, schema]) => closedSets(schema, name));
    expect(Object.fromEntries(found)).to.deep.equal(words);
  });
});
