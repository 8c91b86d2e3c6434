import type { Properties } from "../../../provider/plain/value";
import {
  configuredPlugin,
  type PluginClient,
  plain,
  requestsOf,
  urnOf,
} from "../../support/plugin";
import { secret } from "../../support/wire-value";
import type { Declared } from "./program";
import type { OpenProvider, Stored } from "./provider";

/** Opens a plugin, whose steps the engine also calls in previews. */
export const openPlugin: OpenProvider = async (settings, isSecret, { messages }) => {
  const { client, logged } = await configuredPlugin(settings);
  const marked = ({ kind, inputs }: Pick<Declared, "kind" | "inputs">): Properties =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        isSecret(kind, name) ? secret(value) : value,
      ]),
    );
  const checked = async (client: PluginClient, one: Declared, old: object = {}) => {
    const request = requestsOf(urnOf(one.kind, one.name)).check(marked(one), old);
    const response = await client.check(request);
    const failures = response.getFailuresList().map((failure) => failure.getReason());
    if (failures.length > 0) throw new Error(failures.join(" "));
    return plain(response.getInputs());
  };
  const compared = async (one: Declared, old: Stored) => {
    const about = requestsOf(urnOf(one.kind, one.name));
    const news = await checked(client, one, marked({ ...one, inputs: old.inputs }));
    const { outputs: olds } = old;
    const oldInputs = marked({ ...one, inputs: old.inputs });
    const response = await client.diff(about.diff(old.id, { olds, news, oldInputs }));
    const isReplaced = response.getReplacesList().length > 0;
    return { news, isReplaced, isChanged: response.getChanges() !== 1 };
  };
  const log = <Value>(value: Value): Value => {
    messages.push(...logged.splice(0).map(({ sentence }) => sentence));
    return value;
  };
  return {
    async preview(one, _order, old) {
      const about = requestsOf(urnOf(one.kind, one.name));
      const found = old && (await compared(one, old));
      if (old && found && !found.isChanged) return log(false);
      if (old && found && !found.isReplaced) {
        await client.update(about.update(old.id, old.outputs, found.news).setPreview(true));
        return log(true);
      }
      await client.create(about.create(await checked(client, one)).setPreview(true));
      return log(true);
    },
    runProgram: async () => undefined,
    async update(one, old) {
      const about = requestsOf(urnOf(one.kind, one.name));
      const found = old && (await compared(one, old));
      if (old && found && !found.isChanged) return log(old);
      const { kind, inputs } = one;
      if (old && found && !found.isReplaced) {
        const response = await client.update(about.update(old.id, old.outputs, found.news));
        return log({ kind, inputs, id: old.id, outputs: plain(response.getProperties()) });
      }
      const response = await client.create(about.create(await checked(client, one)));
      return log({ kind, inputs, id: response.getId(), outputs: plain(response.getProperties()) });
    },
    async read(name, { kind, id, outputs }) {
      const response = await client.read(requestsOf(urnOf(kind, name)).read(id, outputs));
      return log({ outputs: plain(response.getProperties()) });
    },
    async remove(name, { kind, id, outputs }) {
      await client.delete(requestsOf(urnOf(kind, name)).delete(id, outputs));
      log(undefined);
    },
  };
};
