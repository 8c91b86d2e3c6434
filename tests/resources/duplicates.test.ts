import { expect } from "chai";
import { extended, type Kind, useResource } from "../support/resource";

const findDuplicates = [
  {
    kind: "Sender" as Kind,
    reads: ["sender-1"],
    state: { email: "hello@acme.example", name: "Acme", status: "verified", adopted: false },
    rows: {
      senders: [
        { id: "sender-1", sender_email: "hello@acme.example", sender_name: "Acme" },
        { id: "sender-8", sender_email: "hello@acme.example", sender_name: "Other" },
        { id: "sender-9", sender_email: "hello@acme.example", sender_name: "Acme" },
      ],
    },
    says: 'Sender "hello@acme.example": the account has more than one sender with this address and name (ids "sender-1", "sender-9")',
    name: "sender-twice",
    tag: "[sender-twice]",
  },
  {
    kind: "CustomProperty" as Kind,
    reads: ["property-1"],
    state: { name: "plan", type: "text" },
    rows: {
      properties: [
        { id: "property-1", name: "plan", type: "text" },
        { id: "property-9", name: "Plan", type: "text" },
      ],
    },
    says: 'CustomProperty "plan": the account has more than one custom property with this name (ids "property-1", "property-9")',
    name: "property-twice",
    tag: "[property-twice name]",
  },
  {
    kind: "List" as Kind,
    // A list is read by its id. Only the search for a missing list, list-8, shows both lists.
    reads: ["list-8", "list-1"],
    state: { name: "Customers" },
    rows: {
      lists: [
        { id: "list-1", name: "Customers" },
        { id: "list-9", name: "customers" },
      ],
    },
    says: 'List "Customers": the account has more than one list with this name (ids "list-1", "list-9")',
    name: "list-twice",
    tag: "[list-twice name]",
  },
] as const;

for (const { kind, reads, state, rows, says, name, tag } of findDuplicates) {
  describe(`a ${kind} that exists twice in the account`, function () {
    const { emulator, newRun, warnings, requests } = useResource(this, kind, extended);

    it("is reported in a refresh, without an extra request, unless ignoreChecks has the finding's name", async () => {
      emulator().seed({ ...emulator().snapshot(), ...rows });
      const refresh = async (more: object = {}) => {
        const run = newRun();
        for (const id of reads) await run.read(id, { ...state, account: "loopback", ...more });
      };
      // Leaves out warnings about missing objects, which don't begin with the kind.
      const said = () => warnings().filter((sentence) => sentence.startsWith(kind));
      await refresh();
      const asked = requests();
      expect(said()).to.deep.equal([
        `${says}, as after two updates at the same time. Delete those that nothing uses in the service's web app. ${tag}`,
      ]);
      await refresh({ ignoreChecks: [name] });
      expect(said()).to.have.length(1);
      const [one] = Object.values(rows)[0] ?? [];
      emulator().seed({ ...emulator().snapshot(), [Object.keys(rows)[0] ?? ""]: [one] });
      requests();
      await refresh();
      expect(requests()).to.deep.equal(asked);
      expect(said()).to.have.length(1);
    });
  });
}
