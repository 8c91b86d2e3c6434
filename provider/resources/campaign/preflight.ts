import { type Account, checkSenderDomain } from "../../account/account";
import { rowsForAdvice } from "../../account/cache";
import type { ProgramResource } from "../../account/program-record";
import { isReadOnly, stepSecrets } from "../../account/step";
import type { CampaignRow } from "../../api/campaign";
import type { ListRow } from "../../api/collections";
import { splitByComma } from "../../client/response";
import { localTime } from "../../email/date";
import {
  audienceInputs,
  type CampaignFacts,
  changedAudience,
  hasOtherAudience,
  type RecipientReach,
  readNote,
  recipientsNote,
  sizeNumbers,
} from "../../email/recipients";
import { ignoreOwnError } from "../../errors/error";
import { quoted, quotedId, redactSecretTexts } from "../../errors/redact";
import { type Finding, finding, type Level, type NamedFinding } from "../../input/finding";
import { nearest } from "../../input/nearest";
import { changedNames } from "../../lifecycle/check";
import { declaredTwice, isSameAddress, isSameAdopted } from "../../lifecycle/found-object";
import type { CheckedStep, PreflightCheck, Program } from "../../lifecycle/lifecycle";
import { hasUnconfirmedId } from "../../lifecycle/object-state";
import { judgeSendWindow, sendingViolations } from "../../lifecycle/preflight";
import { containsUnknown, isUnknown, omitUndefined, stringsIn } from "../../plain/value";
import { campaignsOf, listedCampaign, readIfExtended } from "../campaign-shared/campaign-cache";
import { driftedInputs, factsOf, type Sides } from "../campaign-shared/drift";
import {
  addedLists,
  countContacts,
  emptyLists,
  emptyListsOf,
  hasSecretLists,
  isDated,
  judgeRecipients,
  listsInDiff,
  listsInService,
  reachOf,
  unknownList,
  withAdoptedListsSoFar,
} from "../campaign-shared/lists";
import { duplicatesOf } from "../campaign-shared/same-mailing";
import { campaignConflict, isClosed, missingFinding } from "../campaign-shared/status";
import { type CampaignProps, contentPreflight, inputsOfService } from "./props";
import { type CampaignOutputs, differingInputs } from "./read";

type Step = CheckedStep<CampaignProps, CampaignOutputs>;

export const campaignPreflight: readonly PreflightCheck<CampaignProps>[] = [
  declaredTwice<CampaignProps>({
    input: "existingId",
    name: "campaign-duplicate",
    isSame: isSameAdopted,
    problem: (other) =>
      `Campaign ${quoted(other)} in this program has the same campaign, so each would overwrite the other. Declare it only once.`,
  }),
  { inputs: ["existingId"], ask: checkExisting, only: "new" },
  { inputs: ["name"], ask: reportDraftRisk, only: "new" },
  { inputs: ["name", "subject", "listIds", "segmentId"], atEnd: findDuplicates },
  { inputs: inputsOfService, ask: checkReading, only: "existing" },
  { inputs: inputsOfService, ask: reportCampaignFacts, only: "preview" },
  { inputs: [], atEnd: checkDated },
  ...contentPreflight,
  { inputs: ["sender"], atEnd: checkSender },
  { inputs: ["replyTo"], ask: checkReplyTo },
  { inputs: ["listIds"], ask: checkLists },
  { inputs: [], atEnd: checkEmptyLists },
  { inputs: audienceInputs, ask: reportRecipients, only: "preview" },
];

/** Findings about a campaign to adopt, with its date, its recipients and the inputs that the adoption overwrites. */
async function checkExisting(step: Step): Promise<NamedFinding[]> {
  const { props, account, own } = step;
  const { existingId } = props;
  if (existingId === undefined || isUnknown(existingId)) return [];
  const row = await readIfExtended(account, existingId);
  if (row === "unread") return overwritten(existingId);
  if (row === "missing") {
    const problem = `existingId: the service's list of campaigns has no campaign ${quotedId(existingId)}. If it doesn't exist, the update will fail. getCampaigns() returns those that the list has.`;
    // Only a warning, because the service may list only campaigns of recent days.
    return [finding("warning", "campaign-unknown", problem, { input: "existingId" })];
  }
  const closed = campaignConflict(row);
  const { date, ...facts } = await adoptionFacts(row, { props, secrets: own.secrets }, account);
  const isDateShown = date !== undefined && (await scheduleSecrets(step)).length === 0;
  const differing = [...differingInputs(row, props), ...(facts.isGivenOthers ? ["listIds"] : [])];
  return [
    ...(closed ? [{ ...closed, input: "existingId" }] : []),
    ...overwritten(existingId, differing),
    readNote(isDateShown ? { ...facts, date } : facts),
  ];
}

