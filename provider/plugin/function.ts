import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { createLookUps, NotYet } from "../lifecycle/data-source";
import { dataSourceOf, type EngineLog, type PluginState } from "./plugin-state";
import { decode, encode, Secrets } from "./value";

export function createFunctions(log: EngineLog) {
  const interrupts = new Set<() => void>();
  const lookUps = createLookUps(
    (sentence, { isBrief = false } = {}) => log.write(isBrief ? "brief" : "info", sentence),
    (interrupt) => {
      interrupts.add(interrupt);
      return () => interrupts.delete(interrupt);
    },
  );
  return {
    async invoke(plugin: PluginState, request: InvokeRequest): Promise<InvokeResponse> {
      const source = dataSourceOf(request.getTok());
      const args = decode(request.getArgs()).value;
      const call = { account: plugin.account(), args, isPreview: request.getPreview() };
      const answer = await lookUps.ask(source, call);
      // The protocol has no unknown results, so a preview gets what there is so far.
      const result = (answer instanceof NotYet ? answer.soFar : answer) as object;
      if (answer instanceof NotYet) log.write("info", `${source.name}: ${answer.sentence}`);
      // What is not marked here would stand in plain text in the state of whatever uses it.
      const secrets = new Secrets().withNames(source.isSecret ? Object.keys(result) : []);
      return new InvokeResponse().setReturn(encode(result, secrets));
    },
    /** Forgets every answer: what is asked from now on may have changed. */
    forget: lookUps.forget,
    /** Ends every wait: a Ctrl-C came. */
    interrupt() {
      for (const interrupt of interrupts) interrupt();
    },
  };
}
