import { expect } from "chai";
import { useEmulator } from "./caller";

describe("getContact", function () {
  const { call } = useEmulator(this);

  it("finds a contact by id and by address without case", async () => {
    const byId = await call("GET", "/contacts/contact-1");
    expect(byId.body).to.deep.nested.include({
      "data.email": "ada@example.com",
      "data.first_name": "Ada",
      "data.custom_fields": { plan: "pro" },
    });
    expect(await call("GET", "/contacts/ADA%40example.com")).to.deep.equal(byId);
  });
});
