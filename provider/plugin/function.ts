import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { Account } from "../account/account";
import { type Caches, createCaches } from "../account/caches";
import {
  type AnyDataSource,
  type LookUpContext,
  NotYet,
  questionKey,
  runLookUp,
  untilInterrupted,
} from "../lifecycle/data-source";
import { dataSourceOf, type PluginState } from "./plugin-state";
import { decode, encode, Secrets } from "./value";

/** The functions of one provider; none has been called yet. */
export function createFunctions() {
  const answers = new Map<string, Promise<unknown>>();
  const waits = new Set<AbortController>();
  let caches: Caches | undefined;

  /** The account as functions see it: they share what was read, and see what resources have changed. */
  function accountOf(plugin: PluginState): Account {
    const account = plugin.account();
    caches ??= createCaches(account.main, { notice: account.notice });
    return { ...account, ...caches };
  }

  function ask(
    plugin: PluginState,
    source: AnyDataSource,
    { args, isPreview }: Asked,
  ): Promise<unknown> {
    const key = questionKey(source, plugin.settings(), args);
    const progress: LookUpContext["progress"] = (sentence, { isBrief = false } = {}) =>
      plugin.log.write(isBrief ? "brief" : "info", sentence);
    const context = { isPreview, progress, interruptible };
    const answer =
      answers.get(key) ?? runLookUp(source, { account: accountOf(plugin), args, context });
    answers.set(key, answer);
    return answer;
  }

  async function interruptible<Value>(
    wait: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController();
    waits.add(controller);
    return untilInterrupted(controller.signal, wait).finally(() => waits.delete(controller));
  }

  return {
    async invoke(plugin: PluginState, request: InvokeRequest): Promise<InvokeResponse> {
      const source = dataSourceOf(request.getTok());
      const args = decode(request.getArgs()).value;
      const answer = await ask(plugin, source, { args, isPreview: request.getPreview() });
      // The protocol has no unknown results, so a preview gets what there is so far.
      const result = (answer instanceof NotYet ? answer.soFar : answer) as object;
      if (answer instanceof NotYet) plugin.log.write("info", `${source.name}: ${answer.sentence}`);
      // What is not marked here would stand in plain text in the state of whatever uses it.
      const secrets = new Secrets().withNames(source.isSecret ? Object.keys(result) : []);
      return new InvokeResponse().setReturn(encode(result, secrets));
    },
    /** Forgets every answer: what is asked from now on may have changed. */
    forget() {
      answers.clear();
      caches = undefined;
    },
    /** Ends every wait: a Ctrl-C came. */
    interrupt() {
      for (const wait of waits) wait.abort();
    },
  };
}

interface Asked {
  readonly args: object;
  readonly isPreview: boolean;
}
