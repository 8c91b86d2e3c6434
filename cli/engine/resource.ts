import { objectIn, omitUndefined, type Properties, stringIn } from "../../provider/plain/value";
import { listIn } from "./text-file";

export interface Resource {
  readonly urn?: string;
  readonly type?: string;
  readonly id?: string;
  readonly provider?: string;
  readonly delete?: boolean;
  readonly retainOnDelete?: boolean;
  /** The URN of the resource whose deletion also deletes this object. */
  readonly deletedWith?: string;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
  readonly propertyDependencies?: Readonly<Record<string, readonly unknown[]>>;
}

export function resourceIn(value: unknown): Resource | undefined {
  const resource = objectIn(value);
  if (resource === undefined) return undefined;
  const dependencies = objectIn(resource.propertyDependencies);
  return omitUndefined({
    urn: stringIn(resource.urn),
    type: stringIn(resource.type),
    // Events of the engine have an empty id for a resource without an id.
    id: stringIn(resource.id) || undefined,
    provider: stringIn(resource.provider),
    delete: resource.delete === true ? true : undefined,
    retainOnDelete: resource.retainOnDelete === true ? true : undefined,
    deletedWith: stringIn(resource.deletedWith) || undefined,
    inputs: objectIn(resource.inputs),
    outputs: objectIn(resource.outputs),
    propertyDependencies:
      dependencies &&
      Object.fromEntries(
        Object.entries(dependencies).map(([name, urns]) => [name, listIn(urns) ?? []]),
      ),
  });
}
