import type { Account } from "../../account/account";
import type { CampaignRow } from "../../api/campaign-list";
import { contentHash, hashedContent } from "../../input/asset";
import { present, withoutUndefined } from "../../input/plain";
import { isAlike } from "../../input/spelling";
import { isUnknown } from "../../input/unknown";
import { isMissing } from "../../lifecycle/gone";
import type { Refreshed } from "../../lifecycle/lifecycle";
import { campaignsOf } from "../campaigns/campaigns";
import { isOver, missingNotice, statusNotice } from "../campaigns/status";
import {
  type CampaignDecided,
  type CampaignReading,
  type Compared,
  compared,
  hashesOf,
  hashOf,
  isDeclared,
  isLeftOut,
} from "./baseline";
import type { CampaignProps } from "./props";

/** What the state has of a campaign. */
interface RecordedCampaign {
  readonly props: CampaignProps;
  readonly reading: CampaignReading | undefined;
}

/** Reads a campaign: its status, and the inputs that somebody has changed in the service. */
export async function readCampaign(
  account: Account,
  id: string,
  state: CampaignProps & CampaignDecided,
): Promise<Refreshed<CampaignProps, CampaignDecided>> {
  campaignsOf(account).manage(id, state.name);
  const { status, scheduledDate, reading, ...props } = state;
  const row = await campaignsOf(account).readOnce(id);
  const isUnproven =
    row === "missing" && !(await isMissing(account, { email: props.sender.email }));
  if (row === "unread" || isUnproven)
    return { props, outputs: present({ status, scheduledDate, reading }) };
  if (row === "missing") {
    account.notice(missingNotice(id));
    return { props, outputs: present({ status: row, scheduledDate, reading }) };
  }
  const said = statusNotice(row, status);
  if (said !== undefined) account.notice(said);
  const { sayings = [], ...next } = isOver(row)
    ? { props: asDeclared(props, reading), reading: withoutDeclared(reading) }
    : compare(row, { props, reading });
  for (const one of sayings) account.notice(`Campaign "${props.name}": ${one}`);
  if (reading?.sender !== undefined && reading.sender !== hashesOf(row).sender) {
    account.notice(
      `Campaign "${state.name}": the sender was changed in the service. pulumi up can't change it back: the service has no operation for it.`,
    );
  }
  const outputs = { status: row.status, scheduledDate: row.scheduledDate };
  return { props: next.props, outputs: present({ ...outputs, reading: next.reading }) };
}

/** What a reading makes of one input: as it was or another reading, an edit, or nothing that can be compared. */
type Verdict = "same" | "taken" | "the service's form" | "edited" | "open";

/** The inputs as the service has them now, and what the next reading is compared with. */
function compare(row: CampaignRow, { props, reading = {} }: RecordedCampaign) {
  const now = hashesOf(row);
  const before = asDeclared(props, reading);
  const verdicts = compared.map((name) => [name, judge(name, row, before, reading)] as const);
  const edited = verdicts.flatMap(([name, verdict]) => (verdict === "edited" ? [name] : []));
  const isKept = (verdict: Verdict) => verdict === "edited" || verdict === "open";
  const next: Record<string, unknown> = {
    // Of HTML that differs, it says at which status its reading was made.
    status: edited.includes("html") ? reading.status : row.status,
    sender: reading.sender ?? now.sender,
    wasNotDraft: reading.wasNotDraft,
    ...Object.fromEntries(
      verdicts.map(([name, verdict]) => [name, isKept(verdict) ? reading[name] : now[name]]),
    ),
    ...(edited.length > 0 && {
      declared: Object.fromEntries(edited.map((name) => [name, declaredText(before, name)])),
    }),
  };
  return {
    props: { ...before, ...Object.fromEntries(edited.map((name) => [name, valueIn(row, name)])) },
    reading: withoutUndefined(next) as CampaignReading,
    sayings: verdicts.flatMap(([name, verdict]) => {
      if (verdict === "the service's form") return [spelling(name)];
      return verdict === "taken" && name === "html" ? [takenHtml] : [];
    }),
  };
}

function judge(
  name: Compared,
  row: CampaignRow,
  before: CampaignProps,
  reading: CampaignReading,
): Verdict {
  const [now, base, declared] = [hashesOf(row)[name], reading[name], before[name]];
  if (now === base) return "same";
  // HTML that nobody has declared is what the service makes of the plain text, and so is a missing address its own.
  if (declared === undefined && (name === "html" || isSendersOwn(row))) return "same";
  if (declared !== undefined && isDeclared(name, row, declared)) return "same";
  if (base !== undefined) return "edited";
  if (isUnknown(declared) || declared === undefined) return "same";
  if (isLeftOut(name, row)) return "open";
  if (reading.before?.[name] === now && reading.declared?.[name] === undefined)
    return "the service's form";
  return name === "html" ? "taken" : "edited";
}

function isSendersOwn({ replyTo, senderEmail }: CampaignRow): boolean {
  return replyTo === "" || isAlike(replyTo, senderEmail);
}

const takenHtml =
  "html: the service's HTML isn't the declared one, and no reading since the last update shows whether the service has rewritten it or somebody has edited it. Later refreshes compare with what it is now. If no one should have edited it, look at the campaign in the service's web app.";

function spelling(name: Compared): string {
  return `${name}: the service returned the same other value again after the declared one was sent. This is taken as the service's form of the declared value, and later refreshes compare with it.`;
}

/** The declared inputs that a campaign has otherwise, as far as it can be read. */
export function otherInputs(row: CampaignRow, props: Partial<CampaignProps>): string[] {
  return compared.filter((name) => {
    const declared = props[name];
    return declared !== undefined && !isUnknown(declared) && !isDeclared(name, row, declared);
  });
}

function valueIn({ name, subject, replyTo, htmlHash }: CampaignRow, of: Compared): unknown {
  if (of === "html") return hashedContent(htmlHash ?? hashOf(""));
  return { name, subject, replyTo: replyTo === "" ? undefined : replyTo }[of];
}

/** A declared input as the state keeps it: the HTML as its hash, none as empty. */
export function declaredText(props: CampaignProps, name: Compared): string {
  return (name === "html" ? contentHash(props.html) : props[name]) ?? "";
}

/** The inputs of the last write, in place of those that an earlier reading has found changed. */
function asDeclared(props: CampaignProps, { declared = {} }: CampaignReading = {}): CampaignProps {
  const values = Object.entries(declared).map(([name, text]) => {
    if (name === "html") return [name, hashedContent(text)];
    return [name, text === "" ? undefined : text];
  });
  return { ...props, ...Object.fromEntries(values) } as CampaignProps;
}

function withoutDeclared(reading: CampaignReading | undefined): CampaignReading | undefined {
  if (reading === undefined) return undefined;
  const { declared, ...rest } = reading;
  return rest;
}
