import { ownType, urnParts } from "../../../provider/engine/resource";
import { asName, quoted, redact, redactFinding } from "../../../provider/errors/redact";
import { groupBy, omitUndefined, stringIn } from "../../../provider/plain/value";
import type { Resource } from "../../engine/resource";
import { accountOf, isSameAccount } from "./account";
import { changedInputs, differingInputs, possiblyChangedSecrets } from "./difference";
import {
  findingOf,
  findingsAbout,
  inOrder,
  policyFinding,
  resourceFinder,
  withReason,
} from "./finding";
import { indexBy } from "./index-by";
import type { Preview, PreviewStep } from "./input";
import { knownLists } from "./known-list";
import { isRecorded } from "./mailing-change";
import type {
  PreviewedResource,
  PreviewFinding,
  PreviewModel,
  ResourceChange,
  ReviewSources,
} from "./model";
import { factsAboutCampaign } from "./read-campaign";

export type { Clean, PreviewedResource, PreviewModel, ResourceChange } from "./model";

/** The engine operations that change a resource, the riskiest first. */
const changes: Readonly<Record<string, ResourceChange>> = {
  delete: "delete",
  // A replacement has several steps. The step `replace` comes first, because it has both states.
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  create: "create",
  update: "update",
  import: "import",
};
const ops = Object.keys(changes);

export function previewModel(preview: Preview, reading: ReviewSources): PreviewModel {
  const { steps, diagnostics, config, policies } = preview;
  const clean = (text: string) => redact(text, reading.keys);
  const own = groupBy(
    steps.filter((step) => !isOfStack(step)),
    ({ urn }) => urn,
  );
  const byUrn = own.map((all) => all.sort((one, other) => rankOf(one) - rankOf(other)));
  const deleted = new Set(byUrn.flatMap(([{ op, urn }]) => (op === "delete" ? urn : [])));
  const read = { clean, kindOf: reading.kindOf, deleted };
  const { urn = "" } = [...steps, ...diagnostics].find((one) => one.urn) ?? {};
  const { stack, project } = urnParts(urn);
  const cleanSaid = (text: string) => redactFinding(text, reading.keys);
  const said = diagnostics.flatMap((diagnostic) => findingOf(diagnostic, cleanSaid));
  const parts = byUrn.map((all) => resourceOf(all, read));
  const resources = parts.map((one) => withCampaign(one, parts, said));
  const ofProvider = said.map(resourceFinder(resources, read));
  const ofPolicies = inOrder(policies ?? []).map((one) => policyFinding(one, cleanSaid));
  const findings = withReason([...ofPolicies, ...ofProvider], policies !== undefined);
  const known = { resources, config, zoneOf: reading.zoneOf };
  const zoneIn = (state: Resource) => accountOf(state, known).zone;
  // The campaign's status in the state may be outdated, so return the status that this preview has read, if any.
  const statusRead = (urn: string, state: Resource) => {
    const campaign = resources.find(
      ({ emailRole, old }) =>
        emailRole === "content" && old?.id === state.id && isSameAccount(old ?? {}, state),
    );
    return factsAboutCampaign({ findings }, [urn, campaign?.urn])?.status;
  };
  return {
    stack: clean(project === "" ? stack : `${project}/${stack}`),
    resources,
    hasUnchanged: hasUnchanged(preview),
    config,
    clean,
    zoneOf: reading.zoneOf,
    findings,
    listOf: knownLists({ resources, findings }),
    keptObjects: byUrn.flatMap((all) => keptObjectFindings(all, { ...read, zoneIn, statusRead })),
  };
}

/**
 * Adds a schedule's dependency on its campaign if preflight's note about the schedule names exactly one campaign.
 * Needed for the event format of the CLI, which contains no dependencies.
 */
function withCampaign(
  resource: PreviewedResource,
  resources: readonly PreviewedResource[],
  findings: readonly PreviewFinding[],
): PreviewedResource {
  const { urn, emailRole, now } = resource;
  if (emailRole !== "schedule" || now === undefined || now.propertyDependencies) return resource;
  const note = findingsAbout(findings, [urn]).find((one) => one.note)?.note;
  const [campaign, another] = campaignsByName(resources, [note?.campaign ?? []].flat()).filter(
    (one) => one.now?.provider === now.provider,
  );
  if (campaign === undefined || another !== undefined) return resource;
  return { ...resource, now: { ...now, propertyDependencies: { campaignId: [campaign.urn] } } };
}

const campaignsByName = indexBy<PreviewedResource>(({ emailRole, urn }) =>
  emailRole === "content" ? [asName(urnParts(urn).name)] : [],
);

/** Converts a state into the model of a preview without changes. */
export function stateModel(
  resources: readonly Resource[],
  config: PreviewModel["config"],
  reading: ReviewSources,
): PreviewModel {
  const steps = resources
    .filter((one) => !one.delete)
    .map((newState) => ({ op: "same", urn: newState.urn ?? "", newState }));
  const changeSummary = { same: steps.length };
  return previewModel({ config, changeSummary, steps, diagnostics: [] }, reading);
}

/**
 * True if the preview contains the unchanged resources. The summary counts them even if the steps omit them. If there
 * are none, the summary has no count for them.
 */
