import { expect } from "chai";
import type { ProgramResource } from "../../../provider/account/program-record";
import type { ContactPropertyRow } from "../../../provider/api/collections";
import type { Program } from "../../../provider/lifecycle/lifecycle";
import { isAlike } from "../../../provider/plain/text";
import { unknownValue } from "../../../provider/plain/value";
import {
  type CustomPropertyProps,
  customPropertyPreflight,
} from "../../../provider/resources/custom-property/props";

const rows = Array.from({ length: 100 }, (_, n) => ({
  ...{ id: `p-${n}`, field_name: `Prop no ${n}`, field_value: `prop_no_${n}` },
  ...{ field_type: "text" as const, is_default: false },
})) satisfies ContactPropertyRow[];

const properties = {
  all: async () => rows,
  byId: async (id: string) => rows.find((row) => row.id === id),
  byKey: async (key: string, fits: (row: ContactPropertyRow) => boolean = () => true) =>
    rows.find((row) => isAlike(row.field_name, key) && fits(row)),
};

type More = { readonly keeps?: readonly string[] } & Partial<CustomPropertyProps>;

/** The findings about a property in an account with 100 properties. */
async function findings(
  name: string,
  { keeps, ...more }: More = {},
  others: readonly ProgramResource[] = [],
) {
  const props = { name, type: "text", ...more };
  const own = { name: "it", given: {}, isChanged: true, order: 0, props };
  const account = { settings: { isExtended: true }, properties };
  const resources = async () => [own, ...others];
  const program = { account, own, props, keeps, old: {}, resources, others: async () => others };
  const answers = customPropertyPreflight.map(async (check) =>
    "atEnd" in check ? check.atEnd(program as unknown as Program<CustomPropertyProps>) : [],
  );
  return (await Promise.all(answers)).flat();
}

const found = async (name: string, more?: More, others?: readonly ProgramResource[]) =>
  (await findings(name, more, others)).map(({ name: of }) => of);

describe("the preview of a new custom property in an account with 100 properties", () => {
  it("reports property-cap if the property would be the 101st", async () => {
    expect(await found("size")).to.deep.equal(["property-cap"]);
  });

  it("reports only property-exists if the name is a property's label or machine key", async () => {
    expect(await found("Prop no 7")).to.deep.equal(["property-exists"]);
    expect(await found("prop_no_7")).to.deep.equal(["property-exists"]);
  });
});

describe("the preview of an adopted custom property", () => {
  it("announces the adoption, and also a rename if the property in existingId has another name", async () => {
    const problems = async (name: string) =>
      (await findings(name, { existingId: "p-7" })).map(({ problem }) => problem);
    expect(await problems("size")).to.deep.equal([
      'the custom property "Prop no 7" (p-7) will be adopted, and renamed to "size".',
    ]);
    expect(await problems(unknownValue)).to.deep.equal([
      'the custom property "Prop no 7" (p-7) will be adopted, and renamed if the declared name is another one.',
    ]);
    expect(await problems("prop no 7")).to.deep.equal([
      "a custom property with this name already exists and will be adopted.",
    ]);
  });
});

describe("the preview of two custom properties with the same existingId", () => {
  const other = (id: string) => ({
    ...{ kind: "CustomProperty", name: "other", order: 0, isChanged: false, id },
    props: { name: "Prop no 3", type: "text", existingId: "p-7" },
  });

  it("reports property-duplicate if the older resource has the id in existingId", async () => {
    expect(await found("size", { existingId: "p-7" }, [other("p-7")])).to.deep.equal([
      "property-duplicate",
      "property-exists",
    ]);
  });

  it("reports no property-duplicate if the older resource has another id", async () => {
    const names = await found("size", { existingId: "p-7" }, [other("p-3")]);
    expect(names).to.deep.equal(["property-exists"]);
  });
});

describe("the preview of a custom property whose type changes", () => {
  const onDestroy = "delete";

  it("reports no conflict if the old property is deleted before the new one is created", async () => {
    const keeps = ["name", "onDestroy"];
    expect(await found("Prop no 7", { type: "date", onDestroy, keeps })).to.deep.equal([]);
  });

  it("reports a conflict if the old property isn't deleted before the new one is created", async () => {
    for (const keeps of [[], ["name"], undefined]) {
      const names = await found("Prop no 7", { type: "date", onDestroy, ...(keeps && { keeps }) });
      expect(names, keeps?.join()).to.deep.equal(["property-conflict"]);
    }
  });

  it('reports a conflict if onDestroy is "leave" or existingId is set', async () => {
    const keeps = ["name", "onDestroy", "existingId"];
    for (const more of [{ onDestroy: "leave" }, { onDestroy, existingId: "p-7" }] as const) {
      const names = await found("Prop no 7", { type: "date", keeps, ...more });
      expect(names, JSON.stringify(more)).to.deep.equal(["property-conflict"]);
    }
  });
});