/** The secrets of schedules that may be for this campaign, as a date may be secret. The plugin sees most only later. */
async function scheduleSecrets({ own, props, resources }: CheckedStep<CampaignProps>) {
  const ids: readonly unknown[] = [own.idOutput, props.existingId];
  const schedules = await resources("CampaignSchedule");
  return schedules.flatMap(({ given, secrets = [] }) =>
    ids.includes(given?.campaignId) ? secrets : [],
  );
}

/** The note about inputs that an adoption overwrites. Without `differing`, the campaign's content isn't known. */
function overwritten(id: string, differing?: readonly string[]): NamedFinding[] {
  if (differing?.length === 0) return [];
  const which = differing === undefined ? "" : ` These inputs differ: ${differing.join(", ")}.`;
  const problem = `existingId: the update overwrites what campaign ${quotedId(id)} contains with the declared inputs.${which}`;
  return [finding("info", "campaign-overwritten", problem, { input: "existingId" })];
}

/** A note if `sending` is set to "refuse", because the specification doesn't promise that a new campaign is a draft. */
function reportDraftRisk({ props, account }: Step): NamedFinding[] {
  if (props.existingId !== undefined || account.settings.value("sending") !== "refuse") return [];
  const problem =
    'the setting sending is "refuse", and the service is expected to make a draft of a campaign without a date, which it mails to no one. That is not specified: try it once with a list that contains only your own address.';
  return [finding("info", "campaign-not-draft", problem)];
}

/** Finds a scheduled, paused or sent campaign that may be the same mailing, for example from another stack. */
async function findDuplicates(program: Program<CampaignProps>): Promise<NamedFinding[]> {
  const { own, props, account, resources } = program;
  if (props.existingId !== undefined) return [];
  const zone = account.settings.value("timeZone");
  const schedules = (await resources("CampaignSchedule")).filter(
    ({ given }) => own.idOutput !== undefined && given?.campaignId === own.idOutput,
  );
  const dates = schedules.flatMap(({ props: { scheduledAt } }) =>
    typeof scheduledAt === "string" ? (localTime(scheduledAt, zone) ?? []) : [],
  );
  return duplicatesOf({ campaign: own, dates }, program);
}

/** Findings about a campaign that is missing or closed, or that somebody has changed or paused in the service. */
async function checkReading({ account, props, old, own: { id = "", secrets } }: Step) {
  const row = await readIfExtended(account, id);
  if (row === "unread") return [];
  if (row === "missing") {
    if (old.status === "missing") return [missingFinding(id)];
    // A warning, because no refresh has found it missing; none if the list showed no draft, as it may hide all drafts.
    const isHidden = !campaignsOf(account).hasShownDraft();
    return isHidden ? [] : [{ ...missingFinding(id), level: "warning" as const }];
  }
  const closed = campaignConflict(row);
  if (closed === undefined) return driftOf(row, { old, props, secrets }, account);
  const known = inputsOfService.filter((name) => !containsUnknown(props[name]));
  if (changedNames(known, old, props).length > 0) return [closed];
  const problem = `only the update knows whether this campaign changes. If it does: ${closed.problem}`;
  return [{ ...closed, level: "warning" as const, problem }];
}

/** Findings about changed inputs and a pause in the service. The check of the CampaignSchedule compares the date. */
async function driftOf(row: CampaignRow, sides: Sides, account: Account, level?: Level) {
  const isPaused = row.status === "paused" && sides.old.status !== "paused";
  const problem =
    "somebody has paused the campaign in the service's web app: it isn't sent until it is resumed there. pulumi up doesn't resume it, unless the program declares another date, which does.";
  return [
    ...(isPaused ? [finding(level ?? "warning", "campaign-drifted", problem)] : []),
    ...(await driftedInputs(row, sides, account, { level })),
  ];
}

