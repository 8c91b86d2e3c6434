import { expect } from "chai";
import { useEmulator } from "./caller";

describe("getContact", function () {
  const { call } = useEmulator(this);

  it("finds a contact by id and by address without case", async () => {
    const byId = await call("GET", "/contacts/contact-1");
    expect(byId).to.deep.equal({
      status: 200,
      body: {
        data: {
          email: "ada@example.com",
          first_name: "Ada",
          firstname: "Ada",
          middle_name: "",
          last_name: "Example",
          phone: "",
          dob: "",
          company_name: "",
          job_title: "",
          department: "",
          industry: "",
          lead_source: "",
          salary: "",
          city: "Berlin",
          state: "",
          country: "",
          postal_code: "",
          user_ip: "",
          list_id: "list-1",
          tags: "vip,beta",
          tracking_consent: "granted",
          tracking_consent_date: "2025-12-01 10:00:00",
          tracking_consent_source: "web form",
          custom_fields: { plan: "pro" },
        },
      },
    });
    expect(await call("GET", "/contacts/ADA%40example.com")).to.deep.equal(byId);
  });
});
