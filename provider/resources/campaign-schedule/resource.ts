import type { Account } from "../../account/account";
import { recordOf } from "../../account/program-record";
import { type CampaignRow, updateCampaign } from "../../api/campaign";
import { isSameTime, localTime, mayBePast, notSentReasonOf, pausedWords } from "../../email/date";
import { EmailMarketingError, ignoreOwnError } from "../../errors/error";
import { asName, quotedId } from "../../errors/redact";
import { time } from "../../input/time";
import { commonFields, text } from "../../input/validation";
import type { Lifecycle } from "../../lifecycle/lifecycle";
import { judgeSendWindow } from "../../lifecycle/preflight";
import { isUnknown, omitUndefined } from "../../plain/value";
import {
  campaignsOf,
  unreadIfNew,
  withMissingCampaignAdvice,
} from "../campaign-shared/campaign-cache";
import { hintForOther, otherCampaignProblem } from "../campaign-shared/same-mailing";
import { isClosed, isUnsent } from "../campaign-shared/status";
import { judgeAudience } from "./audience";
import {
  checkDate,
  type DateChange,
  type Decision,
  dateChange,
  decide,
  isMovedOnly,
  isOnlyRecorded,
  isOtherTime,
  isUndated,
  localDate,
  zoneNeeded,
} from "./decide";
import { campaignSchedulePreflight, dateRefusal } from "./preflight";
import type { CampaignScheduleOutputs, CampaignScheduleProps, ScheduleStep } from "./props";
import { hintForMove, outputsAfterDate, readSchedule } from "./read";

