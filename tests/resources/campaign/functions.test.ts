import { expect } from "chai";
import { getCampaign, getCampaigns } from "pulumi-email-marketing";
import { useDataSources, useEnvironment } from "../../support/environment";
import { rejection } from "../../support/rejection";
import { sent } from "../../support/service";

describe("look-ups of campaigns", function () {
  const bodies: unknown[] = [];
  const emulator = useDataSources(this, {
    onExchange: ({ requestBody }) => bodies.push(JSON.parse(requestBody)),
  });
  const setEnvironment = useEnvironment(this);
  const operations = (value: string) => setEnvironment({ EMAIL_MARKETING_OPERATIONS: value });

  before(() => operations("extended"));

  it("return a campaign's fields in camelCase from getCampaigns", async () => {
    const { campaigns } = await getCampaigns({ search: "Winter" });
    expect(campaigns).to.deep.equal([
      {
        id: "campaign-1",
        name: "Winter news",
        subject: "What is new this winter",
        status: "finished",
        senderEmail: "hello@acme.example",
        senderName: "Acme",
        createdAt: "2025-12-10 09:00:00",
        scheduledDate: "2025-12-11 09:00:00",
        lists: ["Customers"],
        contacts: 2,
        report: {
          sent: 2,
          delivered: 2,
          opens: 4,
          clicks: 0,
          hardBounces: 0,
          softBounces: 0,
          unsubscribes: 1,
          spamComplaints: 0,
        },
      },
    ]);
  });

  it("send the arguments of getCampaigns as filters, and 2000-01-01 as the first day if the argument from is absent", async () => {
    await getCampaigns({
      status: "draft",
      senderEmail: "hello@acme.example",
      from: "2025-01-01",
      to: "2025-12-31",
    });
    expect(bodies.at(-1)).to.deep.equal({
      page: 1,
      limit: 100,
      status: "Draft",
      sender_email: "hello@acme.example",
      date_from: "2025-01-01",
      date_to: "2025-12-31",
    });
    await getCampaigns();
    expect(bodies.at(-1)).to.include({ date_from: "2000-01-01" });
  });

  it('search until 2099-12-31 if the argument "from" is after tomorrow and "to" is absent', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
    const range = async (args: { from: string; to?: string }) => {
      await getCampaigns(args);
      const { date_from, date_to } = bodies.at(-1) as Record<string, string>;
      return [date_from, date_to];
    };
    const [tomorrow, later] = [inDays(1), inDays(3)];
    expect(await range({ from: tomorrow })).to.deep.equal([tomorrow, tomorrow]);
    expect(await range({ from: later })).to.deep.equal([later, "2099-12-31"]);
    expect(await range({ from: later, to: later })).to.deep.equal([later, later]);
  });

  it('fail if the argument "to" is before the argument "from"', async () => {
    expect(await getCampaigns({ search: "nothing like it" })).to.deep.equal({ campaigns: [] });
    expect(await rejection(getCampaigns({ from: "2026-01-02", to: "2026-01-01" }))).to.equal(
      "getCampaigns: to: 2026-01-01 is before from, 2026-01-02 [validation to]",
    );
  });

  it("send only one request for two simultaneous calls of getCampaign with different ids", async () => {
    const before = emulator().requests().length;
    const [draft, finished] = await Promise.all([
      getCampaign({ id: "campaign-2" }),
      getCampaign({ id: "campaign-1" }),
    ]);
    expect([draft.status, finished.status]).to.deep.equal(["draft", "finished"]);
    expect(draft).to.not.have.any.keys("scheduledDate", "replyTo");
    expect(sent(emulator().requests().slice(before))).to.deep.equal(["POST /campaign/list"]);
    expect(await rejection(getCampaign({ id: "campaign-9" }))).to.equal(
      'getCampaign: the account has no campaign with id "campaign-9". Use one that getCampaigns() returns. [not-found]',
    );
  });

  it("fail with the environment variable's name in the error if a script sets operations=specified", async () => {
    operations("specified");
    const problem =
      'requires emailmarketing:operations "extended", because the specified API has no operation that reads campaigns. Set environment variable EMAIL_MARKETING_OPERATIONS to extended [config]';
    expect(await rejection(getCampaigns({ search: "anything" }))).to.equal(
      `getCampaigns: ${problem}`,
    );
    expect(await rejection(getCampaign({ id: "campaign-3" }))).to.equal(`getCampaign: ${problem}`);
    operations("extended");
  });
});
