import { expect } from "chai";
import { draft, errorList, errorObject, useEmulator } from "./caller";

const minute = 60_000;

describe("the emulator's createCampaign", function () {
  const { emulator, post } = useEmulator(this);

  it("creates a draft campaign with every field of the request, and sends no email", async () => {
    expect(await post("/campaign", { ...draft, spam_reporting: { on: true } })).to.deep.equal({
      status: 201,
      body: { id: "campaign-3" },
    });
    expect(emulator().snapshot().campaigns.at(-1)).to.deep.equal({
      ...draft,
      spam_reporting: { on: true },
      id: "campaign-3",
      status: "Draft",
      created_at: "2026-01-01T00:00:00.000Z",
      track_opens: true,
    });
    emulator().advance(365 * 24 * 60 * minute);
    expect(emulator().snapshot().mails).to.deep.equal([]);
  });

  it("ignores fields that only the service sets", async () => {
    await post("/campaign", { ...draft, id: "mine", status: "Finished", sent_at: "now" });
    expect(emulator().snapshot().campaigns.at(-1)).to.include({
      id: "campaign-3",
      status: "Draft",
    });
    expect(emulator().snapshot().campaigns.at(-1)).not.to.have.property("sent_at");
  });

  const { list_ids: _, ...targetless } = draft;
  for (const [what, body, answer] of [
    [
      "an unknown list",
      { ...draft, list_ids: ["list-1", "list-9"] },
      errorList("list_ids", "list_ids names a list that does not exist"),
    ],
    [
      "an unknown segment",
      { ...targetless, segment_id: "segment-9" },
      errorList("segment_id", "segment_id names a segment that does not exist"),
    ],
    [
      "a sender on a domain that is not verified",
      { ...draft, sender: { sender_email: "hello@new.example", sender_name: "Acme" } },
      errorList("sender_email", "The domain of the sender must be added and verified"),
    ],
    [
      "a tracking setting that is no boolean",
      { ...draft, track_opens: "no" },
      errorList("track_opens", "track_opens must be boolean"),
    ],
    [
      "a date that does not exist",
      { ...draft, scheduled_at: "2026-02-30 09:00:00" },
      errorList("scheduled_at", "scheduled_at must be a date that exists"),
    ],
  ] as const) {
    it(`refuses a campaign with ${what}`, async () => {
      expect(await post("/campaign", body)).to.deep.equal(answer);
      expect(emulator().snapshot().campaigns).to.have.lengthOf(2);
    });
  }

  it("accepts a plain-text campaign for a segment", async () => {
    const plain = { ...targetless, html: undefined, plain_text: "Hello", segment_id: "segment-1" };
    expect((await post("/campaign", plain)).status).to.equal(201);
  });
});

