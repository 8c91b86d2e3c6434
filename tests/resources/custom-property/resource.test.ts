import { expect } from "chai";
import { unknownValue } from "../../../provider/plain/value";
import { useSkippedWaits } from "../../support/clock";
import { failure, rejection } from "../../support/rejection";
import { extended, type Resource, useResource } from "../../support/resource";

const search = "POST /contact/property/search";
const plan = { name: "Plan", type: "number" };
const state = { ...plan, account: "loopback" };
const size = { name: "size", type: "text" };
const seed = {
  properties: [
    { id: "loyalty", name: "Loyalty level", type: "text", key: "loyalty_level" },
    { id: "plan-7", name: "Plan", type: "number" },
  ],
  contacts: [{ id: "contact-1", email: "ada@example.com", custom_fields: { plan: "7" } }],
};

describe("CustomProperty", function () {
  useSkippedWaits(this);
  const { emulator, resource, newRun, requests, warnings } = useResource(
    this,
    "CustomProperty",
    extended,
  );
  let property: Resource;
  const writes = () => requests().filter((one) => !one.endsWith("/search"));
  const rows = () =>
    emulator()
      .snapshot()
      .properties.map(({ id, name, type }) => [id, name, type]);

  beforeEach("has two properties", () => {
    emulator().seed(seed);
    requests();
    property = resource();
  });

  describe("with the setting operations=specified", () => {
    const specifically = () => newRun({ operations: "specified" });

    it("sends no request after the create, even if the resource is deleted", async () => {
      const specified = specifically();
      const props = { name: "size", type: "text", onDestroy: "leave", adopt: false };
      const { id, outs } = await specified.create(props);
      expect((await specified.read(id, outs)).props).to.deep.equal(outs);
      await specified.update(id, outs, { ...props, existingId: "other" });
      await specified.delete(id, outs);
      await specified.delete(id, { ...outs, onDestroy: "delete" });
      expect(requests()).to.deep.equal(["POST /contact/property"]);
    });

    it("sends the fields in extraFields.create with the create", async () => {
      const extraFields = { create: { description: "Worn" } };
      await specifically().create({ ...size, extraFields });
      expect(emulator().snapshot().properties[2]).to.deep.include({ ...size, description: "Worn" });
    });

    it("advises to set existingId if the account already has a property with the declared name", async () => {
      expect(await rejection(specifically().create(plan))).to.equal(
        'CustomProperty "Plan": the service replied "name: A custom property with this name exists already" (400, POST /contact/property). ' +
          "To adopt the existing property, set existingId to its id, which the service's web app shows, or run: " +
          "pulumi config set emailmarketing:operations extended (finds it by its name, if the service supports the " +
          "extended operations). Then run: pulumi up [validation]",
      );
    });

    it("fails the check if an input requires operations=extended", async () => {
      const props = { name: "size", type: "text", onDestroy: "delete", adopt: true };
      expect(await specifically().faults(props)).to.deep.equal([
        'adopt: true requires emailmarketing:operations "extended". Run: pulumi config set emailmarketing:operations extended [validation adopt]',
        'onDestroy: "delete" requires emailmarketing:operations "extended". Run: pulumi config set emailmarketing:operations extended [validation onDestroy]',
      ]);
    });

    it("is replaced without deleteBeforeReplace if the name changes", async () => {
      const old = { name: "size", type: "text", account: "loopback" };
      const diff = await specifically().diff("property-9", old, { ...old, name: "sizes" });
      expect(diff).to.deep.equal({ replaces: ["name"] });
    });
  });

  describe("with the setting operations=extended", () => {
    it("adopts an existing property unchanged if the names differ only in case", async () => {
      expect((await property.create({ ...plan, name: "PLAN" })).id).to.equal("plan-7");
      expect(requests()).to.deep.equal([search]);
    });

    it("adopts an existing property unchanged if the property's machine key is the declared name", async () => {
      const { id, outs } = await property.create({ name: "loyalty_level", type: "text" });
      expect(id).to.equal("loyalty");
      expect(outs).to.deep.equal({ name: "loyalty_level", type: "text", account: "loopback" });
      expect(await newRun().read(id, outs)).to.deep.equal({ id, props: outs });
      expect(writes()).to.deep.equal([]);
    });

    it("sends the declared description to an adopted property", async () => {
      await property.create({ ...plan, description: "What was bought" });
      expect(requests()).to.deep.equal([search, "PATCH /contact/property/plan-7"]);
      expect(emulator().snapshot().properties[1]?.description).to.equal("What was bought");
    });

    for (const [why, props, problem, tag] of [
      [
        "the types differ",
        { name: "plan", type: "text" },
        'a custom property with this name already exists, and its type "number" can\'t be changed. Declare that type, or use another name.',
        "[property-conflict type]",
      ],
      [
        "the property in existingId has another type",
        { name: "Level", type: "date", existingId: "loyalty" },
        'the custom property with the id "loyalty" has the type "text", which can\'t be changed. Declare that type, or use another existingId.',
        "[property-conflict type]",
      ],
      [
        "adopt is false",
        { name: "plan", type: "number", adopt: false },
        "a custom property with this name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name.",
        "[property-conflict adopt]",
      ],
      [
        "the account has no property with the id in existingId",
        { name: "None", type: "text", existingId: "nowhere" },
        'existingId: the account has no custom property with the id "nowhere". Use the id of an existing one.',
        "[property-conflict existingId]",
      ],
      [
        "a property other than the one in existingId has the name",
        { name: "PLAN", type: "text", existingId: "loyalty" },
        'name: another custom property in the account is named "Plan". Use another name; if another CustomProperty in this program gives it up in this update, use dependsOn so that it comes first.',
        "[property-conflict name]",
      ],
    ] as const) {
      it(`refuses to adopt a property if ${why}`, async () => {
        expect(await rejection(property.create(props))).to.equal(
          `CustomProperty "${props.name}": ${problem} Nothing was sent. ${tag}`,
        );
        expect(writes()).to.deep.equal([]);
      });
    }

    it("adopts the property with the id in existingId, and renames the property if the names differ", async () => {
      const { id } = await property.create({ name: "Level", type: "text", existingId: "loyalty" });
      expect(id).to.equal("loyalty");
      expect(rows()[0]).to.deep.equal(["loyalty", "Level", "text"]);
    });

    it("refuses to adopt a property that another resource of the run has adopted", async () => {
      await property.create({ ...plan, name: "plan" });
      expect(await rejection(property.create(plan))).to.equal(
        'CustomProperty "Plan": another resource in this program manages the same custom property. Declare it only once. Nothing was sent. [property-duplicate]',
      );
    });

    it("gets another property's old name only if an update has renamed that property", async () => {
      const held = { ...state, name: "plan" };
      const renamed = { ...plan, name: "tier" };
      const process = newRun();
      await process.diff("plan-7", held, renamed);
      expect(await rejection(process.create(plan))).to.include(
        "Run pulumi up again: if another pipeline has just created a property of this name, it is found then. If another CustomProperty in this program gives up the name in this update, use dependsOn so that it comes first.",
      );
      await process.update("plan-7", held, renamed);
      expect((await process.create({ ...plan, name: "plan" })).id).to.equal("property-1");
      expect(rows().map(([id, name]) => `${id} ${name}`)).to.include.members([
        "plan-7 tier",
        "property-1 plan",
      ]);
    });

    it("gets no advice about the name if the service refuses another field as already in use", async () => {
      const body = { error: "The description is already in use" };
      emulator().faults([
        {
          method: "PATCH",
          path: "/contact/property/{id}",
          times: 1,
          kind: "status",
          status: 400,
          body,
        },
      ]);
      const described = { ...plan, description: "What was bought" };
      expect(await rejection(property.update("plan-7", state, described))).to.equal(
        'CustomProperty "Plan": the service replied "The description is already in use" (400, PATCH /contact/property/{id}). [validation]',
      );
    });

    it("takes another property's name by existingId only if an update has renamed that property", async () => {
      emulator().patch("properties", "plan-7", { name: "plan" });
      const held = { ...state, name: "plan" };
      const process = newRun();
      await process.diff("plan-7", held, { ...plan, name: "tier" });
      const adopting = { name: "plan", type: "text", existingId: "loyalty" };
      expect(await rejection(process.create(adopting))).to.include("Run pulumi up again: ");
      await process.update("plan-7", held, { ...plan, name: "tier" });
      expect((await newRun().create(adopting)).id).to.equal("loyalty");
    });

    it("is created if the declared name is only the machine key of another resource's property", async () => {
      emulator().patch("properties", "plan-7", { name: "Tier", key: "plan" });
      const process = newRun();
      await process.diff("plan-7", { ...state, name: "Tier" }, { ...plan, name: "Tier" });
      expect((await process.create({ name: "plan", type: "text" })).id).to.equal("property-1");
    });

    it("sends one search and one POST request if the property is new", async () => {
      const { id, outs } = await property.create(size);
      expect(id).to.equal("property-1");
      const change = { name: "shoe size", type: "text", description: "European" };
      await property.update(id, outs, change);
      expect(requests()).to.deep.equal([
        search,
        "POST /contact/property",
        "PATCH /contact/property/property-1",
      ]);
      expect(rows()[2]).to.deep.equal(["property-1", "shoe size", "text"]);
      await property.update(id, change, { ...change, adopt: false, onDestroy: "delete" });
      expect(requests()).to.deep.equal([]);
    });

    it("warns in the preview of a change if the property was deleted in the web app", async () => {
      const { id, outs } = await property.create(size);
      const changed = { ...size, description: "European" };
      await property.diff(id, outs, changed);
      expect(warnings()).to.deep.equal([]);
      emulator().remove("properties", id);
      property = newRun();
      for (const more of [{ adopt: false }, { name: "sizes" }, { description: "European" }]) {
        await property.diff(id, outs, { ...size, ...more });
      }
      const gone = `the account has no custom property with the id "${id}", so the update will fail. If it was deleted in the service's web app, run: pulumi refresh, which removes it from the state, then: pulumi up, which creates it again. [property-conflict]`;
      expect(warnings()).to.deep.equal([
        `CustomProperty "sizes": ${gone}`,
        `CustomProperty "size": ${gone}`,
      ]);
      expect(await rejection(property.update(id, outs, changed))).to.equal(
        'CustomProperty "size": the service replied "id: Record not found with the given Id" (404, PATCH /contact/property/{id}). If it was deleted in the service\'s web app, run: pulumi refresh, which removes it from the state, then: pulumi up, which creates it again. [not-found]',
      );
    });

    it("refuses an empty description, and leaves an absent description out of requests", async () => {
      const { id, outs } = await property.create(size);
      await property.update(id, outs, { ...size, name: "sizes" });
      const written = emulator()
        .requests()
        .filter(({ method, path }) => method !== "GET" && !path.endsWith("/search"));
      expect(written.map(({ fields }) => fields)).to.deep.equal([["name", "type"], ["name"]]);
      expect(await property.faults({ ...size, description: "" })).to.deep.equal([
        "description: must be 3 to 500 characters long (got 0) [validation description]",
      ]);
      const worn = { ...size, description: "Worn", account: "loopback" };
      expect(await property.faults(size, worn)).to.have.length(1);
    });

    it("is created with another type even if the delete of the old property got no response", async () => {
      const { id, outs } = await property.create(size);
      emulator().faults([
        { method: "DELETE", path: "/contact/property/{id}", times: 1, kind: "reset-after" },
      ]);
      const next = newRun();
      await next.read(id, outs);
      await next.delete(id, { ...outs, onDestroy: "delete" });
      await next.create({ ...size, type: "number" });
      expect(rows().at(-1)?.slice(1)).to.deep.equal(["size", "number"]);
    });

    it("keeps an adopted property in the state if the request for the new description fails", async () => {
      emulator().faults([
        { path: "/contact/property/{id}", method: "PATCH", times: 1, kind: "status", status: 400 },
      ]);
      const bought = { name: "plan", description: "What was bought" };
      const props = { ...plan, ...bought };
      const initFailure = { id: "plan-7", properties: state };
      expect(await failure(property.create(props))).to.deep.include(initFailure);
      await newRun().update("plan-7", plan, props);
      expect(emulator().snapshot().properties[1]).to.deep.include(bought);
    });

    it("shows a rename in the service as drift, and is removed from the state after a deletion in the service", async () => {
      emulator().patch("properties", "plan-7", { name: "Contract", key: "plan" });
      const renamed = await newRun().read("plan-7", state);
      expect(renamed.inputs).to.deep.equal({ name: "Contract", type: "number" });
      emulator().remove("properties", "plan-7");
      requests();
      expect(await newRun().read("plan-7", state)).to.deep.equal({});
      // A search for all properties, and one for this property 5 seconds later.
      expect(requests()).to.deep.equal([search, search]);
    });

    it('is deleted only if onDestroy is "delete"', async () => {
      await property.delete("plan-7", state);
      expect(requests()).to.deep.equal([]);
      await property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect(requests()).to.deep.equal([search, "DELETE /contact/property/plan-7"]);
      expect(emulator().snapshot().contacts[0]?.custom_fields).to.deep.equal({});
      await property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect(requests()).to.deep.equal([]);
    });

    it("warns about a new name that an earlier step of the run has given to another property", async () => {
      const process = newRun();
      await process.update("plan-7", state, { ...plan, name: "tier" });
      const loyalty = { name: "Loyalty level", type: "text" };
      await process.diff(
        "loyalty",
        { ...loyalty, ...{ account: "loopback" } },
        { ...loyalty, name: "tier" },
      );
      expect(warnings().join()).to.include("[property-conflict name]");
    });

    it("is deleted even if the program's last diff has an unknown input, as if a dependency is deleted first", async () => {
      const held = { ...state, onDestroy: "delete" };
      const process = newRun();
      await process.diff("plan-7", held, { ...held, description: unknownValue });
      await process.delete("plan-7", held);
      expect(rows().map(([id]) => id)).to.deep.equal(["loyalty"]);
    });

    it("is deleted after a single search if several properties are deleted at once", async () => {
      const loyalty = { name: "Loyalty level", type: "text", onDestroy: "delete" };
      await Promise.all([
        property.delete("plan-7", { ...state, onDestroy: "delete" }),
        property.delete("loyalty", { ...loyalty, account: "loopback" }),
      ]);
      expect(requests()).to.have.members([
        search,
        "DELETE /contact/property/plan-7",
        "DELETE /contact/property/loyalty",
      ]);
    });

    it("is deleted if the declared name is the property's label or machine key, ignoring case", async () => {
      for (const [name, row] of [
        ["Plan", { name: " PLAN " }],
        ["plan_a", { name: "Plan A", key: "plan_a" }],
      ] as const) {
        emulator().reset();
        emulator().seed(seed);
        emulator().patch("properties", "plan-7", row);
        await newRun().delete("plan-7", { ...state, name, onDestroy: "delete" });
        expect(rows(), name).to.have.length(1);
      }
    });

    it("warns and deletes no property if somebody has renamed the property", async () => {
      for (const row of [
        { name: "Birthday" },
        { name: "Birthday", key: "plan" },
        { name: "Plans" },
      ]) {
        emulator().patch("properties", "plan-7", row);
        newRun();
        requests();
        await resource().delete("plan-7", { ...state, onDestroy: "delete" });
        expect(requests()).to.deep.equal([search]);
        expect(emulator().snapshot().contacts[0]?.custom_fields).to.deep.equal({ plan: "7" });
      }
      expect(warnings()).to.deep.equal([
        'CustomProperty "Plan" was removed from the Pulumi state, and nothing was deleted: the custom property with the id "plan-7" has the name "Birthday" by now. If it is the one to delete, delete it in the service\'s web app.',
        'CustomProperty "Plan" was removed from the Pulumi state, and nothing was deleted: the custom property with the id "plan-7" has the name "Plans" by now. If it is the one to delete, delete it in the service\'s web app.',
      ]);
    });

    it("sends no DELETE request if the account no longer has the property", async () => {
      emulator().remove("properties", "plan-7");
      await property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect(requests()).to.deep.equal([search, search]);
    });

    it("fails the delete if the search for the property fails or is incomplete", async () => {
      for (const fault of [
        { kind: "status", status: 400 },
        { kind: "bad-json" },
        { kind: "wrong-total", total: 9 },
      ] as const) {
        emulator().faults([{ path: "/contact/property/search", times: 9, ...fault }]);
        const deleted = newRun().delete("loyalty-2", {
          ...state,
          name: "Size",
          onDestroy: "delete",
        });
        expect(await rejection(deleted)).to.match(/^CustomProperty "Size": /);
        emulator().faults([]);
        expect(requests().filter((one) => one.startsWith("DELETE"))).to.deep.equal([]);
      }
    });

    it("keeps the property in the service if another resource has adopted the property", async () => {
      await property.create({ ...plan, name: "plan" });
      await property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect(requests()).to.deep.equal([search]);
      expect(emulator().snapshot().contacts[0]?.custom_fields).to.deep.equal({ plan: "7" });
    });

    it("fails the delete if a web form uses the property", async () => {
      emulator().patch("properties", "plan-7", { used_in_form: true });
      const deleted = property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect(await rejection(deleted)).to.equal(
        'CustomProperty "Plan": the service replied "id: A web form uses the property" (400, DELETE /contact/property/{id}). A web form in the account uses the property. Remove it from the form in the service\'s web app, or set onDestroy: "leave" and run pulumi up before you delete the resource. [validation]',
      );
    });

    it('accepts another type only if the old state has onDestroy="delete"', async () => {
      const now = { ...plan, type: "text", onDestroy: "delete" };
      expect(await property.faults(now, state)).to.deep.equal([
        'type: can\'t be changed after creation: the service has no operation for it. Restore the old value, add the input to ignoreChanges, or declare a property with another name. To replace the property AND DELETE ITS STORED VALUES, set onDestroy: "delete", run pulumi up, then change the type. [validation type]',
      ]);
      const held = { ...state, onDestroy: "delete" };
      expect(await property.faults(now, held)).to.deep.equal([]);
      expect(await property.diff("plan-7", held, now)).to.deep.equal({
        replaces: ["type"],
        deleteBeforeReplace: true,
      });
      await property.delete("plan-7", held);
      expect((await property.create(now)).id).to.equal("property-1");
    });

    it("reports a conflict with a property of another type, unless another resource of the update renames that property", async () => {
      const held = { ...state, onDestroy: "delete" };
      const now = { name: "Loyalty level", type: "date", onDestroy: "delete" };
      const conflicts = () => warnings().filter((one) => one.includes("[property-conflict"));
      const level = { name: "Loyalty level", type: "text" };
      const process = newRun();
      await process.diff("loyalty", { ...level, account: "loopback" }, { ...level, name: "Rank" });
      await process.diff("plan-7", held, now);
      expect(conflicts()).to.deep.equal([]);
      await newRun().diff("plan-7", held, now);
      expect(conflicts()).to.deep.equal([
        'CustomProperty "Plan": a custom property with this name already exists, and its type "text" can\'t be changed. Declare that type, or use another name. [property-conflict type]',
      ]);
    });

    it('refuses another type if the same update ends onDestroy="delete"', async () => {
      const held = { ...state, onDestroy: "delete" };
      for (const more of [{}, { onDestroy: "leave" }]) {
        const now = { ...plan, type: "text", ...more };
        expect((await property.faults(now, held)).join()).to.match(
          /^type: can't be changed after creation: /,
        );
        const { replaces = [] } = await property.diff("plan-7", held, now);
        expect(replaces).to.deep.equal([]);
      }
    });

    it("is created again after a delete even if the search still shows the deleted property", async () => {
      emulator().faults([
        { path: "/contact/property/search", times: 9, kind: "stale", ms: 10_000 },
      ]);
      await property.delete("plan-7", { ...state, onDestroy: "delete" });
      expect((await property.create({ ...plan, type: "text" })).id).to.equal("property-1");
    });
  });
});
