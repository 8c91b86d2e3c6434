import { expect } from "chai";
import { useSkippedWaits } from "../../support/clock";
import { failure, rejection } from "../../support/rejection";
import { extended, type Resource, useResource } from "../../support/resource";

describe("List", function () {
  const slept: number[] = [];
  useSkippedWaits(this, (ms) => void slept.push(ms));
  const { emulator, resource, newRun, requests, warnings } = useResource(this, "List", extended);
  const old = { name: "Customers", account: "loopback" };
  const [search, byId] = ["POST /lists/search", "GET /list/list-1"];
  let list: Resource;

  beforeEach("has one list", () => {
    emulator().seed({ lists: [{ id: "list-1", name: "Customers" }] });
    requests();
    slept.length = 0;
    list = resource();
  });

  it('fails the check with the name of the setting if operations is "specified"', async () => {
    const specified = newRun({ operations: "specified" });
    expect(await specified.faults({ name: "Customers" })).to.deep.equal([
      'requires emailmarketing:operations "extended", because the specified API has no operation that creates a list. Run: pulumi config set emailmarketing:operations extended. To use an existing list, call getList({ name }) instead [validation]',
    ]);
  });

  it("is created by one request after a search, and shows no change in the next refresh", async () => {
    const { id, outs } = await list.create({ name: "Prospects" });
    expect(id).to.equal("list-2");
    expect(await list.read(id, outs)).to.deep.equal({
      id: "list-2",
      props: { name: "Prospects", account: "loopback" },
    });
    expect(requests()).to.deep.equal([search, "POST /list", "GET /list/list-2"]);
  });

  it("is removed from the state only if neither a read nor a search finds the list", async () => {
    emulator().patch("lists", "list-1", { name: "Clients" });
    expect((await list.read("list-1", old)).inputs).to.deep.equal({ name: "Clients" });
    emulator().remove("lists", "list-1");
    expect(await list.read("list-1", old)).to.deep.equal({});
    expect(requests()).to.deep.equal([byId, byId, search]);
    expect(slept).to.deep.equal([]);
  });

  const rename = (name: string) => list.update("list-1", old, { name });

  it("is renamed by one PATCH if the name changes, and sends no request in a delete", async () => {
    const { outs } = await rename("Clients");
    expect(outs).to.deep.equal({ ...old, name: "Clients" });
    expect(emulator().snapshot().lists[0]?.name).to.equal("Clients");
    await list.delete("list-1", { ...outs });
    expect(requests()).to.deep.equal([search, byId, "PATCH /list/list-1"]);
    expect(await list.diff("list-1", old, { name: "Clients" })).to.not.include.keys("changes");
  });

  it("refuses a rename in the update, and reports the conflict in the preview, if another list has the name", async () => {
    emulator().seed({
      lists: [
        { id: "list-1", name: "Customers" },
        { id: "l", name: "Clients" },
      ],
    });
    expect((await list.diff("list-1", old, { name: "clients" })).replaces).to.not.include("name");
    const problem =
      'List "clients": name: the list with the id "l" is named "Clients" already. Use another name; if another List in this program gives it up in this update, use dependsOn so that it comes first.';
    expect(warnings()).to.deep.equal([`${problem} [list-conflict name]`]);
    expect(await rejection(rename("clients"))).to.equal(
      `${problem} Nothing was sent. [list-conflict name]`,
    );
    expect(requests()).to.not.include("PATCH /list/list-1");
  });

  for (const [status, message, reason] of [
    [501, "no", /may not support the operations of .*The list was not/],
    [400, "Not now", /"Not now".* The list was not renamed, and nothing/],
  ] as const) {
    it(`reports that the list was not renamed if the service replies to the rename with status ${status}`, async () => {
      const body = { errors: [{ message }] };
      emulator().faults([
        { path: "/list/*", method: "PATCH", times: 1, kind: "status", status, body },
      ]);
      expect(await rejection(rename("Clients"))).to.match(reason);
    });
  }

  it("warns in the diff of a rename, and fails the update with advice to refresh, if the list was deleted in the web app", async () => {
    await list.diff("list-1", old, { name: "Clients" });
    expect(warnings()).to.deep.equal([]);
    emulator().remove("lists", "list-1");
    list = newRun();
    for (const more of [{ name: "Customers", ignoreChecks: [] }, { name: "Clients" }]) {
      await list.diff("list-1", old, more);
    }
    expect(warnings()).to.deep.equal([
      'List "Clients": the account has no list with the id "list-1", so the update will fail. If it was deleted in the service\'s web app, run: pulumi refresh, which removes it from the state, then: pulumi up, which creates it again. [list-unknown]',
    ]);
    expect(await rejection(rename("Clients"))).to.equal(
      'List "Clients": the service replied "id: Record not found with the given Id" (404, PATCH /list/{id}). If it was deleted in the service\'s web app, run: pulumi refresh, which removes it from the state, then: pulumi up, which creates it again. [not-found]',
    );
  });

  it("gets the declared name in the next update if the response to a rename was lost", async () => {
    emulator().faults([{ path: "/list/*", method: "PATCH", times: 9, kind: "html" }]);
    const { properties = {} } = await failure(rename("Clients"));
    emulator().faults([]);
    expect(properties).to.deep.include({ name: "Customers", unconfirmed: ["name"] });
    await list.update("list-1", properties, { name: "Customers" });
    expect(emulator().snapshot().lists[0]?.name).to.equal("Customers");
  });

  it("accepts letters, digits, _, -, . and spaces in the name, and refuses &", async () => {
    expect(await list.faults({ name: "Käufer_2027 - v1.0" })).to.deep.equal([]);
    expect(await list.faults({ name: "Customers & friends" })).to.deep.equal([
      "name: must contain only letters, digits, _, -, . and spaces [validation name]",
    ]);
  });

  it("is created only once if two resources declare the same name", async () => {
    const created = await Promise.allSettled([1, 2].map(() => list.create({ name: "Prospects" })));
    expect(created.map(({ status }) => status)).to.have.members(["fulfilled", "rejected"]);
    expect(await rejection(list.create({ name: "Prospects" }))).to.include(
      "Nothing was sent. [list-conflict name]",
    );
    expect(requests().filter((one) => one === "POST /list")).to.have.length(1);
  });

  it("is not adopted after a lost response if the list existed before the create", async () => {
    emulator().faults([{ path: "/list", method: "POST", times: 1, kind: "reset-before" }]);
    expect(await rejection(list.create({ name: "Customers" }))).to.equal(
      'List "Customers": a list named "Customers" already exists. Set existingId to "list-1" to adopt it, or use another name. Nothing was sent. [list-conflict name]',
    );
    expect(requests()).to.deep.equal([search]);
    const known = { name: "Customers", ignoreChecks: ["list-conflict"] };
    expect(await rejection(list.create(known))).to.match(/: the connection to .* was closed/);
  });

  it("is adopted only if the list with the id in existingId has the declared name", async () => {
    expect((await list.create({ name: "Customers", existingId: "list-1" })).id).to.equal("list-1");
    expect(await rejection(list.create({ name: "Clients", existingId: "list-1" }))).to.equal(
      'List "Clients": existingId: the list with the id "list-1" has the name "Customers". Declare that name to adopt it; a later change renames it. Nothing was sent. [list-conflict existingId]',
    );
    expect(requests()).to.deep.equal([byId, byId]);
  });
});