/** The facts for the pull request comment. `checkReading` has read the campaign, so this sends no request for it. */
async function reportCampaignFacts({ account, props, old, own: { id = "" } }: Step) {
  const row = campaignsOf(account).cachedReading(id);
  if (row === undefined || row === "unread") return [];
  if (row === "missing") return [readNote({ status: row })];
  return [readNote(await factsOf(row, { old, props, secrets: stepSecrets() }, account))];
}

/** Reports a date without a CampaignSchedule here, as a preview doesn't ask the provider about a removed schedule. */
async function checkDated(program: Program<CampaignProps, CampaignOutputs>) {
  const { account, own, old } = program;
  const { id } = own;
  const mayBeDated = account.settings.isExtended && !isClosed(old);
  if (id === undefined || hasUnconfirmedId(id) || !mayBeDated) return [];
  if (!program.isComplete || (await hasScheduleInProgram(program))) return [];
  // Ignores errors. `checkReading` reports them for a changed campaign, and an unchanged one sends nothing.
  const row = await listedCampaign(account, id).catch(ignoreOwnError);
  const read = row && !isClosed(row) ? await reportServiceChanges(row, program) : [];
  if ((row ?? old).status !== "scheduled") return read;
  const since = row ? "" : " (when it was last read)";
  const problem = `the service has a date for this campaign${since}, and the program declares no CampaignSchedule for it, so it WILL be sent on that date. To stop it, pause campaign ${id} in the service's web app. Otherwise declare its CampaignSchedule.`;
  return [finding("warning", "schedule-undeclared", problem), ...read];
}

/** Reports changes in the service. For a changed resource, whose state isn't known here, only status and date. */
async function reportServiceChanges(row: CampaignRow, { account, props, old, own }: Step) {
  const { status, scheduledDate: date } = row;
  if (own.isChanged) return status === "draft" ? [] : [readNote(omitUndefined({ status, date }))];
  const sides = { old: { ...props, ...old }, props, secrets: own.secrets };
  const drifted = await driftOf(row, sides, account, "info");
  const isMoved = old.scheduledDate !== undefined && old.scheduledDate !== date;
  const isPaused = status === "paused" && old.status !== "paused";
  const problem = "the date of the campaign has changed since the campaign was last read.";
  // The pull request comment shows these facts for a removed schedule, about which a preview doesn't ask the provider.
  const facts = omitUndefined({ status, ...(isMoved && { isMoved, date }) });
  return [
    ...drifted,
    ...(isMoved ? [finding("info", "campaign-drifted", problem)] : []),
    ...(isMoved || isPaused ? [readNote(facts)] : []),
  ];
}

async function hasScheduleInProgram({ own, resources }: Program) {
  const others = (await resources("Campaign")).filter(({ id }) => id !== own.id);
  return (await resources("CampaignSchedule")).some(({ props: { campaignId }, given }) =>
    isUnknown(campaignId)
      ? // An unknown id may be this campaign's, unless it is the id output of another campaign.
        !others.some(({ idOutput }) => idOutput === given?.campaignId)
      : campaignId === own.id,
  );
}

async function checkSender(program: Program<CampaignProps>): Promise<NamedFinding[]> {
  const { account, props, resources, isComplete } = program;
  const { sender, existingId } = props;
  const tagged = { input: "sender.email" };
  const email = sender?.email;
  // Only a create sends the sender, so the sender isn't checked for an adopted campaign.
  if (existingId !== undefined || email === undefined || isUnknown(email)) return [];
  const row = await account.senders.byKey(email);
  if (row?.status === "verified") return [];
  if (row) {
    const problem = `sender: the address is not verified in the account (status ${quoted(row.status)}), so the campaign can't be sent. Verify the address, or use another sender.`;
    return [finding("error", "campaign-sender-unverified", problem, tagged)];
  }
  // A Sender with an address that isn't known yet may be the sender of this campaign.
  const isIt = ({ props: { email: other } }: ProgramResource) =>
    isUnknown(other) || isSameAddress(other, email);
  if ((await resources("Sender")).some(isIt)) return [];
  const ofDomain = await checkSenderDomain(account, email, tagged.input);
  if (ofDomain.length > 0) return ofDomain;
  const problem = isComplete
    ? "sender: the account has no sender with this address, and this program declares none. Declare a Sender with the address, or use one that getSenders() returns."
    : "sender: the account has no sender with this address. The update fails unless this program declares a Sender with it.";
  return [finding(isComplete ? "error" : "info", "campaign-sender-unknown", problem, tagged)];
}

