import { expect } from "chai";
import { compareObject } from "../../../cli/command/drift/compare";
import { useLog } from "../../../provider/account/step";
import type { Properties } from "../../../provider/plain/value";
import { canaryKeys } from "../../support/canary";
import { useSkippedWaits } from "../../support/clock";
import { extended, useResource } from "../../support/resource";
import { spring } from "./spring";

/** An edit in the service's web app. By default, the program declares only `list-1`. */
interface Edit {
  readonly declared?: readonly string[];
  readonly campaign?: object;
  readonly renamed?: string;
  readonly deleted?: string;
}

/** The expected results of each command after an edit. */
interface Outcome {
  /** The lists that `drift` shows as the service's; "open" if it reports that they can't be compared. */
  readonly drift: readonly string[] | "same" | "open";
  /** The lists that a refresh shows as the input; "open" if it warns that they can't be compared. */
  readonly refresh: readonly string[] | "same" | "open";
  /** The lists that an update sends, or the error of an update that sends nothing. */
  readonly up: readonly string[] | "nothing" | RegExp;
}

const nothing: Outcome = { drift: "same", refresh: "same", up: "nothing" };
const open: Outcome = { drift: "open", refresh: "open", up: "nothing" };
const back = (lists: readonly string[]): Outcome => ({
  drift: lists,
  refresh: lists,
  up: ["list-1"],
});

const edits: Readonly<Record<string, Edit & { readonly outcome: Outcome }>> = {
  "a list was added": {
    campaign: { list_ids: ["list-1", "list-2"] },
    outcome: back(["list-1", "list-2"]),
  },
  "the list was replaced": {
    campaign: { list_ids: ["list-2"] },
    outcome: back(["list-2"]),
  },
  "the list was renamed": { renamed: "list-1", outcome: nothing },
  "the only list was deleted": { deleted: "list-1", outcome: open },
  "one of two lists was deleted": {
    declared: ["list-1", "list-2"],
    deleted: "list-2",
    outcome: {
      ...back(["list-1"]),
      up: /^Campaign "Spring": listIds: the account has no list "list-2", so the update will fail\. .* Nothing was sent\. \[list-unknown listIds\]$/,
    },
  },
  "a segment replaced the list": {
    campaign: { list_ids: [], segment_id: "segment-1" },
    outcome: open,
  },
};

const statuses = {
  draft: { status: "Draft" },
  scheduled: { status: "Scheduled", scheduled_at: "2098-03-01 09:00:00" },
  paused: { status: "Paused", scheduled_at: "2098-03-01 09:00:00" },
  sent: { status: "Finished", sent_at: "2026-01-01T00:00:00Z" },
} as const;

const readsBoth = ["POST /campaign/list", "POST /lists/search"];
const openSentence =
  "Campaign \"Spring\": listIds: not compared, because the service names no list of the campaign, or one that the account doesn't have or has several of with that name. Look at the campaign's lists in the service's web app.";

/** The result of an edit, as a part of the test's name. */
function resultOf({ drift, up }: Outcome): string {
  if (drift === "same") return "causes no drift";
  if (drift === "open") return "causes a warning that the lists can't be compared";
  return up instanceof RegExp
    ? "fails the next update"
    : "shows as drift that the next update undoes";
}

describe("an edit of a campaign's lists", function () {
  useSkippedWaits(this);
  const { emulator, newRun, warnings, requests, sent } = useResource(this, "Campaign", extended);

  let processes = 0;

  async function drift(id: string, outputs: Properties) {
    processes += 1;
    const settings: Properties = {
      ...extended,
      baseUrl: emulator().baseUrl,
      apiKey: canaryKeys.apiKey,
      // A real command has a process of its own. Here, other settings give each command its own account.
      verifyKey: `of-drift-${processes}`,
    };
    const object = { kind: "Campaign", name: "spring", id, outputs, secrets: [] as string[] };
    const held = { ...object, urn: "", form: "dynamic", explicit: undefined, isEncrypted: false };
    const config = (key: string) => settings[key.replace(/^.*:/, "")] as string | undefined;
    const schedule = { ...held, kind: "CampaignSchedule" } as const;
    const context = { cwd: __dirname, config, objects: [schedule as never] };
    const { differences = [], open: parts = [] } = await compareObject(held as never, context);
    const lists = differences.filter(({ property }) => property === "listIds");
    if (parts.some((part) => part.startsWith("(lists):"))) return "open";
    return lists.length === 0
      ? "same"
      : String(lists[0]?.service)
          .split("\n")
          .map((line) => /\((list-\d)\)/.exec(line)?.[1]);
  }

  for (const [what, { outcome, declared = ["list-1"], ...edit }] of Object.entries(edits)) {
    for (const [status, fields] of Object.entries(statuses)) {
      const { drift: drifted, refresh, up } = status === "sent" ? nothing : outcome;
      it(`${resultOf(status === "sent" ? nothing : outcome)} if ${what} (the campaign is ${status})`, async () => {
        const props = { ...spring, listIds: declared };
        const made = await newRun().create(props);
        emulator().patch("campaigns", made.id, fields);
        const { props: state = {} } = await newRun().read(made.id, made.outs);
        if (edit.campaign) emulator().patch("campaigns", made.id, edit.campaign);
        if (edit.renamed) emulator().patch("lists", edit.renamed, { name: "Clients" });
        if (edit.deleted) emulator().remove("lists", edit.deleted);
        warnings().length = 0;
        requests();

        expect(await drift(made.id, state), "drift").to.deep.equal(drifted);
        // Lists are read only if the service returns list names, and the campaign can still be changed.
        const read = status === "sent" || drifted === "open" ? readsBoth.slice(0, 1) : readsBoth;
        const gone = edit.deleted && Array.isArray(drifted) ? [`GET /list/${edit.deleted}`] : [];
        expect(requests(), "requests of drift").to.deep.equal([...read, ...gone]);

        useLog();
        warnings().length = 0;
        const { props: after = {} } = await newRun().read(made.id, state);
        expect(requests(), "requests of a refresh").to.deep.equal(read);
        const shown = Array.isArray(refresh) ? refresh : declared;
        expect(after.listIds, "refresh").to.deep.equal(shown);
        expect(warnings(), "words of a refresh").to.deep.equal(
          refresh === "open" ? [openSentence] : [],
        );

        expect(await newRun().faults(props, after), "preview").to.deep.equal([]);
        // The provider leaves the comparison of inputs to the engine, and replaces nothing.
        const run = newRun();
        const { changes, replaces = [] } = await run.diff(made.id, after, props);
        expect([changes, replaces], "preview").to.deep.equal([undefined, []]);
        requests();
        if (up === "nothing") return;
        const update = run.update(made.id, after, props);
        if (up instanceof RegExp) {
          expect(await update.catch((error: Error) => error.message), "up").to.match(up);
          expect(requests().filter((one) => one.startsWith("PUT"))).to.deep.equal([]);
          return;
        }
        await update;
        const puts = sent().filter(({ at }) => at.startsWith("PUT"));
        expect(puts, "up").to.deep.equal([
          { at: `PUT /campaign/${made.id}`, body: { list_ids: up } },
        ]);
      });
    }
  }
});
