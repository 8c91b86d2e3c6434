import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { unknownValue } from "../../../provider/plain/value";
import { rejection } from "../../support/rejection";
import { useResource } from "../../support/resource";
import { currentRuntime, inOrderOf } from "../../support/runtime";
import { useScratch } from "../../support/scratch";
import { assetOf } from "../../support/wire-value";

const least = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello",
  listIds: ["list-1"],
};

const whole = {
  ...least,
  html: "<p>Hello</p>",
  preheader: "Read on",
  replyTo: "support@acme.example",
  segmentId: "segment-1",
  contactsOrder: "first",
  mailingPreference: false,
  viewInBrowser: false,
  permissionReminder: "You asked for it: %%unsubscribe%%",
  rules: { limit: 10 },
  extraFields: { create: { track_clicks: false }, update: { pause_rule: { after: 1 } } },
};

const takenBack =
  "can't be removed once set: the service has no operation for it. Restore the old value, set another one, or add the input to ignoreChanges.";

const runtime = currentRuntime();
const inOrder = (sentences: readonly string[]) => inOrderOf(runtime, sentences);

describe("a Campaign's", function () {
  const { emulator, resource, newRun, sent, warnings } = useResource(this, "Campaign");
  const scratch = useScratch(this);

  describe("check", () => {
    it("fails if content or recipients are missing", async () => {
      const { plainText: _plainText, listIds: _listIds, ...rest } = least;
      expect(await resource().faults(rest)).to.deep.equal([
        "missing required input: set html, plainText or both [validation]",
        "missing required input: set listIds, segmentId or both [validation]",
      ]);
      expect(
        await resource().faults({ ...rest, html: "<p>", segmentId: "segment-1" }),
      ).to.deep.equal([]);
    });

    it("refuses extraFields if a field is a date or belongs to a declared input", async () => {
      const faults = await resource().faults({
        ...least,
        replyTo: "support@acme.example",
        extraFields: {
          create: { scheduled_at: "2098-01-01 00:00:00", reply_email: "x", spam: true },
          update: { scheduledAt: "2098-01-01 00:00:00", REPLYTO: "x", sender: "x", Sender: "x" },
        },
      });
      const expected = [
        "extraFields.create.scheduled_at: must not be set, because it would send the campaign. Declare a CampaignSchedule with the date instead [validation extraFields.create.*]",
        "extraFields.create.reply_email: must not be set together with the input replyTo: both name the same field of the request. Remove one of the two [validation extraFields.create.*]",
        "extraFields.update.scheduledAt: must not be set, because it would send the campaign. Declare a CampaignSchedule with the date instead [validation extraFields.update.*]",
        "extraFields.update.sender: must not be set together with the input sender: both name the same field of the request. Remove one of the two [validation extraFields.update.*]",
      ];
      expect(inOrder(faults)).to.deep.equal(inOrder(expected));
    });

    it("accepts extraFields in place of content and recipients", async () => {
      const { plainText: _content, listIds: _listIds, ...bare } = least;
      const extraFields = { create: { view_in_browser: true, text: "Hello", lists: ["list-1"] } };
      expect(await resource().faults({ ...bare, extraFields })).to.deep.equal([]);
    });

    it("reports no missing content or recipients if extra fields are known only after apply", async () => {
      const { plainText: _plainText, listIds: _listIds, ...bare } = least;
      for (const extraFields of [unknownValue, { create: unknownValue }]) {
        expect(await resource().faults({ ...bare, extraFields })).to.deep.equal([]);
      }
    });

    it("accepts a change that moves a value from an input to extraFields or back", async () => {
      const { viewInBrowser: _moved, ...rest } = whole;
      const { create } = whole.extraFields;
      const update = { ...whole.extraFields.update, view_in_browser: false };
      const moved = { ...rest, extraFields: { create, update } };
      expect(await resource().faults(moved, whole)).to.deep.equal([]);
      expect(await resource().faults(whole, moved)).to.deep.equal([]);
    });

    it("refuses a change if the service has no operation for the changed input", async () => {
      const { html: _html, replyTo: _replyTo, ...rest } = whole;
      const changed = {
        ...rest,
        sender: { email: "hello@acme.example", name: "Acme Inc" },
        mailingPreference: undefined,
        rules: {},
        extraFields: { create: { track_clicks: true }, update: {} },
      };
      expect(await resource().faults(changed, whole)).to.deep.equal([
        "extraFields.create: can't be changed after creation, because it is only sent with the create. Restore the old value, or add extraFields.create to ignoreChanges. [validation extraFields.create]",
        "sender: can't be changed after creation: the service has no operation for it. For another mailing, declare another Campaign. Otherwise restore the old sender, or add it to ignoreChanges. [validation sender]",
        `html: ${takenBack} [validation html]`,
        `mailingPreference: ${takenBack} [validation mailingPreference]`,
        `rules.limit: ${takenBack} [validation rules.limit]`,
      ]);
    });

    it("refuses the removal of recipients, and of every other input that the service can't remove", async () => {
      const { name, subject, sender, replyTo, extraFields } = whole;
      const faults = await resource().faults(
        { name, subject, sender, replyTo, extraFields },
        whole,
      );
      expect(inOrder(faults)).to.deep.equal(
        inOrder(
          [
            ...["preheader", "html", "plainText", "listIds", "segmentId", "contactsOrder"],
            ...["mailingPreference", "viewInBrowser", "permissionReminder", "rules"],
          ].map((input) => `${input}: ${takenBack} [validation ${input}]`),
        ),
      );
    });

    it("accepts changes of inputs such as name, html, listIds, rules and extraFields.update", async () => {
      const changed = {
        ...whole,
        name: "Summer",
        html: assetOf("<p>Hi</p>", { path: "mail.html" }),
        listIds: ["list-2"],
        mailingPreference: true,
        rules: { limit: 11 },
        extraFields: { ...whole.extraFields, update: { pause_rule: { after: 2 } } },
        existingId: "campaign-1",
        ignoreChecks: ["schedule-time-repeated"],
      };
      expect(await resource().faults(changed, whole)).to.deep.equal([]);
    });
  });

  describe("create", () => {
    it("sends a second request after the create if only updates accept some of the inputs", async () => {
      const { id, outs } = await resource().create(whole);
      expect(id).to.equal("campaign-3");
      expect(outs).to.deep.include({ ...whole, account: "loopback" });
      expect(sent()).to.deep.equal([
        {
          at: "POST /campaign",
          body: {
            name: "Spring",
            subject: "What is new",
            sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
            html: "<p>Hello</p>",
            plain_text: "Hello",
            email_preheader: "Read on",
            reply_email: "support@acme.example",
            list_ids: ["list-1"],
            segment_id: "segment-1",
            mailing_preference: false,
            viewin_browser: false,
            permission_reminder: "You asked for it: %%unsubscribe%%",
            rules: { limit: 10 },
            track_clicks: false,
          },
        },
        {
          at: "PUT /campaign/campaign-3",
          body: { contacts_order: "first", pause_rule: { after: 1 } },
        },
      ]);
      expect(emulator().snapshot().campaigns.at(-1)?.status).to.equal("Draft");
    });

    it("converts line ends of Windows to line feeds in the HTML of files, assets and strings", async () => {
      const path = join(scratch(), "mail.html");
      const html = "<p>ä</p>\r\n";
      await writeFile(path, html);
      for (const of of [assetOf(html, { path }), assetOf(html, { text: html }), html]) {
        await resource().create({ ...least, html: of, plainText: assetOf("Hi", { text: "Hi" }) });
        expect(emulator().snapshot().campaigns.at(-1)).to.deep.include({
          ...{ html: "<p>ä</p>\n", plain_text: "Hi" },
        });
      }
    });

    it("adopts the campaign in existingId by sending all declared inputs except the sender", async () => {
      const { id } = await resource().create({ ...least, existingId: "campaign-2" });
      expect(id).to.equal("campaign-2");
      expect(sent()).to.deep.equal([
        { at: "GET /list/list-1", body: undefined },
        {
          at: "PUT /campaign/campaign-2",
          body: {
            name: "Spring",
            subject: "What is new",
            plain_text: "Hello",
            list_ids: ["list-1"],
          },
        },
      ]);
      expect(warnings()).to.deep.equal([
        'Campaign "Spring" already existed and was adopted: all declared inputs were sent to it, except sender and extraFields.create.',
      ]);
    });

    it("fails with advice if the account has no campaign with the id in existingId", async () => {
      const adoption = resource().create({ ...least, existingId: "campaign-9" });
      expect(await rejection(adoption)).to.equal(
        'Campaign "Spring": the service replied "id: Record not found with the given Id" (404, PUT /campaign/{id}). Set existingId to the id of a campaign that the account has, or remove it to create a draft. [not-found]',
      );
    });
  });

  describe("update", () => {
    it("sends only changed inputs", async () => {
      await resource().create(whole);
      sent();
      const { replyTo: _replyTo, ...rest } = whole;
      const changed = { ...rest, subject: "News", rules: { limit: 11 }, mailingPreference: true };
      await resource().update("campaign-3", whole, changed);
      expect(sent()).to.deep.equal([
        {
          at: "PUT /campaign/campaign-3",
          body: {
            subject: "News",
            rules: { limit: 11 },
            mailing_preference: true,
            reply_email: "",
          },
        },
      ]);
    });

    it("sends nothing if a text moves to a file, lists change their order, or existingId or ignoreChecks changes", async () => {
      const old = { ...least, html: "<p>", listIds: ["list-1", "list-2"] };
      await resource().update("campaign-2", old, {
        ...old,
        html: assetOf("<p>", {}),
        listIds: ["list-2", "list-1"],
        existingId: "campaign-2",
        ignoreChecks: ["schedule-time-repeated"],
      });
      expect(sent()).to.deep.equal([]);
    });

    it("sends no request and reports nothing if only the line ends of a text change", async () => {
      const [unix, windows] = ["<p>Hello</p>\n<p>Bye</p>\n", "<p>Hello</p>\r\n<p>Bye</p>\r\n"];
      const path = join(scratch(), "mail.html");
      for (const [before, now] of [
        [unix, windows],
        [windows, unix],
      ] as const) {
        await writeFile(path, now);
        const file = (text: string) => assetOf(text, { path });
        const text = (of: string) => assetOf(of, { text: of });
        for (const form of [file, text]) {
          const [old, props] = [form(before), form(now)].map((html) => ({ ...least, html }));
          await resource().diff("campaign-2", old ?? {}, props ?? {});
          await resource().update("campaign-2", old ?? {}, props ?? {});
        }
        // A program that reads the file declares the new line ends.
        const { inputs } = await resource().check(
          { ...least, html: unix },
          { ...least, html: now },
        );
        expect(inputs).to.deep.include({ ...least, html: unix });
      }
      // The file differs from the state by more than line ends.
      await writeFile(path, windows);
      const other = { ...least, html: assetOf("<p>Hello</p>\n", { path }) };
      const props = { ...least, html: assetOf(windows, { path }) };
      expect(sent()).to.deep.equal([]);
      await resource().update("campaign-2", other, props);
      expect(sent()).to.deep.equal([{ at: "PUT /campaign/campaign-2", body: { html: unix } }]);
      expect(warnings()).to.deep.equal([]);
    });

    it("reads only the added list, and then sends the ids of all lists, if the program adds a list", async () => {
      emulator().patch("contacts", "contact-2", { list_id: "list-2" });
      await resource().update("campaign-2", least, { ...least, listIds: ["list-1", "list-2"] });
      expect(sent()).to.deep.equal([
        { at: "GET /list/list-2", body: undefined },
        { at: "PUT /campaign/campaign-2", body: { list_ids: ["list-1", "list-2"] } },
      ]);
    });

    it("fails without a request to the campaign if the account doesn't have a newly declared list", async () => {
      const problem =
        'listIds: the account has no list "list-9", so the update will fail. getLists() returns the lists that exist. Nothing was sent. [list-unknown listIds]';
      const update = resource().update("campaign-2", least, { ...least, listIds: ["list-9"] });
      expect(await rejection(update)).to.equal(`Campaign "Spring": ${problem}`);
      expect(sent().filter(({ at }) => at.startsWith("PUT"))).to.deep.equal([]);
    });

    it("looks in its preview for each added list once, and for none whose id is known only after apply", async () => {
      const declared = { ...least, listIds: ["list-2", "list-2", unknownValue] };
      await resource().diff("campaign-2", least, declared);
      await resource().diff("campaign-2", least, { ...least, listIds: unknownValue });
      const lists = sent().filter(({ at }) => at.startsWith("GET /list/"));
      expect(lists.map(({ at }) => at)).to.deep.equal(["GET /list/list-2"]);
      expect(warnings()).to.deep.equal([]);
    });

    it("reads an added list once for two previews and the first update, and again for a later update", async () => {
      const declared = { ...least, listIds: ["list-1", "list-2"] };
      const lists = () => sent().flatMap(({ at }) => (at.startsWith("GET /list/") ? at : []));
      for (const id of ["campaign-2", "campaign-3"]) await resource().diff(id, least, declared);
      await resource().update("campaign-2", least, declared);
      expect(lists()).to.deep.equal(["GET /list/list-2"]);
      // Somebody may have deleted the list since the first update.
      await resource().update("campaign-2", least, declared);
      expect(lists()).to.deep.equal(["GET /list/list-2"]);
    });

    it("reads an added list again in the update if the read in the preview failed", async () => {
      const declared = { ...least, listIds: ["list-1", "list-2"] };
      emulator().faults([
        { path: "/list/{id}", times: 1, kind: "status", status: 403, body: { message: "No." } },
      ]);
      await resource().diff("campaign-2", least, declared);
      expect(warnings()).to.have.lengthOf(1);
      await resource().update("campaign-2", least, declared);
      expect(sent().map(({ at }) => at)).to.deep.equal([
        "GET /list/list-2",
        "GET /list/list-2",
        "PUT /campaign/campaign-2",
      ]);
    });

    it("sends the lists even if a newly declared list has no contacts", async () => {
      await resource().update("campaign-2", least, { ...least, listIds: ["list-2"] });
      expect(sent()).to.deep.equal([
        { at: "GET /list/list-2", body: undefined },
        { at: "PUT /campaign/campaign-2", body: { list_ids: ["list-2"] } },
      ]);
    });

    it("fails with advice if the campaign no longer exists", async () => {
      const update = resource().update("campaign-9", least, { ...least, subject: "News" });
      expect(await rejection(update)).to.include("(404, PUT /campaign/{id}). If it was deleted in");
    });

    it("advises to pause the campaign if the service refuses an update while the campaign is being sent", async () => {
      emulator().patch("campaigns", "campaign-2", { status: "Processing" });
      const limited = (limit: number) => ({ ...least, rules: { limit } });
      const update = resource().update("campaign-2", limited(1), limited(2));
      expect(await rejection(update)).to.match(
        /^Campaign "Spring": the service replied "rules: .*\(400, PUT \/campaign\/\{id\}\)\. Pause the campaign first/,
      );
    });
  });

  describe("delete", () => {
    const removed =
      'Campaign "Spring" was removed from the Pulumi state but still exists in the account: the service has no delete operation.';
    for (const [status, sentence] of [
      [
        "scheduled",
        " It was scheduled when it was last read, so it WILL still be sent. To stop it, pause campaign campaign-2 in the service's web app.",
      ],
      ["paused", " It was paused when it was last read, not sent unless somebody resumes it."],
      ["processing", " It is being sent."],
      ["finished", " It was sent."],
      ["draft", ""],
      [undefined, ""],
    ] as const) {
      it(`sends no request, and warns that the campaign stays in the account, if the campaign's status is ${status ?? "unknown"}`, async () => {
        await resource().delete("campaign-2", { ...least, account: "loopback", status });
        expect(warnings()).to.deep.equal([removed + sentence]);
        expect(sent()).to.deep.equal([]);
      });
    }

    for (const [status, sentence] of [
      [
        "Scheduled",
        " It was scheduled when it was last read, so it WILL still be sent. To stop it, pause campaign campaign-2 in the service's web app.",
      ],
      ["Paused", " It was paused when it was last read, not sent unless somebody resumes it."],
    ] as const) {
      it(`warns about the current status ${status} if the campaign was paused at the last read`, async () => {
        emulator().patch("campaigns", "campaign-2", { status });
        const state = { ...least, account: "loopback", status: "paused" };
        await newRun({ operations: "extended" }).delete("campaign-2", state);
        expect(warnings()).to.deep.equal([removed + sentence]);
      });
    }
  });
});
