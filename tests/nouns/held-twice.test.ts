import { expect } from "chai";
import { extended, type Kind, useResource } from "../support/resource";

const twins = [
  {
    kind: "Sender" as Kind,
    id: "sender-1",
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
  },
  {
    kind: "CustomProperty" as Kind,
    id: "property-1",
    state: { name: "plan", type: "text" },
    rows: {
      properties: [
        { id: "property-1", name: "plan", type: "text" },
        { id: "property-9", name: "Plan", type: "text" },
      ],
    },
    says: 'CustomProperty "plan": the account has more than one custom property with this name (ids "property-1", "property-9")',
    name: "property-twice",
  },
] as const;

for (const { kind, id, state, rows, says, name } of twins) {
  describe(`a ${kind} that the account has twice`, function () {
    const { emulator, newRun, told, requests } = useResource(this, kind, extended);

    it("is said by a refresh, which asks for nothing more, until ignoreChecks names it", async () => {
      emulator().seed({ ...emulator().snapshot(), ...rows });
      const recorded = { ...state, account: "loopback" };
      await newRun().read(id, recorded);
      const asked = requests();
      expect(told()).to.deep.equal([
        `${says}, as after two updates at the same time. Delete those that nothing uses in the service's web app. [${name}]`,
      ]);
      await newRun().read(id, { ...recorded, ignoreChecks: [name] });
      expect(told()).to.have.length(1);
      const [one] = Object.values(rows)[0] ?? [];
      emulator().seed({ ...emulator().snapshot(), [Object.keys(rows)[0] ?? ""]: [one] });
      requests();
      await newRun().read(id, recorded);
      expect(requests()).to.deep.equal(asked);
      expect(told()).to.have.length(1);
    });
  });
}
