import { secret } from "@pulumi/pulumi";
import dynamicKinds from "../../../provider/dynamic";
import { providerText } from "../../../provider/engine/resource";
import {
  Campaign,
  CampaignSchedule,
  CustomProperty,
  DomainDnsShare,
  List,
  Sender,
  WebhookActivation,
} from "../../../provider/index";
import type { Properties } from "../../../provider/plain/value";
import { runInline } from "../../program/inline-run";
import { configured, type Kind } from "../../support/resource";
import { withoutMarks } from "../../support/runtime";
import { type Declared, withIds } from "./program";
import type { OpenProvider, Stored } from "./provider";

const classes = {
  Campaign,
  CampaignSchedule,
  CustomProperty,
  DomainDnsShare,
  List,
  Sender,
  WebhookActivation,
} satisfies Record<Kind, unknown>;

/** Opens dynamic providers. In a preview, the program checks what the engine doesn't call a provider for. */
export const openDynamic: OpenProvider = async (settings, isSecret, { messages }) => {
  const secretNames = ({ kind, inputs }: Pick<Declared, "kind" | "inputs">) =>
    Object.keys(inputs).filter((name) => isSecret(kind, name));
  const providerOf = (one: Pick<Declared, "kind" | "inputs">) => {
    const provider = configured(dynamicKinds[one.kind](...secretNames(one)), settings);
    const __provider = providerText(one.kind, secretNames(one));
    return { provider, props: { ...one.inputs, __provider } };
  };
  const checked = async (one: Declared, old: Properties, more: object = {}) => {
    const { provider, props } = providerOf(one);
    const { inputs = {}, failures = [] } = await provider.check(old, { ...props, ...more });
    messages.push(...failures.map(({ reason }) => reason));
    const found = (inputs as { __findings?: { inputs?: string[] } }).__findings;
    messages.push(...(found?.inputs ?? []));
    if (failures.length + (found?.inputs ?? []).length > 0) throw new Error("refused");
    const { __findings, ...rest } = inputs as Properties;
    return { provider, news: rest };
  };
  const clear = (outputs: Properties) => withoutMarks(outputs) as Properties;
  const compared = async (one: Declared, old: Stored, more: object = {}) => {
    const { provider, news } = await checked(one, providerOf(old).props, more);
    const found = await provider.diff(old.id, clear(old.outputs), news);
    const isReplaced = (found.replaces ?? []).length > 0;
    const isSame = JSON.stringify(old.inputs) === JSON.stringify(one.inputs);
    return {
      provider,
      news,
      isReplaced,
      isChanged: isReplaced || found.changes === true || !isSame,
    };
  };
  return {
    async preview(one, order, old) {
      const asked = { __findings: { name: one.name, order } };
      const found = old && (await compared(one, old, asked));
      if (found && !found.isReplaced) return found.isChanged;
      await checked(one, {}, asked);
      return true;
    },
    async runProgram(program, objects, changed) {
      const replies = Object.fromEntries(
        program.flatMap(({ name }) => {
          const old = objects.get(name);
          if (!old) return [];
          const outputs = Object.entries(clear(old.outputs)).filter(
            ([one]) => !(one in old.inputs),
          );
          const known = changed.has(name) ? {} : Object.fromEntries(outputs);
          return [[name, { ...known, id: old.id }] as const];
        }),
      );
      const declare = () => {
        const made = new Map<string, { readonly id: unknown }>();
        const idOf = (name: string) => made.get(name)?.id;
        for (const { kind, name, inputs } of program) {
          const given = Object.entries(withIds(inputs, idOf)).map(([input, one]) => [
            input,
            isSecret(kind, input) ? secret(one) : one,
          ]);
          const Class = classes[kind] as new (name: string, args: object) => { id: unknown };
          made.set(name, new Class(name, Object.fromEntries(given) as object));
        }
      };
      const config = Object.fromEntries(
        Object.entries(settings).map(([name, one]) => [`emailmarketing:${name}`, one]),
      );
      const run = await runInline(declare, { replies, config });
      messages.push(...run.warnings, ...run.failures.map(({ message }) => message));
    },
    async update(one, old) {
      const { kind, inputs } = one;
      const found = old && (await compared(one, old));
      if (old && found && !found.isChanged) return old;
      if (old && found && !found.isReplaced) {
        const { outs } = await found.provider.update(old.id, clear(old.outputs), found.news);
        return { kind, inputs, id: old.id, outputs: outs };
      }
      const { provider, news } = await checked(one, {});
      const { id, outs } = await provider.create(news);
      return { kind, inputs, id, outputs: outs };
    },
    async read(_name, old) {
      const { props = {} } = await providerOf(old).provider.read(old.id, clear(old.outputs));
      return { outputs: props };
    },
    async remove(_name, old) {
      await providerOf(old).provider.delete(old.id, clear(old.outputs));
    },
  };
};