describe("the emulator's updateCampaign", function () {
  const { emulator, call } = useEmulator(this);
  const put = (body: object) => call("PUT", "/campaign/campaign-2", body);
  const updated = { status: 200, body: { message: "Campaign updated successfully" } };
  const campaign = () => emulator().snapshot().campaigns[1];
  const schedule = { scheduled_at: "2026-06-01 09:00:00" };

  it("changes a field of the campaign only if the request contains the field", async () => {
    const before = campaign();
    expect(await put({ html: "<p>New</p>", reply_email: "" })).to.deep.equal(updated);
    expect(campaign()).to.deep.equal({ ...before, html: "<p>New</p>", reply_email: "" });
    expect(await put({})).to.deep.equal(updated);
    expect(campaign()).to.deep.equal({ ...before, html: "<p>New</p>", reply_email: "" });
  });

  for (const [body, answer] of [
    [{ plain_text: "" }, errorObject("html", "HTML or plain text content is required")],
    [
      { reply_email: "hello" },
      errorObject("reply_email", "reply_email must be a valid email address"),
    ],
    [{ segment_id: "" }, errorObject("list_ids", "A list or a segment is required")],
    [
      { plain_text: "", segment_id: "" },
      errorObject("html", "HTML or plain text content is required"),
    ],
    [
      { list_ids: ["list-9"] },
      errorObject("list_ids", "list_ids names a list that does not exist"),
    ],
  ] as const) {
    it(`refuses the body ${JSON.stringify(body)}, and changes nothing`, async () => {
      const before = campaign();
      expect(await put(body)).to.deep.equal(answer);
      expect(campaign()).to.deep.equal(before);
    });
  }

  it("schedules a draft campaign if the request sets a date, and accepts the same date again", async () => {
    expect(await put(schedule)).to.deep.equal(updated);
    expect(campaign()?.status).to.equal("Scheduled");
    expect(await put(schedule)).to.deep.equal(updated);
    expect(campaign()?.status).to.equal("Scheduled");
  });

  it("changes the date of a scheduled campaign only if the campaign is paused", async () => {
    await put(schedule);
    const later = { scheduled_at: "2026-06-02 09:00:00" };
    expect(await put(later)).to.deep.equal(
      errorObject("scheduled_at", "Pause the campaign to change its scheduled date"),
    );
    emulator().patch("campaigns", "campaign-2", { status: "Paused" });
    expect(await put({ name: "Spring news, again" })).to.deep.equal(updated);
    expect(campaign()?.status).to.equal("Paused");
    expect(await put(later)).to.deep.equal(updated);
    expect(campaign()).to.include({ ...later, status: "Scheduled" });
  });

  it("sends a scheduled campaign once, at the scheduled time in the account's time zone", async () => {
    await put({ scheduled_at: "2026-01-01 02:00:00" });
    emulator().advance(60 * minute - 1);
    expect(campaign()?.status).to.equal("Scheduled");
    emulator().advance(1);
    expect(campaign()?.status).to.equal("Processing");
    emulator().advance(minute);
    expect(campaign()?.status).to.equal("Finished");
    await put({ scheduled_at: "2026-01-01 02:00:00" });
    emulator().advance(60 * minute);
    expect(emulator().snapshot().mails).to.deep.equal([
      {
        kind: "campaign",
        of: "campaign-2",
        recipients: ["segment-1"],
        at: "2026-01-01T01:00:00.000Z",
      },
    ]);
  });

  it("sends each campaign at the campaign's own date if the clock jumps past several dates", async () => {
    await put({ scheduled_at: "2026-01-05 09:00:00" });
    await call("POST", "/campaign", { ...draft, scheduled_at: "2026-01-03 09:00:00" });
    await call("POST", "/campaign", { ...draft, scheduled_at: "2026-07-01 09:00:00" });
    await call("POST", "/campaign", { ...draft, scheduled_at: "2027-01-01 09:00:00" });
    emulator().advance(Date.parse("2026-07-01T07:00:30Z") - Date.parse("2026-01-01T00:00:00Z"));
    const { campaigns, mails } = emulator().snapshot();
    expect(campaigns.slice(1).map(({ status, sent_at }) => [status, sent_at])).to.deep.equal([
      ["Finished", "2026-01-05T08:00:00.000Z"],
      ["Finished", "2026-01-03T08:00:00.000Z"],
      ["Processing", "2026-07-01T07:00:00.000Z"],
      ["Scheduled", undefined],
    ]);
    expect(mails.map(({ of, at }) => [of, at])).to.deep.equal([
      ["campaign-3", "2026-01-03T08:00:00.000Z"],
      ["campaign-2", "2026-01-05T08:00:00.000Z"],
      ["campaign-4", "2026-07-01T07:00:00.000Z"],
    ]);
  });

  for (const past of ["2020-01-01 09:00:00", "0606-06-26 18:30:10"]) {
    it(`sends a campaign at once if the date is in the past: ${past}`, async () => {
      await put({ scheduled_at: past });
      emulator().advance(60 * minute);
      expect(campaign()).to.include({ status: "Finished", sent_at: "2026-01-01T00:00:00.000Z" });
    });
  }

  for (const [what, local, sentAt] of [
    ["an hour that a clock change skips", "2026-03-29 02:30:00", "2026-03-29T01:30:00.000Z"],
    ["an hour that a clock change repeats", "2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"],
  ] as const) {
    it(`sends the campaign only once if the date is in ${what}`, async () => {
      await put({ scheduled_at: local });
      emulator().advance(365 * 24 * 60 * minute);
      const { mails } = emulator().snapshot();
      expect(mails.map(({ at }) => at)).to.deep.equal([sentAt]);
    });
  }

  it("marks a campaign as sent if a test patches the date to a past time", () => {
    emulator().patch("campaigns", "campaign-2", {
      status: "Scheduled",
      scheduled_at: "2025-12-24 18:00:00",
    });
    expect(campaign()).to.include({ status: "Finished", sent_at: "2025-12-24T17:00:00.000Z" });
  });

  it("refuses a change of lists, segment, pause rule or rules if the campaign is being sent", async () => {
    await put({ scheduled_at: "2026-01-01 01:00:00" });
    expect(campaign()?.status).to.equal("Processing");
    for (const [field, value] of [
      ["list_ids", ["list-1"]],
      ["segment_id", ""],
      ["pause_rule", { after: 10 }],
      ["rules", { limit: 10 }],
    ] as const) {
      expect(await put({ [field]: value })).to.deep.equal(
        errorObject(field, `${field} can't be changed while the campaign is being sent`),
      );
    }
    expect(await put({ segment_id: "segment-1", subject: "Another" })).to.deep.equal(updated);
    expect(campaign()?.subject).to.equal("Another");
  });
});
