/*
 * The parts of Pulumi's package schema that the generator writes. The whole of it is documented at
 * https://www.pulumi.com/docs/iac/guides/building-extending/packages/schema/
 */

export interface TypeSpec {
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
}

export interface ObjectSpec {
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
}

/** An object or an enumeration that properties refer to. */
export type NamedTypeSpec =
  | (ObjectSpec & { readonly type: "object"; readonly description?: string })
  | {
      readonly type: "string";
      readonly description: string;
      readonly enum: readonly {
        readonly name: string;
        readonly value: string;
        readonly description: string;
      }[];
    };

export interface ResourceSpec extends ObjectSpec {
  readonly description: string;
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs?: readonly string[];
  /** The inputs of `list`. Present if the objects can be listed. */
  readonly listInputs?: ObjectSpec;
  readonly aliases: readonly { readonly type: string }[];
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

/** The parts of a schema that reference pages show. */
export interface PackageSpec {
  readonly provider: {
    readonly description: string;
    readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  };
  readonly types: Readonly<Record<string, NamedTypeSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
}
