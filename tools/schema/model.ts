import type { NamedTypeSpec, PropertySpec } from "./spec";

/*
 * What a user sees of the package, without the form of any document. The pages of docs/reference are written from it, and
 * so is the schema of the provider plugin.
 */

/** The whole package. */
export interface PackageModel {
  readonly provider: ProviderModel;
  readonly resources: readonly ResourceModel[];
  readonly functions: readonly FunctionModel[];
  /** The objects and enumerations inside inputs, outputs, arguments and results, by their tokens. */
  readonly types: Readonly<Record<string, NamedTypeSpec>>;
}

/** One kind of resource. */
export interface ResourceModel {
  readonly kind: string;
  /** Its name in paths, such as `custom-property`. */
  readonly noun: string;
  readonly doc: Doc;
  readonly inputs: readonly Input[];
  /** What the service and the provider decide. The inputs named in `echoed` are outputs as well. */
  readonly outputs: readonly Member[];
  /** The inputs that a program can read from the resource. */
  readonly echoed: readonly string[];
  /** Whether a refresh reads the object. */
  readonly isRead: Reach;
  /** Whether its id, or a name, is enough for the plugin to import it. */
  readonly isFound: Reach;
  /** Whether an import of the whole account lists it. */
  readonly isListed: Reach;
}

/** Which operations it takes; none where the service has no such operation. */
export type Reach = "all" | "extended" | "none";

/** One function with its two forms. */
export interface FunctionModel {
  readonly name: string;
  readonly doc: Doc;
  /** Of the form whose name ends in `Output`. */
  readonly outputDoc: Doc;
  readonly args: readonly Member[];
  /** Secret where the `Output` form returns a secret. */
  readonly result: readonly Member[];
}

/** The explicit provider. */
export interface ProviderModel {
  readonly doc: Doc;
  readonly inputs: readonly Member[];
}

/** A member of an object: what the schema says of it, with the type that it has once it is known, and what only pages need. */
export interface Member {
  readonly name: string;
  readonly spec: PropertySpec;
  readonly isRequired: boolean;
  readonly doc: Doc;
}

/** An input of a resource. */
export interface Input extends Member {
  readonly onChange: ChangeEffect;
  /** Where it is another one under the extended operations. */
  readonly onChangeExtended?: ChangeEffect;
  /** Absent for an input that no request carries as a field. */
  readonly sentAs?: SentAs;
}

/** The field of a request that carries an input. */
export interface SentAs {
  readonly name: string;
  readonly source: NameSource;
  /** Where an update's field is known in another way than the create's. */
  readonly inUpdates?: NameSource;
}

/** Where the name of a field is from: the specification, or public sources by their grades in the contract. */
export type NameSource = "specified" | "A" | "B" | "C" | "D";

/** What a change of an input does. */
export interface ChangeEffect {
  readonly effect: "update" | "replace" | "error";
  /** False for an optional input that can't be removed once it was set. */
  readonly isRemovable: boolean;
}

/** A doc comment in its parts. References to other names stay as `{@link Name}`. */
export interface Doc {
  /** What stands before the first heading, without the examples. */
  readonly text: string;
  /** The TypeScript programs, whatever heading they stand under. */
  readonly examples: readonly string[];
  /** The parts under headings, by their titles. */
  readonly sections: ReadonlyMap<string, string>;
  /** From the tag `@defaultValue`. */
  readonly defaultValue?: string;
}