export const campaignScheduleLifecycle: Lifecycle<CampaignScheduleProps, CampaignScheduleOutputs> =
  {
    kind: "CampaignSchedule",
    labelInput: "campaignId",
    fields: {
      campaignId: {
        required: true,
        check: text({
          min: 1,
          // Refuses the placeholder id of an unconfirmed campaign, because the service doesn't know that id.
          problemOf: (id) =>
            id.startsWith("unknown:")
              ? "refers to a campaign whose creation is unconfirmed; resolve that campaign first"
              : undefined,
        }),
        replaces: true,
      },
      scheduledAt: { required: true, check: time },
      ...commonFields,
    },
    outputs: {
      sent: true,
      sentTime: { repeats: "scheduledAt" },
      unconfirmedTimes: { repeats: "scheduledAt" },
      status: true,
      __reading: { repeats: "scheduledAt" },
    },
    preflightChecks: campaignSchedulePreflight,
    resendUnconfirmed: "all",
    unconfirmedOutputs(account, step) {
      const { declared, old, lost } = dateChange(step, account.settings).dates;
      const times = [old, ...lost, declared].filter((time) => time !== undefined);
      return { unconfirmedTimes: [...new Set(times)] };
    },
    emailRole: "schedule",
    rules: checkDate,
    needsUpdate(account, old, props) {
      const isOther = isOtherTime(account, old, props);
      if (!isOther && old.__reading?.declared !== undefined) {
        return "scheduledAt: the program declares the date that was set in the service, so it is recorded, and nothing is sent.";
      }
      // If an update left a moved date in the service, no input looks changed. A preflight check shows the reason.
      if (isMovedOnly(old, props)) return true;
      const zone = account.settings.value("timeZone");
      const isSame = isSameTime(old.scheduledAt, props.scheduledAt, zone);
      if (!isSame || !isOther) return undefined;
      return `scheduledAt: the setting timeZone has changed, so the date is sent again: ${localDate(props.scheduledAt, account.settings)} instead of ${old.sentTime}. The service changes a date only while the campaign is paused.`;
    },
    read: { extended: readSchedule },
    find: "Declare it: pulumi up sends the date to the campaign",
    emailSentBy(at, step) {
      const { old, props } = step;
      if (old !== undefined && (isUnknown(props.scheduledAt) || !isOtherTime(at, old, props))) {
        return undefined;
      }
      // With the extended operations, assumes a draft. A draft accepts the most dates, so no guard is skipped.
      const reading = at.settings.isExtended ? { status: "draft", report: {} } : "unread";
      const decision = decide(dateChange(step, at.settings), reading, at.now());
      if (decision.is === "record") return undefined;
      return {
        isSent: true,
        resendRefusal: (program) => dateRefusal(step, program),
        inputViolations: judgeSendWindow(props.scheduledAt, at.settings),
        accountViolations: (program) => judgeAudience(props, program),
      };
    },
    /** Refuses to move a date to another campaign of the program if both may be the same mailing. */
    replaceRefusal(account, { campaignId, sent, status }, props) {
      const { settings, claims } = account;
      // Uses the schedule's state, because the engine hides the old campaign's state after "--replace" or a taint.
      const isSent = sent !== false && status !== "aborted" && !isOnlyRecorded(account, props);
      const isOfProgram =
        isUnknown(props.campaignId) ||
        recordOf(settings).object("Campaign", props.campaignId) !== undefined ||
        claims.isClaimed("Campaign", props.campaignId);
      const before = recordOf(settings).object("Campaign", campaignId);
      const isKept = before !== undefined && before.isGone !== true;
      if (campaignId === props.campaignId || !isSent || !isOfProgram || isKept) return undefined;
      return `campaignId: campaign ${campaignId} got a date, which no update takes back, and its Campaign may be replaced or no longer declared: with a date for another campaign in its place, readers could be mailed twice. After pulumi state taint, run pulumi state untaint; after a rename, add an alias; if replacementTrigger or replaceWith replaces it, restore the option; if the program keeps that Campaign, name it in dependsOn of this resource. If both are to be sent, or you have stopped campaign ${campaignId} in the service's web app, add "campaign-replaced" to ignoreChecks.`;
    },
    async create(account, props) {
      const { campaignId } = props;
      // A date is a field of its campaign and has no id, so the resource has the campaign's id.
      if (isOnlyRecorded(account, props)) return { id: campaignId, outputs: { sent: false } };
      const outputs = await sendDate(account, { props });
      account.claims.claim("CampaignSchedule", campaignId);
      return { id: campaignId, outputs };
    },
    async update(account, _campaignId, { old, props }) {
      if (isOtherTime(account, old, props)) return sendDate(account, { old, props });
      const { sent = true, sentTime, unconfirmedTimes, status } = old;
      // If the program now declares the moved date, drops the reading, because it is about the previous date.
      const __reading = old.__reading?.declared === undefined ? old.__reading : undefined;
      return omitUndefined({ sent, sentTime, unconfirmedTimes, status, __reading });
    },
    /** The state, with the campaign's current status if the campaign is read. */
    async stateBeforeDelete(state, { account, id }) {
      if (!account.settings.isExtended || account.claims.isClaimed("CampaignSchedule", id))
        return state;
      const row = await campaignsOf(account).readOnce(id).catch(ignoreOwnError);
      if (typeof row === "object") return { ...state, status: row.status };
      const { status, ...rest } = state;
      // Without a current status, somebody may have resumed the campaign, so the state's status "paused" isn't shown.
      return status === "paused" ? rest : state;
    },
    /** The message of a delete, which leaves the date in the service, because no operation removes a date. */
    retainMessage(state, of, zoneOfState) {
      // The date now belongs to another resource, or to this one's replacement, so there is nothing to report.
      if (of?.account.claims.isClaimed("CampaignSchedule", of.id)) return undefined;
      const zone = of ? of.account.settings.value("timeZone") : zoneOfState;
      const ending = notSentReasonOf(state, zone, of?.account.now().earlier);
      if (ending !== undefined) return { result: `only: ${ending}` };
      if (state.status === "paused") {
        const after =
          "only: the campaign is paused and keeps its date: it isn't sent unless somebody resumes it in the service's web app.";
        return { preview: `the campaign keeps its date: ${pausedWords}.`, result: after };
      }
      const before = `the campaign keeps its date and WILL still be sent at ${state.scheduledAt}. To stop it, pause campaign ${state.campaignId} in the service's web app.`;
      return { preview: before, result: `only: ${before}` };
    },
  };

