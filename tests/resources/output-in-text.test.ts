import { expect } from "chai";
import { openAccount } from "../../provider/account/account";
import {
  type AnyDataSource,
  type LookUpContext,
  runLookUp,
} from "../../provider/lifecycle/data-source";
import { unknownValue } from "../../provider/plain/value";
import { programSettings } from "../../provider/program/program";
import { functions, kinds } from "../../provider/resources";
import { everyKind, fixtures, type Kind } from "../support/fixtures";
import { outputTexts } from "../support/output-text";
import { rejection } from "../support/rejection";
import { useResource } from "../support/resource";

/** Texts within an input, with their path in the message and their path in the tag. */
const deeper: readonly (readonly [
  Kind,
  path: string,
  tagged: string,
  input: (text: string) => object,
])[] = [
  [
    "Campaign",
    "sender.name",
    "sender.name",
    (name) => ({ sender: { email: "news@acme.example", name } }),
  ],
  ["Campaign", "listIds[1]", "listIds.*", (text) => ({ listIds: ["list-1", text] })],
  [
    "Campaign",
    "extraFields.update.a[0]",
    "extraFields.update.*",
    (text) => ({ extraFields: { update: { a: [text] } } }),
  ],
  ["DomainDnsShare", "recipients[0]", "recipients.*", (text) => ({ recipients: [text] })],
  ["WebhookActivation", "triggers[0].build", "triggers.*", (build) => ({ triggers: [{ build }] })],
];

const problem =
  "an output was put into a string, which has an error message of Pulumi's SDK in place of the value. " +
  "Use pulumi.interpolate (pulumi.jsonStringify for JSON; in Python, Java and C#, Output.format; in Go, pulumi.Sprintf)";

describe("an Output converted to a string", function () {
  const { newRun, resource, requests } = useResource(this, "Sender");

  for (const [kind, { args }] of everyKind) {
    it(`is an error in the inputs of a ${kind} in every preflight mode`, async () => {
      const inputs = Object.keys(kinds[kind]().fields).filter((name) => name !== "ignoreChecks");
      const places = [
        ...inputs.map((path) => [path, path, (text: string) => ({ [path]: text })] as const),
        ...deeper.flatMap(([of, ...place]) => (of === kind ? [place] : [])),
      ];
      for (const preflight of ["off", "warn", "error"]) {
        newRun({ operations: "extended", preflight });
        for (const text of Object.values(outputTexts).slice(0, 6)) {
          for (const [path, tagged, input] of places) {
            const found = await resource(kind).faults({ ...args, ...input(`Hi ${text}`) });
            expect(found).to.deep.equal([`${path}: ${problem} [output-in-text ${tagged}]`]);
          }
        }
      }
      expect(requests()).to.deep.equal([]);
    });
  }

  it("is accepted if the state already has the same string", async () => {
    const { args } = fixtures.Campaign;
    const before = { ...args, subject: "News" };
    const after = { ...args, subject: outputTexts.Python };
    expect(await resource("Campaign").faults(after, before)).to.deep.equal([
      `subject: ${problem} [output-in-text subject]`,
    ]);
    const old = { ...args, sender: { email: "news@acme.example", name: "Other" } };
    const sender = { email: "news@acme.example", name: outputTexts.Java };
    expect(await resource("Campaign").faults({ ...args, sender }, old)).to.deep.equal([
      `sender.name: ${problem} [output-in-text sender.name]`,
    ]);
    expect(await resource("Campaign").faults(after, after)).to.deep.equal([]);
  });

  it("is an error if the state already has the same string, but the change replaces the object", async () => {
    const share = { recipients: ["ada@acme.example"], triggers: [outputTexts.Java] };
    const old = { ...share, domainId: "domain-1" };
    const faults = (domainId: string) =>
      resource("DomainDnsShare").faults({ ...share, domainId }, old);
    const wrong = [`triggers[0]: ${problem} [output-in-text triggers.*]`];
    expect(await faults("domain-2")).to.deep.equal(wrong);
    // The unknown id may turn out to be the same.
    expect(await faults(unknownValue)).to.deep.equal([]);
  });

  it("is checked like any other string if ignoreChecks has output-in-text", async () => {
    const ignoreChecks = ["output-in-text"];
    const named = { name: "quoted", type: "text", description: outputTexts.Python, ignoreChecks };
    expect(await resource("CustomProperty").faults(named)).to.deep.equal([]);
    const email = `${outputTexts.Go}`;
    expect(await resource("Sender").faults({ email, name: "A", ignoreChecks })).to.deep.equal([
      "email: must be an email address, such as news@example.com [validation email]",
    ]);
  });

  it("is an error in every argument of a function", async () => {
    const context = { isPreview: true } as LookUpContext;
    for (const [name, load] of Object.entries(functions)) {
      const source = load() as AnyDataSource;
      for (const argument of Object.keys(source.inputs)) {
        const account = openAccount(programSettings(undefined));
        const call = runLookUp(source, account, { [argument]: outputTexts.Java }, context);
        expect(await rejection(call)).to.include(`${name}: ${argument}: ${problem}`);
      }
    }
    expect(requests()).to.deep.equal([]);
  });
});
