import type { Properties } from "../../../provider/input/plain";
import type { Resource } from "../../support/resource";

/** A state and its inputs, as the engine has them; nothing before a create. */
export interface Held {
  readonly state?: Properties | undefined;
  readonly inputs?: Properties;
}

/** What an update leaves, as the engine has its steps: nothing in the state changes where a step is refused. */
export async function up(
  schedule: Resource,
  { state, inputs = {} }: Held,
  declared: Properties,
): Promise<Held & { readonly refusal?: string }> {
  const [refusal] = await schedule.faults(declared, inputs);
  if (refusal !== undefined) return { state, inputs, refusal };
  try {
    if (state !== undefined) await schedule.diff("campaign-2", state, declared);
    const { outs } = await (state === undefined
      ? schedule.create(declared)
      : schedule.update("campaign-2", state, declared));
    return { state: outs, inputs: declared };
  } catch (error) {
    const { properties, message } = error as Error & { properties?: Properties };
    if (properties) return { state: properties, inputs: declared };
    return { state, inputs, refusal: message };
  }
}