async function sendDate(account: Account, step: ScheduleStep): Promise<CampaignScheduleOutputs> {
  const { settings } = account;
  const { props } = step;
  requireCheckpoint(account, props.campaignId);
  const zone = settings.value("timeZone");
  // The service only accepts local times without a time zone.
  if (localTime(props.scheduledAt, zone) === undefined) {
    throw new EmailMarketingError("config", `scheduledAt: ${zoneNeeded(settings)}.`);
  }
  const change = dateChange(step, settings);
  const { declared, old: oldTime, lost } = change.dates;
  const before = [oldTime, ...lost].filter((time) => time !== undefined);
  const attempt = await withMissingCampaignAdvice(requestDate(account, change));
  // The campaign may have been sent on a previous date that passed during this request. Such dates stay unconfirmed.
  const { later } = account.now();
  const open = before.filter((time) => time !== declared && mayBePast(time, zone, later));
  return outputsAfterAttempt(attempt, change, open);
}

/** Fails if this update created the campaign and the engine saves the state only at the end. */
function requireCheckpoint({ claims }: Account, campaignId: string): void {
  const skips = /^(1|true)$/i.test(process.env.PULUMI_SKIP_CHECKPOINTS ?? "");
  if (!skips || !claims.isClaimed("Campaign", campaignId)) return;
  throw new EmailMarketingError(
    "conflict",
    "not scheduled yet, because this update created the campaign and PULUMI_SKIP_CHECKPOINTS is set: if the update were " +
      "killed, the next one would create and mail a second campaign. Run pulumi up again.",
  );
}

/** Sends the date. Asks `decide` before each attempt, because a date could send a sent or aborted campaign again. */
async function requestDate(account: Account, change: DateChange) {
  const { old, props, dates, settings } = change;
  const { campaignId } = props;
  const scheduledAt = dates.declared;
  const body = { scheduled_at: scheduledAt };
  const hint = old && isMovedOnly(old, props) ? hintForMove(old, settings) : undefined;
  /** The latest decision, and the campaign as read for it (`row`) and before the first attempt (`first`). */
  let last: {
    readonly decision: Decision;
    readonly row?: CampaignRow | undefined;
    readonly first?: CampaignRow | "unread";
  } = { decision: { is: "send", isShownUnsent: false } };
  const firstRow = () => (last.first === "unread" ? undefined : last.first);
  await updateCampaign(account.main, campaignId, body, {
    whilePaused: () =>
      hint &&
      `The date was moved in the service: the program declares ${scheduledAt}, and the service has ${asName(firstRow()?.scheduledDate ?? "")}. ${hint}`,
    async beforeAttempt() {
      // Reads without the cache, because somebody may have changed the campaign during this run.
      const reading = settings.isExtended
        ? unreadIfNew(account, campaignId, await campaignsOf(account).readUncached(campaignId))
        : "unread";
      const row = typeof reading === "object" ? reading : undefined;
      // Without a reading, the decision depends on the clock. So get the service's time.
      if (reading === "unread") await account.syncClock();
      const decision = decide({ ...change, first: last.first }, reading, account.now());
      last = { decision, row, first: last.first ?? row ?? "unread" };
      if (decision.is === "refuse") throw refusalError(decision);
      if (decision.is !== "send") return "done";
      const other = row && otherCampaignProblem(settings, row);
      if (other !== undefined) {
        const problem = `${other}, so the date was not sent. ${hintForOther}`;
        throw new EmailMarketingError("conflict", problem);
      }
      account.warnIfTimeUnknown();
      return "send";
    },
  });
  const { decision, row } = last;
  const notice = notSentWarning(decision, row, hint);
  if (notice !== undefined) account.warnOnce(`CampaignSchedule ${quotedId(campaignId)}: ${notice}`);
  if (decision.is !== "send") return { decision, row, outputs: outputsIfNotSent(decision, row) };
  if (!settings.isExtended) return { decision, row, outputs: {} };
  const after = await campaignsOf(account).readAfterWrite(campaignId);
  return { decision, row, outputs: outputsAfterDate(after, scheduledAt, firstRow()) };
}