async function checkReplyTo({ account, props: { replyTo, sender } }: Step) {
  if (replyTo === undefined || isUnknown(replyTo) || isSameAddress(replyTo, sender?.email))
    return [];
  const row = await account.replyTos.byKey(replyTo);
  if (!row) {
    const problem =
      "replyTo: this is not a reply-to address of the account, so replies may not arrive. Add it in the service's web app, or use one that getReplyTos() returns.";
    return [finding("error", "reply-to-unknown", problem, { input: "replyTo" })];
  }
  if (row.status === "verified") return [];
  const problem = `replyTo: the address is not verified in the account (status ${quoted(row.status)}), so replies may not arrive. Verify the address, or use another one.`;
  return [finding("error", "reply-to-unverified", problem, { input: "replyTo" })];
}

/** The note about changed recipients of an existing campaign, and findings about empty lists if it has a date. */
async function reportRecipients({ account, props, old, own }: Step): Promise<NamedFinding[]> {
  const [input, another] = changedAudience(old, props);
  // A new campaign's recipients are in the note of its schedule. A closed campaign gets no other recipients.
  if (own.id === undefined || isClosed(old) || input === undefined) return [];
  const inDiff = listsInDiff(account);
  const audience = await withAdoptedListsSoFar({ ...own, props }, account);
  // Other ids belong to adopted Lists, whose checks read them through `account.lists`, so its cache saves a request.
  const byId = (id: string) => (props.listIds?.includes(id) ? inDiff : account.lists).byId(id);
  const isSecret = hasSecretLists({ old, props, secrets: own.secrets });
  const [before, now] = await Promise.all([
    isUnknown(old.listIds)
      ? unknownReach("the last change of its lists got no reply")
      : countContacts(old, inDiff),
    countContacts(audience, { byId }),
  ]);
  const secret = unknownReach("its lists are secret");
  const [from, to] = isSecret ? [secret, secret] : [before, now];
  const note = finding("info", "campaign-audience", recipientsNote(from, to), {
    ...(another === undefined && { input }),
    numbers: sizeNumbers(from, to),
  });
  // `checkEmptyLists` judges new lists, and the checks of the schedule judge the lists of a campaign without a date.
  const isJudged = !containsUnknown(audience.listIds) && (await isDated(account, own.id, old));
  return isJudged ? [note, ...emptyLists({ audience, reach: now, isSecret })] : [note];
}

function unknownReach(unknown: string): RecipientReach {
  return { contacts: { unknown }, lists: [] };
}

/** Findings about added lists that don't exist. For an existing campaign, the update reuses what this check reads. */
async function checkLists({ account, props: { listIds }, old, own }: Step) {
  const added = addedLists(old.listIds, [...new Set(stringsIn(listIds))]);
  const lists = own.id === undefined ? account.lists : listsInDiff(account);
  const found = added.map(async (id) => {
    const list = await lists.byId(id);
    // The suggested name resembles the id, so it would reveal a part of a secret id.
    const isSecret = own.secrets?.includes(id) === true;
    return list ? [] : [unknownList(id, isSecret ? undefined : await sameNamed(id, account))];
  });
  return (await Promise.all(found)).flat();
}

/** Finds the list with the same or a similar name, because a program may give a name instead of an id. */
async function sameNamed(name: string, { lists }: Account): Promise<ListRow | undefined> {
  const named = await lists.byKey(name).catch(ignoreOwnError);
  if (named) return named;
  const rows = await rowsForAdvice(lists);
  const names = rows.map((row) => row.name);
  const meant = nearest(name, names);
  return rows.find((row) => row.name === meant);
}