function hasUnchanged({ steps, changeSummary }: Preview): boolean {
  const same = steps.filter(({ op }) => op === "same");
  // A failed preview may have no summary. Then the steps decide. The stack's own step doesn't count, because a preview
  // without `--show-sames` has it, too.
  if (Object.keys(changeSummary).length === 0) return same.some((step) => !isOfStack(step));
  return same.length >= Number(changeSummary.same ?? 0);
}

function isOfStack({ urn }: PreviewStep): boolean {
  return urnParts(urn).type === "pulumi:pulumi:Stack";
}

/** The steps of a resource. The first step shows the main change. */
type ResourceSteps = readonly [PreviewStep, ...PreviewStep[]];

/** The rank of a step among the steps of one resource, lowest first. A refresh ranks after all other operations. */
function rankOf({ op }: PreviewStep): number {
  const rank = ops.indexOf(op);
  return rank !== -1 ? rank : op === "refresh" ? ops.length + 1 : ops.length;
}

interface StepContext extends Pick<PreviewModel, "clean">, Pick<ReviewSources, "kindOf"> {
  /** The URNs of the resources that the update deletes without a replacement. */
  readonly deleted: ReadonlySet<string>;
}

function resourceOf(
  steps: ResourceSteps,
  { clean, kindOf, deleted }: StepContext,
): PreviewedResource {
  const [{ urn, op, oldState: old, newState: now }] = steps;
  const { type, kind, name } = urnParts(urn);
  const change = changes[op];
  const own = ownType(type)?.kind;
  const emailRole = own === undefined ? undefined : kindOf(own)?.emailRole;
  const status = emailRole && old?.outputs?.status;
  // The refresh step has the state from before the refresh, and `old` is the state after the refresh.
  const refresh = steps.find((step) => step.op === "refresh");
  const named = steps.map((step) => {
    const { [step.op]: of } = changes;
    return changedInputs(step, of === "update" || of === "replace");
  });
  return omitUndefined({
    urn,
    emailRole,
    kind: clean(kind),
    name: asName(clean(name)),
    change,
    inputs: named.find(({ length }) => length > 0) ?? [],
    mayDiffer: change === "update" ? possiblyChangedSecrets(steps) : [],
    drifted: refresh ? differingInputs(refresh.oldState, old) : [],
    status: typeof status === "string" ? clean(status) : undefined,
    retainedBy: old && retainingOption(old, deleted),
    old,
    now,
  });
}

/** The resource option that makes Pulumi remove a resource from the state without a call of the provider. */
function retainingOption(
  { retainOnDelete, deletedWith = "" }: Resource,
  deleted: StepContext["deleted"],
): string | undefined {
  if (retainOnDelete) return "retainOnDelete";
  return deleted.has(deletedWith) ? "deletedWith" : undefined;
}

const removing = ["delete", "replace", "delete-replaced"];

interface KeptContext extends StepContext {
  /** Returns the time zone in the settings of a resource's Provider. */
  readonly zoneIn: (state: Resource) => string | undefined;
  /** Returns the status that the preview has read of a schedule's campaign; undefined if it read none. */
  readonly statusRead: (urn: string, state: Resource) => string | undefined;
}

/** The finding about an object that a delete or replacement keeps in the service. */
function keptObjectFindings(
  steps: ResourceSteps,
  { clean, kindOf, deleted, zoneIn, statusRead }: KeptContext,
): PreviewFinding[] {
  const [{ urn }] = steps;
  const removed = steps.find(({ op }) => removing.includes(op))?.oldState;
  const kind = ownType(urnParts(urn).type)?.kind;
  if (removed === undefined || kind === undefined) return [];
  const { campaignId, scheduledAt, account } = { ...removed.inputs, ...removed.outputs };
  const isElsewhere = steps.some(({ replaceReasons = [] }) => replaceReasons.includes("account"));
  const isSchedule = kind === "CampaignSchedule";
  // The new schedule of a replacement replaces the date, unless it has another campaign or isn't sent (`isRecorded`).
  const isDateReplaced = steps.some(
    ({ newState: now }) =>
      now?.inputs?.campaignId === campaignId && now && !isRecorded(now, zoneIn(now)),
  );
  if (isSchedule && campaignId !== undefined && isDateReplaced && !isElsewhere) return [];
  const status = isSchedule ? statusRead(urn, removed) : undefined;
  // After a change of the account, the delete sends no request, so the object stays in the old account.
  const left = isElsewhere
    ? `it stays unchanged in account ${quoted(stringIn(account) ?? "unknown")}.`
    : kindOf(kind)?.retainMessage?.(
        {
          ...removed.outputs,
          ...(status !== undefined && { status }),
          campaignId: stringIn(campaignId) ?? "(unknown)",
          scheduledAt: stringIn(scheduledAt) ?? "an unknown time",
        },
        undefined,
        zoneIn(removed),
      )?.preview;
  const isDeletable = kindOf(kind)?.delete !== undefined;
  const option = isDeletable ? retainingOption(removed, deleted) : undefined;
  const text =
    left ?? (option && `it stays as it is, because of the resource option ${quoted(option)}.`);
  if (text === undefined) return [];
  // A removed schedule is a warning, because the service may still send its email. Other objects only stay in the
  // account, which is a note.
  return [{ severity: isSchedule ? "warning" : "note", text: clean(text), urn }];
}
