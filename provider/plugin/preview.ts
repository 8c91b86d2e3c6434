import { labelled } from "../input/finding";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { subjectOf } from "../lifecycle/object-state";
import { preview, previewAccount, previewShown, sinkOfStep } from "../lifecycle/preview";
import type { ObjectStep } from "../lifecycle/question";
import type { PluginState } from "./plugin-state";

/** A resource of a preview. */
export interface Previewed {
  readonly lifecycle: AnyLifecycle;
  readonly urn: string;
}

/** Reports what a create or an update would run into, which the engine asks for in previews, too. */
export async function previewChange(
  plugin: PluginState,
  previewed: Previewed,
  step: ObjectStep,
): Promise<void> {
  plugin.program.startPreview();
  await judgeDomain(plugin, previewed);
  await previewResource(plugin, previewed);
  await previewShown(previewed.lifecycle, plugin.account(), step);
}

/**
 * Reports in a preview what an update would run into. It never waits for the end of the program, which waits for this: of
 * two resources that are the same object, the one that comes second reports it.
 */
export async function previewResource(
  { account: open, log, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  program.ask(urn);
  const own = program.resource(urn);
  if (!own) return;
  // What comes later is asked about later, and sees this one.
  const all = program.declared();
  const account = open();
  const subject = subjectOf(lifecycle, own.props);
  const { keeps, isNew, isFirst } = own;
  const declared = async (kind = "") => all.filter((one) => kind === "" || one.kind === kind);
  const context = { account, own, old: {}, keeps, declared, knowsAll: false };
  const sink = sinkOfStep(account, subject);
  await preview({ lifecycle, isNew, isFirst }, context, {
    ...sink,
    say(level, finding) {
      if (level === "info") log.write("info", `${subject}: ${labelled(finding)}`);
      else sink.say(level, finding);
    },
  });
}

/**
 * Fails where the account is not the one that `accountDomain` asks for: the first step asks for all. An update asks, too,
 * since a diff does not know which of both it is for.
 */
export async function judgeDomain(
  { account, settings, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  if (!program.judgesDomain()) return;
  const subject = subjectOf(lifecycle, program.resource(urn)?.props ?? {});
  await previewAccount(settings(), account, sinkOfStep(account(), subject));
}