/** Findings about empty lists of a dated campaign that is adopted or has unknown list ids (see `reportRecipients`). */
export async function checkEmptyLists(program: Program<CampaignProps, CampaignOutputs>) {
  const { own, props, account } = program;
  const id = own.id ?? props.existingId;
  const isJudged = own.id !== undefined && !containsUnknown(props.listIds);
  if (id === undefined || isUnknown(id) || hasUnconfirmedId(id) || isJudged) return [];
  return (await isDated(account, id, own.old)) ? emptyListsOf(own, program) : [];
}

/** Facts about an adoption for the pull request comment. No `isGivenOthers` if a list id isn't known yet. */
async function adoptionFacts(
  row: CampaignRow,
  { props, secrets }: Pick<Sides, "props" | "secrets">,
  account: Account,
): Promise<CampaignFacts> {
  const { status, scheduledDate: date, contacts } = row;
  const isSecret = hasSecretLists({ props, secrets });
  const names = isSecret ? undefined : splitByComma(row.lists);
  const facts = omitUndefined({ status, date, names, contacts });
  const { listIds } = props;
  // A list whose id isn't known yet may be a list that the campaign already has.
  if (listIds === undefined || containsUnknown(listIds)) return facts;
  // With preflight, this sends no extra requests, because preflight reads every declared list anyway.
  const rows = await Promise.all([...new Set(listIds)].map((id) => account.lists.byId(id)));
  const declared = rows.filter((one) => one !== undefined);
  const { lists } = reachOf(listIds, declared);
  const inOrder = (listNames: string) => splitByComma(listNames).toSorted().join();
  // Compares names first, because comparing ids reads all lists of the account. Ambiguous names count as a change.
  const isSame =
    inOrder(row.lists) === inOrder(declared.map(({ name }) => name).join()) ||
    (await listsInService(account, row, { listIds })) === "same";
  const shown = isSecret ? undefined : lists;
  return omitUndefined({ ...facts, lists: shown, isGivenOthers: isSame ? undefined : true });
}

/** Guard violations by changed recipients. May read the campaign, because the state may lack the service's date. */
export async function guardChangedRecipients(step: CheckedStep<CampaignProps>): Promise<Finding[]> {
  const { account, own, props } = step;
  const { settings } = account;
  // In a preview or diff with `preflight` "off", only an adopted campaign is read, because it has no state.
  const isReadOff = isReadOnly() && settings.value("preflight") === "off";
  const tooMany = await judgeRecipients(async () => props, account);
  const isAdoption = own.id === undefined;
  const isGuarded =
    settings.value("sending") === "refuse" ||
    (isAdoption && settings.value("sendWindow") !== undefined);
  const id = own.id ?? props.existingId;
  if ((isReadOff && !isAdoption) || !isGuarded || id === undefined || isUnknown(id)) return tooMany;
  const row = await listedCampaign(account, id);
  if (row?.status !== "scheduled") return tooMany;
  if (isAdoption && !(await changesRecipients(row, props, account))) return tooMany;
  const advice =
    "Pause the campaign in the service's web app, and set scheduledAt of its CampaignSchedule to a time within it.";
  const window = isAdoption ? judgeSendWindow(row.scheduledDate ?? "", settings, advice) : [];
  const secrets = window.length > 0 ? await scheduleSecrets(step) : [];
  // A campaign has no input for the date, so these findings are about the whole resource.
  const outside = window.map(({ problem }) => ({
    path: "",
    problem: `the service has a date for the campaign: ${redactSecretTexts(problem, secrets)}`,
  }));
  return [...tooMany, ...sendingViolations(settings), ...outside];
}

/** True if an adoption changes or may change the recipients. If list ids aren't known yet, the update checks them. */
async function changesRecipients(row: CampaignRow, props: Step["props"], account: Account) {
  const { listIds = [] } = props;
  if (containsUnknown(listIds)) return false;
  const { isGivenOthers = false } = await adoptionFacts(row, { props }, account);
  return isGivenOthers || hasOtherAudience({ listIds }, props);
}
