import { createHash } from "node:crypto";
import { expect } from "chai";
import type { Account } from "../../../provider/account/account";
import type { CampaignRow } from "../../../provider/api/campaign";
import { changedListsSentence, factsOf } from "../../../provider/resources/campaign-shared/drift";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the facts about a campaign in a pull request's comment", () => {
  const row = {
    status: "scheduled",
    subject: "From the app",
    lists: "Customers",
    contacts: 5,
  } as CampaignRow;
  const __reading = { subject: sha256("News"), lists: sha256("Customers") };
  const props = { listIds: ["list-1"] };
  const account = {
    lists: { complete: () => Promise.reject(new Error("unexpected read of lists")) },
    warnOnce: () => undefined,
  } as unknown as Parameters<typeof factsOf>[2];
  const facts = (old: object, secrets: readonly string[] = []) =>
    factsOf(row, { old: { ...props, subject: "News", ...old }, props, secrets }, account);
  const others = { status: "scheduled", names: ["Customers"], contacts: 5 };

  it("contain the service's subject if somebody has changed the subject since the last read", async () => {
    expect(await facts({ __reading })).to.deep.equal({ ...others, subject: "From the app" });
  });

  it("contain no subject if an input of the campaign is a secret", async () => {
    expect(await facts({ __reading }, ["News"])).to.deep.equal(others);
  });

  it("contain neither names nor ids of lists if the id of a list is a secret", async () => {
    const counted = { status: "scheduled", contacts: 5 };
    expect(await facts({ __reading: { lists: sha256("Team") } }, ["list-1"])).to.deep.equal(
      counted,
    );
    expect(await facts({ listIds: ["list-2"], __reading }, ["list-2"])).to.deep.equal(counted);
  });

  it("contain no subject if the subject in the service is already known", async () => {
    const same = { ...__reading, subject: sha256("From the app") };
    expect(await facts({ __reading: same })).to.deep.equal(others);
    expect(await facts({ __reading, subject: "From the app" })).to.deep.equal(others);
  });

  it("contain no subject if the state has no reading of the subject", async () => {
    expect(await facts({ __reading: { lists: __reading.lists } })).to.deep.equal(others);
  });

  it("contain neither names nor contacts of lists if the campaign also goes to a segment", async () => {
    const segment = { segmentId: "segment-1", __reading };
    expect(await facts(segment)).to.deep.equal({ status: "scheduled", subject: "From the app" });
    expect(await facts(segment, ["list-1"])).to.deep.equal({ status: "scheduled" });
  });

  it("contain only the status if the campaign was sent", async () => {
    const sent = { ...row, status: "finished" } as CampaignRow;
    const old = { ...props, __reading };
    expect(await factsOf(sent, { old, props }, account)).to.deep.equal({ status: "finished" });
  });
});

describe("the message that somebody has changed a campaign's lists in the service", () => {
  const shown = { lists: "B" } as CampaignRow;
  const rows = [
    { id: "a", name: "A", contact_count: 600 },
    { id: "b", name: "B", contact_count: 401 },
  ];
  const old = { listIds: ["a"], __reading: { lists: "the hash of other names" } };
  const account = {
    lists: { complete: async () => rows } as unknown as Account["lists"],
    warnOnce: () => expect.fail("a warning"),
  };
  const said = (listIds: string[], secrets: string[] = []) =>
    changedListsSentence(shown, { old, props: { listIds }, secrets }, account);

  it("states that the update sends the declared lists if the program changes listIds, too", async () => {
    expect(await said(["c"])).to.match(
      /: the campaign goes to 401 contacts in "B" \(b\), and when it was last read, it went to 600 contacts in "A" \(a\)\. This update sends the declared lists\.$/,
    );
  });

  it("states that the update sends no lists if the program doesn't change listIds", async () => {
    expect(await said(["a"])).to.match(
      /\. This update sends no lists, so the campaign keeps the lists that it has in the service\. To replace them with the declared lists, run pulumi refresh /,
    );
  });

  it("names no list if one of the old lists is a secret", async () => {
    expect(await said(["c"], ["a"])).to.equal(
      "listIds: somebody has changed the lists in the service's web app, which are secret. This update sends the declared lists.",
    );
  });

  it("is absent if the program now declares the lists that the service has", async () => {
    expect(await said(["b"])).to.equal(undefined);
  });
});
