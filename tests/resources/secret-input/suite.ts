import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { forgetProgram } from "../../../provider/account/program-record";
import { useLog } from "../../../provider/account/step";
import { groupBy } from "../../../provider/plain/value";
import type { Kind } from "../../support/resource";
import { type Runtime, runtimeNames } from "../../support/runtime";
import { useEmulator } from "../../support/service";
import { useWarnings } from "../../support/warnings";
import { createStack } from "./engine";
import { type Declared, hiddenTexts, program } from "./program";
import type { IsSecret, Shown } from "./provider";

const sender = {
  sender_email: "hidden-campaign@acme.example",
  sender_name: "Hidden Campaign Sender",
};

const account: Seed = {
  domains: [
    { id: "domain-1", domain: "acme.example", status: "verified" },
    { id: "domain-2", domain: "hidden-domain.example", status: "verified" },
  ],
  senders: [sender],
  reply_emails: [{ id: "reply-1", reply_email: "hidden-reply@acme.example" }],
  lists: [
    { id: "hidden-1", name: "Hidden Customers", contact_count: 0 },
    { id: "hidden-2", name: "Hidden Friends", contact_count: 7 },
    { id: "list-3", name: "Hidden old list", contact_count: 3 },
  ],
  segments: [{ id: "hidden-segment", name: "Hidden segment" }],
  webhooks: [{ id: "webhook-1", name: "Hidden webhook", url: "https://hooks.example/x" }],
  campaigns: [
    {
      ...{ id: "campaign-9", name: "Elsewhere", subject: "Elsewhere", html: "<p>Hi</p>", sender },
      ...{ list_ids: ["hidden-2"], status: "Scheduled", scheduled_at: "2098-04-07 01:02:03" },
    },
  ],
};

/** The program with other values for inputs of a kind. */
function changed(of: readonly Declared[], kind: Kind, more: object): Declared[] {
  return of.map((one) =>
    one.kind === kind ? { ...one, inputs: { ...one.inputs, ...more } } : one,
  );
}

/** The inputs that a message quotes if they aren't secret. */
const saidInputs = [
  "Sender.email",
  "CustomProperty.name",
  "List.name",
  ...["name", "subject", "preheader", "html", "plainText", "listIds", "permissionReminder"].map(
    (input) => `Campaign.${input}`,
  ),
  "CampaignSchedule.scheduledAt",
  "DomainDnsShare.domainId",
  "WebhookActivation.webhookId",
];

interface Row {
  readonly kind: Kind;
  readonly input: string;
  readonly texts: readonly string[];
}

const rows: readonly Row[] = Object.entries(hiddenTexts).flatMap(([kind, inputs]) =>
  Object.entries(inputs).flatMap(([input, texts]) =>
    texts.length === 0 ? [] : [{ kind: kind as Kind, input, texts }],
  ),
);

/** One input of each kind in each turn, because a step that knows a secret may hide more than that secret. */
const turns = groupBy(rows, ({ kind, input }) =>
  String(rows.filter((one) => one.kind === kind).findIndex((one) => one.input === input)),
);

const nameOf = ({ kind, input }: Pick<Row, "kind" | "input">) => `${kind}.${input}`;

/** Defines the tests of secret inputs. */
export function defineSecretInputTests(runtime: Runtime): void {
  describe(`the text of an input (${runtimeNames[runtime]}, without an engine)`, function () {
    this.timeout(300_000);
    const emulator = useEmulator(this);
    const warnings = useWarnings(this);
    beforeEach("starts a new run", () => {
      useLog();
      forgetProgram();
    });
    after("forgets the messages", () => useLog());

    /** What is shown and stored in the life of a stack. */
    async function lifeOf(isSecret: IsSecret): Promise<Shown> {
      const shown: Shown = { messages: [], stored: [] };
      const open = () => createStack(runtime, emulator(), isSecret, shown);
      const guards = { maxRecipients: "1", sendWindow: "Mon 00:00-00:01", sending: "refuse" };
      // An account that has nothing.
      emulator().reset();
      emulator().seed({});
      await open().preview(program);
      await open().update(program.filter(({ kind }) => kind !== "CampaignSchedule"));
      emulator().reset();
      emulator().seed(account);
      await open().preview(program, guards);
      const elsewhere = changed(program, "Campaign", { listIds: ["hidden-none"] });
      await open().preview(elsewhere, { maxRecipients: "1" });
      const stack = open();
      await stack.preview(program);
      await stack.update(program);
      await stack.preview(program);
      const moved = changed(program, "CampaignSchedule", { scheduledAt: "2098-04-05 08:00:00" });
      await stack.preview(moved);
      for (const { id, status, segment_id } of emulator().snapshot().campaigns) {
        emulator().patch("campaigns", id, {
          ...(segment_id === undefined && { list_ids: ["hidden-2"] }),
          subject: "Hidden subject of others",
          ...(status === "Scheduled" && { scheduled_at: "2098-04-06 06:07:08" }),
        });
      }
      await stack.preview(program);
      await stack.preview(moved);
      await stack.preview(changed(moved, "Campaign", { contactsOrder: "first" }));
      await stack.preview(changed(program, "Campaign", { listIds: ["hidden-1", "hidden-none"] }));
      await stack.update(changed(program, "Campaign", { listIds: ["hidden-1", "hidden-none"] }));
      for (const { id } of emulator().snapshot().campaigns) {
        emulator().patch("campaigns", id, { status: "Paused" });
      }
      await stack.preview(changed(moved, "Campaign", { listIds: ["hidden-1"] }));
      await stack.update(changed(moved, "Campaign", { listIds: ["hidden-1"] }));
      await stack.refresh();
      // Nothing shows the campaign that the date of a removed schedule was secret, so the service has another date here.
      for (const { id } of emulator().snapshot().campaigns) {
        emulator().patch("campaigns", id, { scheduled_at: "2098-04-07 01:02:03" });
      }
      await stack.preview(program.filter(({ kind }) => kind !== "CampaignSchedule"));
      await stack.destroy();
      shown.messages.push(...warnings());
      return shown;
    }

    it("is in the state as clear text, and in some messages, if the input isn't secret", async () => {
      const { messages, stored } = await lifeOf(() => false);
      const having = (texts: readonly string[]) =>
        rows.filter((row) => texts.some((text) => row.texts.some((one) => text.includes(one))));
      expect(having(messages).map(nameOf)).to.deep.equal(saidInputs);
      expect(having(stored)).to.deep.equal(rows);
    });

    for (const turn of turns) {
      const names = turn.map(nameOf);
      const others = ["", " and an input of another resource type"][names.length - 1];
      const rest = others ?? ` and an input of each of ${names.length - 1} other resource types`;
      it(`is in no message, and only encrypted in the state, if the input is secret (${names[0]}${rest})`, async () => {
        const { messages, stored } = await lifeOf((kind, input) =>
          names.includes(nameOf({ kind, input })),
        );
        const texts = turn.flatMap((one) => one.texts);
        const leaked = [
          ...messages.map((one) => `said: ${one}`),
          ...stored.map((one) => `stored: ${one}`),
        ].filter((one) => texts.some((text) => one.includes(text)));
        expect([...new Set(leaked)]).to.deep.equal([]);
      });
    }
  });
}
