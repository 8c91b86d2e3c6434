import type { Account } from "../../account/account";
import { isOver, missingNotice, statusNotice, statusOf } from "../../account/campaign-status";
import type { CampaignRow } from "../../api/campaign-list";
import { contentHash, hashedContent } from "../../input/asset";
import { present, withoutUndefined } from "../../input/plain";
import { isUnknown } from "../../input/unknown";
import { isMissing } from "../../lifecycle/gone";
import type { Refreshed } from "../../lifecycle/lifecycle";
import {
  type CampaignBaseline,
  type CampaignDecided,
  type Compared,
  compared,
  hashesOf,
  hashOf,
  spelled,
} from "./baseline";
import { firstSeen, isSame, type RecordedCampaign, spelling } from "./first-reading";
import type { CampaignProps } from "./props";

/** Reads a campaign: its status, and the inputs that somebody has changed in the service. */
export async function readCampaign(
  account: Account,
  id: string,
  state: CampaignProps & CampaignDecided,
): Promise<Refreshed<CampaignProps, CampaignDecided>> {
  account.campaigns.manage(id, state.name);
  const { status, scheduledDate, reading, ...props } = state;
  const sight = await account.campaigns.seen(id);
  const isUnproven =
    sight === "missing" && !(await isMissing(account, { email: props.sender.email }));
  if (sight === "unread" || isUnproven)
    return { props, outputs: present({ status, scheduledDate, reading }) };
  if (sight === "missing") {
    account.notice(missingNotice(id));
    return { props, outputs: present({ status: sight, scheduledDate, reading }) };
  }
  const told = statusNotice(sight, status);
  if (told !== undefined) account.notice(told);
  const next = isOver(sight)
    ? { props: asDeclared(props, reading), baseline: withoutDeclared(reading) }
    : compare(sight, { props, reading });
  for (const name of "spellings" in next ? next.spellings : [])
    account.notice(spelling(props.name, name));
  if (next.baseline?.sender !== undefined && next.baseline.sender !== hashesOf(sight).sender) {
    account.notice(
      `Campaign "${state.name}": the sender was changed in the service. pulumi up can't change it back: the service has no operation for it.`,
    );
  }
  const outputs = { status: statusOf(sight), scheduledDate: sight.scheduledDate };
  return { props: next.props, outputs: present({ ...outputs, reading: next.baseline }) };
}

/** The inputs as the service has them now, and what the next reading is compared with. */
function compare(row: CampaignRow, { props, reading = {} }: RecordedCampaign) {
  const now = hashesOf(row);
  const status = statusOf(row);
  const isSameStatus = reading.status === status;
  const before = asDeclared(props, reading);
  const first = firstSeen(row, { props: before, reading });
  const differs = (name: Compared): boolean => {
    const base = reading[name];
    if (base === undefined) return first.differing.some((one) => one === name);
    if (base === now[name]) return false;
    // HTML that nobody has declared is what the service makes of the plain text.
    if (name === "html" && props.html === undefined) return false;
    // With its status, a service may change what it makes of the HTML and of a missing address, but no name.
    return isSameStatus || ((name === "name" || name === "subject") && row[name] !== before[name]);
  };
  const drifted = compared.filter(differs);
  const differed = Object.fromEntries(first.differing.map((name) => [name, now[name]]));
  const baseline: Record<string, unknown> = {
    status,
    ...now,
    ...(isSameStatus && reading.sender !== undefined && { sender: reading.sender }),
    ...Object.fromEntries([...first.absent, ...drifted].map((name) => [name, reading[name]])),
    ...(drifted.length > 0 && {
      declared: Object.fromEntries(drifted.map((name) => [name, declaredText(before, name)])),
    }),
    ...(first.differing.length > 0 && { differed }),
  };
  const changed = Object.fromEntries(drifted.map((name) => [name, valueIn(row, name)]));
  return {
    props: { ...before, ...changed },
    baseline: withoutUndefined(baseline) as CampaignBaseline,
    spellings: first.returned,
  };
}

/** The declared inputs that a campaign has otherwise, as far as it can be read. */
export function otherInputs(row: CampaignRow, props: Partial<CampaignProps>): string[] {
  return compared.filter((name) => {
    const declared = props[name];
    if (declared === undefined || isUnknown(declared)) return false;
    if (name === "html") return contentHash(declared) !== row.htmlHash;
    return !isSame(name, row[name], props[name]);
  });
}

function valueIn({ name, subject, replyTo, htmlHash }: CampaignRow, of: Compared): unknown {
  if (of === "html") return hashedContent(htmlHash ?? hashOf(""));
  return { name, subject, replyTo: replyTo === "" ? undefined : replyTo }[of];
}

function declaredText(props: CampaignProps, name: Compared): string {
  return (name === "html" ? contentHash(props.html) : props[name]) ?? "";
}

/** The inputs of the last write, in place of those that an earlier reading has found changed. */
function asDeclared(props: CampaignProps, { declared = {} }: CampaignBaseline = {}): CampaignProps {
  const values = Object.entries(declared).map(([name, text]) => {
    if (name === "html") return [name, hashedContent(text)];
    return [name, text === "" ? undefined : text];
  });
  return { ...props, ...Object.fromEntries(values) } as CampaignProps;
}

function withoutDeclared(reading: CampaignBaseline | undefined): CampaignBaseline | undefined {
  if (reading === undefined) return undefined;
  const { declared, ...rest } = reading;
  return rest;
}

/** What an update leaves of the outputs: what it has sent is compared anew, and so is HTML, which depends on the rest. */
export function afterUpdate(
  { status, scheduledDate, reading }: CampaignDecided,
  { sent, props }: { readonly sent: readonly string[]; readonly props: CampaignProps },
): CampaignDecided {
  if (sent.length === 0 || reading === undefined) {
    return present({ status, scheduledDate, reading });
  }
  const left = (name: string) => name !== "html" && !sent.includes(name);
  const { declared = {}, differed = {}, ...hashes } = reading;
  const kept = Object.entries(declared).filter(([name]) => left(name));
  // What the service had before a declared value was sent once more: it may be what it makes of that value.
  const known = spelled
    .filter((name) => left(name) || declared[name] === props[name])
    .map((name) => [name, left(name) ? differed[name] : (reading[name] ?? differed[name])] as const)
    .filter(([, hash]) => hash !== undefined);
  const next = {
    ...Object.fromEntries(Object.entries(hashes).filter(([name]) => left(name))),
    ...(kept.length > 0 && { declared: Object.fromEntries(kept) }),
    ...(known.length > 0 && { differed: Object.fromEntries(known) }),
  };
  return present({ status, scheduledDate, reading: next });
}
