import type { NamedTypeSpec, PropertySpec } from "./spec";

/*
 * A description of the package as users see it, independent of any output format. The pages of docs/reference and the
 * schema of the provider plugin are generated from it.
 */

export interface PackageModel {
  readonly provider: ProviderModel;
  readonly resources: readonly ResourceModel[];
  readonly functions: readonly FunctionModel[];
  /** Objects and enumerations inside inputs, outputs, arguments and results, by token. */
  readonly types: Readonly<Record<string, NamedTypeSpec>>;
}

export interface ResourceModel {
  readonly kind: string;
  /** The name of the kind as used in file paths, such as `custom-property`. */
  readonly noun: string;
  readonly doc: Doc;
  readonly inputs: readonly Input[];
  /** The outputs with values from the service or the provider. The inputs in `echoed` are also outputs. */
  readonly outputs: readonly Member[];
  /** The inputs that a program can read from the resource. */
  readonly echoed: readonly string[];
  /** Whether a refresh reads the object. */
  readonly isRead: Reach;
  /** Whether the plugin can import the object by its id or a name. */
  readonly isFound: Reach;
  /** Whether an import of the whole account lists the object. */
  readonly isListed: Reach;
}

/** The operations under which a feature works: all, only the extended ones, or none. */
export type Reach = "all" | "extended" | "none";

/** A function in two variants: the one named `name` returns a promise, and the one named `nameOutput` an output. */
export interface FunctionModel {
  readonly name: string;
  readonly doc: Doc;
  /** The doc comment of the variant whose name ends in `Output`. */
  readonly outputDoc: Doc;
  readonly args: readonly Member[];
  /** Members are secret if the `Output` variant returns a secret. */
  readonly result: readonly Member[];
}

export interface ProviderModel {
  readonly doc: Doc;
  readonly inputs: readonly Member[];
}

/** A member of an object: the schema of its resolved value, and details that only pages show. */
export interface Member {
  readonly name: string;
  readonly spec: PropertySpec;
  readonly isRequired: boolean;
  readonly doc: Doc;
}

export interface Input extends Member {
  readonly onChange: ChangeEffect;
  /** Set if the effect differs under the extended operations. */
  readonly onChangeExtended?: ChangeEffect;
  /** The request field for the input. Absent if no request has such a field. */
  readonly sentAs?: SentAs;
}

/** The field of a request that contains an input. */
export interface SentAs {
  readonly name: string;
  readonly source: NameSource;
  /** Set if the field of an update has another source than that of the create. */
  readonly inUpdates?: NameSource;
}

/** Where a field's name comes from: the specification, or public sources, with their grade in the contract (A to D). */
export type NameSource = "specified" | "A" | "B" | "C" | "D";

export interface ChangeEffect {
  readonly effect: "update" | "replace" | "error";
  /** False for an optional input that can't be removed once it was set. */
  readonly isRemovable: boolean;
}

/** The parts of a doc comment. References to other names stay as `{@link Name}`. */
export interface Doc {
  /** The text before the first heading, without examples. */
  readonly text: string;
  /** The TypeScript programs under any heading. */
  readonly examples: readonly string[];
  /** The text under each heading, by title. */
  readonly sections: ReadonlyMap<string, string>;
  /** The default value, from the tag `@defaultValue`. */
  readonly defaultValue?: string;
}
