/*
 * What a user sees of the package, without the form of any document. The pages of docs/reference are written from it, and
 * so is the schema of the provider plugin.
 */

/** The whole package. */
export interface PackageModel {
  readonly provider: ProviderModel;
  readonly resources: readonly ResourceModel[];
  readonly functions: readonly FunctionModel[];
  /** The objects inside inputs, outputs, arguments and results, by name. */
  readonly types: ReadonlyMap<string, ObjectType>;
}

/** One kind of resource. */
export interface ResourceModel {
  readonly kind: string;
  /** Its name in paths, such as `custom-property`. */
  readonly noun: string;
  readonly doc: Doc;
  readonly inputs: readonly Input[];
  /** What the service and the provider decide. The inputs named in `echoed` are outputs as well. */
  readonly outputs: readonly SealedProperty[];
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
  readonly args: readonly Property[];
  readonly result: readonly Property[];
  /** Whether the `Output` form returns a secret. */
  readonly isSecret: boolean;
}

/** The explicit provider. */
export interface ProviderModel {
  readonly doc: Doc;
  readonly inputs: readonly SealedProperty[];
}

/** A setting as an argument of the explicit provider, or an output. */
export interface SealedProperty extends Property {
  readonly isSecret?: boolean;
}

/** An object that inputs or results hold. */
export interface ObjectType {
  readonly name: string;
  readonly doc: Doc;
  readonly properties: readonly Property[];
}

/** A member of an object, with the type that it has once it is known. */
export interface Property {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly doc: Doc;
}

/** An input of a resource. */
export interface Input extends Property {
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

/** The type of a value. */
export type Shape =
  | { readonly is: "string" | "number" | "integer" | "boolean" }
  /** Anything at all. */
  | { readonly is: "any" }
  /** A string, or an asset that holds one. */
  | { readonly is: "content" }
  /** One of some words, in the order of the source. */
  | { readonly is: "word"; readonly words: readonly string[] }
  | { readonly is: "list"; readonly of: Shape }
  | { readonly is: "map"; readonly of: Shape }
  /** One of the model's types. */
  | { readonly is: "object"; readonly type: string };

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
