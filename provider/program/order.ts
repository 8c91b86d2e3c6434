import {
  type CustomResourceOptions,
  type Input,
  type Inputs,
  output,
  Resource,
  runtime,
} from "@pulumi/pulumi";
import type { Run } from "./run";
import { childrenOf, knownSoFar, resourcesOf } from "./sdk";

/** What a constructor says of its resource's place. */
interface Placed {
  readonly inputs: Inputs;
  readonly opts: CustomResourceOptions | undefined;
}

/**
 * The logical names of this package's resources that the update comes to before another one: by its inputs, `dependsOn` and
 * parent. What a resource of another package waits for is not to be seen, so behind one may be whatever is declared before.
 */
export async function namesBefore(run: Run, { inputs, opts = {} }: Placed): Promise<string[]> {
  const { dependsOn, parent } = opts;
  const earlier = [...run.declarations];
  // One that is declared inside an `apply` of another.
  const done = earlier.filter(({ isRegistered }) => isRegistered());
  const names = new Set(done.map(({ name }) => name));
  const addAll = (all: readonly { readonly name: string }[]) => {
    for (const { name } of all) names.add(name);
  };
  const add = async (one: Resource): Promise<void> => {
    const own = run.declarations.find(({ resource }) => resource === one);
    if (own) {
      // What is declared later may be this one itself, below a component that it depends on.
      if (!earlier.includes(own)) return;
      addAll([own]);
      for (const name of await own.before) names.add(name);
      return;
    }
    const children = childrenOf(one);
    await Promise.all(children.map(add));
    if (children.length === 0) addAll(earlier);
  };
  try {
    const [ofInputs, ofOptions] = await Promise.all([
      resourcesOf(output(inputs)),
      knownSoFar(dependsOn as Input<unknown>),
    ]);
    const awaited = [...ofInputs, ofOptions].flat().filter((one) => Resource.isInstance(one));
    await Promise.all(awaited.map(add));
    if (parent && parent !== runtime.getStackResource()) {
      const own = earlier.find(({ resource }) => resource === parent);
      if (own) await add(parent);
      // What is below a component waits for it, so it waits for none of that.
      else addAll(earlier.filter(({ resource }) => !isBelow(parent, resource)));
    }
  } catch {
    // An input that is rejected is Pulumi's to report.
  }
  return [...names];
}

function isBelow(parent: Resource, resource: object): boolean {
  return childrenOf(parent).some((child) => child === resource || isBelow(child, resource));
}
