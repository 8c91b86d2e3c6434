import * as wire from "@pulumi/pulumi/proto/provider_pb";
import type { Properties } from "../../provider/input/plain";
import { type PluginClient, struct, urnOf } from "./plugin";

/** A call of a plugin's method, as the engine makes it. */
export type Call = (client: PluginClient) => Promise<unknown>;

/** An object of a kind, by its id and what the state has of it. */
interface Held {
  readonly id: string;
  readonly state: Properties;
}

/** Has new inputs checked. */
export function checkOf(kind: string, news: Properties): Call {
  return (client) =>
    client.check(new wire.CheckRequest().setUrn(urnOf(kind)).setNews(struct(news)));
}

/** Compares an object with the inputs that it had, in other settings. */
export function diffOf(kind: string, inputs: Properties, { id, state }: Held): Call {
  const request = new wire.DiffRequest().setUrn(urnOf(kind)).setId(id).setOlds(struct(state));
  return (client) => client.diff(request.setOldInputs(struct(inputs)).setNews(struct(inputs)));
}

/** Creates an object. */
export function createOf(kind: string, inputs: Properties): Call {
  const request = new wire.CreateRequest().setUrn(urnOf(kind));
  return (client) => client.create(request.setProperties(struct(inputs)));
}

/** Reads an object; without a state, to import it. */
export function readOf(kind: string, id: string, state?: Properties): Call {
  const request = new wire.ReadRequest().setUrn(urnOf(kind)).setId(id);
  if (state) request.setProperties(struct(state)).setInputs(struct(state));
  return (client) => client.read(request);
}

/** Changes an object. */
export function updateOf(kind: string, inputs: Properties, { id, state }: Held): Call {
  const request = new wire.UpdateRequest().setUrn(urnOf(kind)).setId(id).setOlds(struct(state));
  return (client) => client.update(request.setNews(struct(inputs)));
}

/** Removes an object. */
export function deleteOf(kind: string, { id, state }: Held): Call {
  const request = new wire.DeleteRequest().setUrn(urnOf(kind)).setId(id);
  return (client) => client.delete(request.setProperties(struct(state)));
}

/** Calls a function. */
export function invokeOf(name: string, args: Properties): Call {
  const request = new wire.InvokeRequest().setTok(`emailmarketing:index:${name}`);
  return (client) => client.invoke(request.setArgs(struct(args)));
}
