import { expect } from "chai";
import { errorObject, useEmulator } from "./caller";

const age = { name: "Age group", description: "How old", type: "number" };

describe("the emulator's createContactProperty", function () {
  const { emulator, post } = useEmulator(this);

  it("creates a custom property of the contacts", async () => {
    expect(await post("/contact/property", age)).to.deep.equal({
      status: 201,
      body: { id: "property-2" },
    });
    expect(emulator().snapshot().properties.at(-1)).to.deep.equal({
      id: "property-2",
      ...age,
      used_in_form: false,
    });
  });

  it("refuses the name of another property, ignoring case", async () => {
    expect(await post("/contact/property", { ...age, name: "PLAN" })).to.deep.equal(
      errorObject("name", "A custom property with this name exists already"),
    );
  });

  it("accepts the hundredth property and refuses the next property, even if the requests are concurrent", async () => {
    const names = Array.from({ length: 110 }, (_, at) => `property ${at}`);
    const answers = await Promise.all(
      names.map((name) => post("/contact/property", { name, type: "text" })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(99);
    expect(answers.filter(({ status }) => status === 400)[0]).to.deep.equal(
      errorObject("name", "At most 100 custom properties can be created"),
    );
  });
});

describe("the emulator's searchContactProperties", function () {
  const { found, post } = useEmulator(this);

  it("returns a property's label, machine key, and type with a capital letter", async () => {
    await post("/contact/property", age);
    const query = { page: 1, limit: 10, search: "age", type: "custom" };
    expect(await post("/contact/property/search", query)).to.deep.equal({
      status: 200,
      body: {
        data: [
          {
            id: "property-2",
            field_name: "Age group",
            field_value: "age_group",
            field_type: "Number",
            is_default: false,
          },
        ],
        count: 1,
      },
    });
  });

  it("returns only the service's own properties, or only custom properties, if the request names a type", async () => {
    const search = async (query: object) =>
      (await found("/contact/property/search", query)).map((row) => row.field_value);
    expect(await search({ type: "default" })).to.include.members(["email", "first_name"]);
    expect(await search({ type: "default" })).not.to.include("plan");
    expect(await search({ type: "custom" })).to.deep.equal(["plan"]);
    expect(await search({})).to.include.members(["email", "plan"]);
  });
});

describe("the emulator's updateContactProperty", function () {
  const { emulator, call, post } = useEmulator(this);

  it("changes the label, but not the machine key, if the name changes", async () => {
    expect(await call("PATCH", "/contact/property/property-1", { name: "Tariff" })).to.deep.equal({
      status: 200,
      body: { message: "Property updated successfully" },
    });
    expect(emulator().snapshot().properties[0]).to.deep.include({ name: "Tariff", key: "plan" });
  });

  it("refuses the name of another property, and accepts the property's own name", async () => {
    await post("/contact/property", age);
    expect(await call("PATCH", "/contact/property/property-2", { name: "Plan" })).to.deep.equal(
      errorObject("name", "A custom property with this name exists already"),
    );
    const own = await call("PATCH", "/contact/property/property-1", { name: "Plan" });
    expect(own.status).to.equal(200);
  });
});

describe("the emulator's deleteContactProperty", function () {
  const { emulator, call } = useEmulator(this);

  it("removes the property's value from a contact, even if the property was renamed", async () => {
    await call("PATCH", "/contact/property/property-1", { name: "Tariff" });
    expect(await call("DELETE", "/contact/property/property-1")).to.deep.equal({
      status: 200,
      body: { message: "Property deleted successfully" },
    });
    expect(emulator().snapshot().contacts[0]?.custom_fields).to.deep.equal({});
    expect(emulator().snapshot().properties).to.deep.equal([]);
    expect((await call("DELETE", "/contact/property/property-1")).status).to.equal(404);
  });
});
