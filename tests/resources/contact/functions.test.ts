import { isSecret, output } from "@pulumi/pulumi";
import { expect } from "chai";
import { getContact, getContactOutput } from "pulumi-email-marketing";
import { settledValue, useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

const empty = [
  ...["middleName", "phone", "dob", "companyName", "jobTitle", "department", "industry"],
  ...["leadSource", "salary", "state", "country", "postalCode", "userIp"],
];
const ada = {
  ...Object.fromEntries(empty.map((name) => [name, ""])),
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Example",
  city: "Berlin",
  listId: "list-1",
  tags: "vip,beta",
  customFields: { plan: "pro" },
  trackingConsent: "granted",
  trackingConsentDate: "2025-12-01 10:00:00",
  trackingConsentSource: "web form",
};

describe("getContact", function () {
  const emulator = useDataSources(this);

  it("returns the contact with the given id or address", async () => {
    expect(await getContact({ id: "contact-1" })).to.deep.equal(ada);
    expect(await getContact({ email: "Ada@example.com" })).to.deep.equal(ada);
  });

  for (const spelling of ["first_name", "firstname"]) {
    it(`returns firstName if the response has the field ${spelling}`, async () => {
      const body = { data: { email: `${spelling}@example.com`, [spelling]: "Grace" } };
      emulator().faults([{ path: "/contacts/*", times: 1, kind: "status", status: 200, body }]);
      const { firstName } = await getContact({ id: `by-${spelling}` });
      expect(firstName).to.equal("Grace");
    });
  }

  it("fails, without the address in the error, if no contact has the address", async () => {
    const failure = getContact({ email: "nobody@example.com" });
    expect(await rejection(failure)).to.equal(
      "getContact: no contact with the given address. Use the id or the address of a contact that the service's web app shows. [not-found]",
    );
    // The service also accepts an address in place of an id.
    const byId = getContact({ id: "nobody@example.com" });
    expect(await rejection(byId)).to.equal(
      "getContact: no contact with the given address. Use the id or the address of a contact that the service's web app shows. [not-found]",
    );
  });

  it("accepts an address with adjacent or trailing dots, because old contacts may have such addresses", async () => {
    const body = { data: { email: "ada..l.@example.com", city: "Osaka" } };
    emulator().faults([{ path: "/contacts/*", times: 1, kind: "status", status: 200, body }]);
    expect((await getContact({ email: "ada..l.@example.com" })).city).to.equal("Osaka");
  });

  it("fails with the id in the error if no contact has the id", async () => {
    const failure = getContact({ id: "contact-9" });
    expect(await rejection(failure)).to.equal(
      'getContact: no contact with id "contact-9". Use the id or the address of a contact that the service\'s web app shows. [not-found]',
    );
  });

  it("fails without contact data in the error if the response has an unexpected form", async () => {
    const body = { data: "ada@example.com" };
    emulator().faults([{ path: "/contacts/*", times: 1, kind: "status", status: 200, body }]);
    const failure = getContact({ email: "odd@example.com" });
    expect(await rejection(failure)).to.equal(
      "getContact: the reply to GET /contacts/{id} is missing required fields. Check that the address in the settings is that of the API. [unexpected-reply]",
    );
  });

  it("returns a secret if the program calls getContactOutput", async () => {
    const contact = getContactOutput({ id: output("contact-1") });
    expect(await settledValue(contact)).to.deep.equal(ada);
    expect(await isSecret(contact)).to.equal(true);
  });
});
