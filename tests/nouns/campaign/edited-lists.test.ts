import { expect } from "chai";
import { useSkippedWaits } from "../../support/clock";
import { rejection } from "../../support/rejection";
import { extended, useResource } from "../../support/resource";
import { spring } from "./spring";

/** What somebody does in the service's web app to the lists of a campaign that goes to `list-1`, or to both. */
interface Edit {
  readonly declared?: readonly string[];
  readonly campaign?: object;
  readonly renamed?: string;
  readonly deleted?: string;
  /** The lists that a refresh shows as the input; `open` where it says that they aren't compared. */
  readonly refresh: readonly string[] | "same" | "open";
  /** Why the update that then sends the declared ones fails. */
  readonly refused?: RegExp;
}

const edits: Readonly<Record<string, Edit>> = {
  "a list that is added": {
    campaign: { list_ids: ["list-1", "list-2"] },
    refresh: ["list-1", "list-2"],
  },
  "a list that is replaced": { campaign: { list_ids: ["list-2"] }, refresh: ["list-2"] },
  "a list that is renamed": { renamed: "list-1", refresh: "same" },
  "the only list, which is deleted": { deleted: "list-1", refresh: "open" },
  "one of two lists, which is deleted": {
    declared: ["list-1", "list-2"],
    deleted: "list-2",
    refresh: ["list-1"],
    refused:
      /^Campaign "Spring": listIds: the account has no list "list-2", so the update will fail\. .* Nothing was sent\. \[list-unknown\]$/,
  },
  "a segment in place of the list": {
    campaign: { list_ids: [], segment_id: "segment-1" },
    refresh: "open",
  },
};

const statuses = {
  draft: { status: "Draft" },
  scheduled: { status: "Scheduled", scheduled_at: "2098-03-01 09:00:00" },
  paused: { status: "Paused", scheduled_at: "2098-03-01 09:00:00" },
  sent: { status: "Finished", sent_at: "2026-01-01T00:00:00Z" },
} as const;

const openSentence =
  "Campaign \"Spring\": listIds: not compared, because the service names no list of the campaign, or one that the account doesn't have or has several of with that name. Look at the campaign's lists in the service's web app.";

describe("lists that somebody changes in the service's web app", function () {
  useSkippedWaits(this);
  const { emulator, newRun, told, requests, sent } = useResource(this, "Campaign", extended);

  for (const [what, { declared = ["list-1"], refused, ...edit }] of Object.entries(edits)) {
    for (const [status, fields] of Object.entries(statuses)) {
      const refresh = status === "sent" ? "same" : edit.refresh;
      it(`${what}: ${status}`, async () => {
        const props = { ...spring, listIds: declared };
        const made = await newRun().create(props);
        emulator().patch("campaigns", made.id, fields);
        const { props: state = {} } = await newRun().read(made.id, made.outs);
        if (edit.campaign) emulator().patch("campaigns", made.id, edit.campaign);
        if (edit.renamed) emulator().patch("lists", edit.renamed, { name: "Clients" });
        if (edit.deleted) emulator().remove("lists", edit.deleted);
        told().length = 0;
        requests();

        const { props: after = {} } = await newRun().read(made.id, state);
        // Lists are read where the service names some, and the campaign can still be changed.
        const isAsked = status !== "sent" && refresh !== "open";
        expect(requests(), "requests of a refresh").to.deep.equal([
          "POST /campaign/list",
          ...(isAsked ? ["POST /lists/search"] : []),
        ]);
        const shown = Array.isArray(refresh) ? refresh : declared;
        expect(after.listIds, "refresh").to.deep.equal(shown);
        expect(told(), "words of a refresh").to.deep.equal(
          refresh === "open" ? [openSentence] : [],
        );

        expect(await newRun().faults(props, after), "preview").to.deep.equal([]);
        // A preview shows what the engine finds by comparing the inputs, and replaces nothing.
        const run = newRun();
        const { changes, replaces = [] } = await run.diff(made.id, after, props);
        expect([changes, replaces], "preview").to.deep.equal([undefined, []]);
        sent();
        if (!Array.isArray(refresh)) return;
        const update = run.update(made.id, after, props);
        if (refused) expect(await rejection(update), "up").to.match(refused);
        else await update;
        expect(sent().filter(({ at }) => at.startsWith("PUT"))).to.deep.equal(
          refused ? [] : [{ at: `PUT /campaign/${made.id}`, body: { list_ids: declared } }],
        );
      });
    }
  }
});
