import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import {
  getCampaignOpens,
  getDomain,
  getDomains,
  getList,
  getLists,
  getReplyTos,
  getSender,
  getSenders,
} from "pulumi-email-marketing";
import { within } from "../program/inline-run";
import { useDataSources } from "../support/environment";
import { rejection } from "../support/rejection";
import { useWarnings } from "../support/warnings";

const numbers = Array.from({ length: 260 }, (_, n) => n);
const seed: Seed = {
  domains: numbers.map((n) => ({ id: `d${n}`, domain: `d${n}.example` })),
  senders: numbers.map((n) => ({
    id: `s${n}`,
    sender_email: `s${n}@d1.example`,
    sender_name: "S",
  })),
  reply_emails: numbers.map((n) => ({ id: `r${n}`, reply_email: `r${n}@d1.example` })),
  lists: numbers.map((n) => ({ id: `l${n}`, name: `List ${n}` })),
  contacts: numbers.map((n) => ({ id: `c${n}`, email: `c${n}@example.com` })),
  campaigns: [{ id: "k1", name: "May" }],
  opens: numbers.map((n) => ({ campaign_id: "k1", contact_id: `c${n}` })),
};

/** The functions that read all rows of a search, each with the search's path and the number of rows. */
const functions = [
  ["domains", "/domains/search", async () => (await getDomains()).domains.length],
  ["senders", "/senders/search", async () => (await getSenders()).senders.length],
  ["reply-to addresses", "/reply-emails/search", async () => (await getReplyTos()).replyTos.length],
  ["lists", "/lists/search", async () => (await getLists()).lists.length],
  [
    "a campaign's contacts",
    "/campaign/k1/opens",
    async () => (await getCampaignOpens({ campaignId: "k1" })).rows.length,
  ],
] as const;

describe("a function", function () {
  const emulator = useDataSources(this, { seed });
  const notices = useWarnings(this);
  beforeEach(() => emulator().reset());

  for (const [what, path, number] of functions) {
    it(`returns all rows that the service has returned, and warns once, if the search for ${what} is incomplete`, async () => {
      emulator().faults([{ path, times: 99, kind: "wrong-total", total: 1000 }]);
      expect(await within(number)).to.equal(260);
      const said = notices().filter((one) => one.includes(`the search for ${what} is incomplete`));
      for (const one of said) expect(one).to.match(/the service reports 1000, but returned 260/);
      expect(said.length).to.equal(1);
    });
  }

  it("reports that the object may still exist if the search is incomplete and the service returns no row", async () => {
    const lacking =
      /the service reports 260, but returned 0.* It is not known whether the object exists, so nothing was changed\. .* or remove the call of this function\. \[/;
    for (const [path, ask] of [
      ["/senders/search", () => getSender({ email: "s7@d1.example" })],
      ["/domains/search", () => getDomain({ id: "d7" })],
      ["/domains/search", () => getDomain({ domain: "d7.example" })],
      ["/lists/search", () => getList({ name: "List 7" })],
    ] as const) {
      emulator().faults([
        { path, times: 1, kind: "empty-page" },
        {
          path,
          times: 100,
          kind: "status",
          status: 200,
          body: { count: 260, list_count: 260, data: [] },
        },
      ]);
      const failing = within(() => rejection(ask()));
      expect(await failing, path).to.match(lacking);
    }
  });
});