function notSentWarning(decision: Decision, row?: CampaignRow, hint = ""): string | undefined {
  const status = asName(row?.status ?? "");
  const isMovedBack = decision.is === "keep";
  const warnings = {
    paused:
      "the campaign has this date and is paused. pulumi up doesn't resume it. To send it, resume it in the service's web app, or declare another date.",
    moved: isMovedBack
      ? `the campaign has this date and is ${status}, so the update sent no date.`
      : `the date was moved in the service, and the campaign is ${status}, so the declared date was not sent. ${hint}`,
    unread: "the campaign can't be read, so its date was not sent.",
    sent: "the campaign was sent, so its date was recorded and not sent.",
    unconfirmed:
      "a date was sent without a reply and may be past, so the declared date was recorded and not sent.",
    "long past": undefined,
  };
  const why = "why" in decision ? decision.why : undefined;
  return why === undefined ? undefined : warnings[why];
}

function outputsIfNotSent({ is }: Decision, row?: CampaignRow): Partial<CampaignScheduleOutputs> {
  if (row === undefined) return {};
  const { status, scheduledDate } = row;
  const isKnown = is === "keep" && scheduledDate !== undefined && !isClosed(row);
  return { status, ...(isKnown && { __reading: { scheduledDate } }) };
}

function outputsAfterAttempt(
  { decision, row, outputs }: Awaited<ReturnType<typeof requestDate>>,
  { old, props, dates }: DateChange,
  open: string[],
): CampaignScheduleOutputs {
  if (decision.is === "send" || decision.is === "keep") {
    // True if the status proves whether the campaign was sent. If not, dates that may be past stay unconfirmed.
    const isShown =
      decision.is === "send"
        ? decision.isShownUnsent
        : row !== undefined && (isUnsent(row) || isClosed(row));
    const unconfirmed = !isShown && open.length > 0 && { unconfirmedTimes: open };
    // Keeps the date that a refresh found. If read again, it is most likely the service's form of the declared date.
    const found = isMovedOnly(old, props) ? old?.__reading?.before : undefined;
    const reading = found !== undefined && { __reading: { before: found } };
    return { sent: true, sentTime: dates.declared, ...unconfirmed, ...reading, ...outputs };
  }
  if (old === undefined || decision.is === "record") return { sent: false, ...outputs };
  const { sent = true, unconfirmedTimes, scheduledAt, status, __reading } = old;
  // If the campaign can still be changed, the state keeps the date set in the service, so the next preview reports it.
  if (!isClosed(outputs) && !isUndated(old)) {
    return omitUndefined({ sent, unconfirmedTimes, scheduledAt, status, __reading, ...outputs });
  }
  const { scheduledDate } = __reading ?? {};
  const reading = scheduledDate === undefined ? undefined : { scheduledDate };
  return { ...omitUndefined({ sent, unconfirmedTimes, __reading: reading }), ...outputs };
}

function refusalError({ campaign, doubt }: Extract<Decision, { is: "refuse" }>) {
  const why =
    campaign === undefined
      ? `scheduledAt: ${doubt ?? ""}.`
      : `the campaign ${campaign}, so its date was not sent: the date could mail it a second time, or send it after somebody stopped it. ` +
        "For another mailing, declare another Campaign with its own CampaignSchedule. To continue this one, use the " +
        "service's web app.";
  return new EmailMarketingError("conflict", why);
}
