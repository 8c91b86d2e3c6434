import type { Properties } from "../../input/plain";
/** A resource in a state, as far as the commands read it. */
export interface Resource {
  readonly urn?: string;
  readonly type?: string;
  readonly id?: string;
  readonly provider?: string;
  readonly delete?: boolean;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
}

/** One step of a preview, as far as it is read. */
export interface PreviewStep {
  readonly op?: string;
  readonly urn?: string;
  readonly diffReasons?: readonly string[];
  readonly replaceReasons?: readonly string[];
  readonly detailedDiff?: Readonly<Record<string, unknown>>;
  readonly oldState?: Resource;
  readonly newState?: Resource;
}

/** Something that the engine, a program or a provider says. */
export interface Diagnostic {
  readonly urn?: string;
  readonly message?: string;
  readonly severity?: string;
}

/** What `pulumi preview --json` prints, as far as it is read. */
export interface Preview {
  readonly config?: Readonly<Record<string, unknown>>;
  /** How many resources there are for each op. */
  readonly changeSummary?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly PreviewStep[];
  readonly diagnostics?: readonly Diagnostic[];
}

// Go writes null for what is empty: it reads as absent.
const orNull = true;
const text = { type: "string" };
const maybeText = { type: "string", orNull };
const object = { type: "object", orNull };
const truth = { type: "boolean", orNull };
const texts = { type: "array", orNull, items: text };

/** A resource of a state, as far as it is read. */
export const resourceSchema = {
  type: "object",
  orNull,
  properties: {
    urn: maybeText,
    type: maybeText,
    id: maybeText,
    provider: maybeText,
    delete: truth,
    inputs: object,
    outputs: object,
    propertyDependencies: { type: "object", orNull, additionalProperties: texts },
  },
};

/** What is read of a preview. Unknown members and ops pass: newer CLIs add some. */
export const previewSchema = {
  $id: "preview",
  type: "object",
  properties: {
    config: object,
    changeSummary: object,
    steps: {
      type: "array",
      orNull,
      items: {
        type: "object",
        required: ["op", "urn"],
        properties: {
          op: text,
          urn: text,
          diffReasons: texts,
          replaceReasons: texts,
          detailedDiff: object,
          oldState: resourceSchema,
          newState: resourceSchema,
        },
      },
    },
    diagnostics: {
      type: "array",
      orNull,
      items: {
        type: "object",
        required: ["message"],
        properties: { urn: maybeText, message: text, severity: maybeText },
      },
    },
  },
};

/** What is read of what `pulumi stack export` wrote. A new stack has no deployment, one without resources no list. */
export const stateSchema = {
  $id: "state",
  type: "object",
  required: ["deployment"],
  properties: {
    deployment: {
      type: "object",
      orNull,
      properties: {
        resources: { type: "array", orNull, items: { ...resourceSchema, orNull: false } },
      },
    },
  },
};

/** Values for merge tags. */
export const sampleSchema = {
  $id: "sample",
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean"] },
};

/** What `show --links` found. */
export const linksSchema = {
  $id: "links",
  type: "object",
  required: ["campaigns"],
  properties: {
    campaigns: {
      type: "array",
      items: {
        type: "object",
        required: ["campaign", "addresses"],
        properties: {
          campaign: text,
          addresses: {
            type: "array",
            items: {
              type: "object",
              required: ["verdict", "address", "answer"],
              properties: { verdict: text, address: text, finalAddress: text, answer: text },
            },
          },
          imageWeight: text,
        },
      },
    },
  },
};

/** What `pulumi config --json` prints. */
export const configSchema = {
  $id: "config",
  type: "object",
  additionalProperties: {
    type: "object",
    properties: { value: maybeText, secret: truth },
  },
};
