import type { RunningStack, RunOptions, StackResult } from "./command";
import type { ConfigValue, ProjectFiles } from "./files";

/** A project to be made, with one stack named `dev`. */
export interface ProjectOptions extends ProjectFiles {
  /** The stack's config; a key without a namespace gets the project's name. */
  config?: Readonly<Record<string, ConfigValue>>;
  /** Added to the environment, which holds no EMAIL_MARKETING_* or PULUMI_* of this process. */
  env?: Readonly<Record<string, string>>;
  /** A folder for the project, for programs that must not find the repository's own packages. */
  scratch?: string;
  /** A project whose backend this one shares, for stack references. */
  backendOf?: Project;
}

/** One stack's state as the engine keeps it, secrets encrypted. */
export interface Deployment {
  /** Absent before the first `up`, and after a `destroy`. */
  resources?: StateResource[];
  /** What an earlier command began and never heard the end of. */
  pending_operations?: unknown[];
}

/** One resource in the state. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  /** The line of the program that declares it, as the engine keeps it. */
  sourcePosition?: string;
  outputs?: Record<string, unknown>;
  [field: string]: unknown;
}

/** One resource for `pulumi import`. */
export interface ImportResource {
  type: string;
  name: string;
  id: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** A Pulumi project in scratch space, driven by the real CLI. No command throws on a failure. */
export interface Project {
  /** The project's folder. */
  readonly dir: string;
  readonly name: string;
  /** The folder of its file backend. */
  readonly backend: string;
  preview(args?: readonly string[], options?: RunOptions): Promise<StackResult>;
  /** Applies the program; without a preview of its own, which doubles the time. */
  up(args?: readonly string[], options?: RunOptions): Promise<StackResult>;
  /** Applies the program after a preview, as `pulumi up` does for people. */
  upWithPreview(args?: readonly string[], options?: RunOptions): Promise<StackResult>;
  refresh(args?: readonly string[], options?: RunOptions): Promise<StackResult>;
  destroy(args?: readonly string[], options?: RunOptions): Promise<StackResult>;
  importResources(resources: readonly ImportResource[]): Promise<StackResult>;
  /** Runs any command of the CLI, with only the stack and the backend given. */
  raw(args: readonly string[], options?: RunOptions): Promise<StackResult>;
  /** Starts a command and gives the means to kill it. */
  start(args: readonly string[], options?: RunOptions): RunningStack;
  /** `pulumi stack export`, which is what a user gets to see of the state. */
  exportState(): Promise<StackResult>;
  /** The state from the backend's own file: as the export, and at no cost. */
  state(): Promise<Deployment>;
  /** Sets one value of the stack's config; `undefined` removes it. */
  setConfig(key: string, value: ConfigValue | undefined): Promise<void>;
  /** Replaces the program. */
  writeProgram(program: string | { typescript: string } | { yaml: object }): Promise<void>;
  /** Writes a file of the project. */
  writeFile(path: string, content: string): Promise<void>;
  /** All that the project's commands have printed. */
  printed(): string;
  /** The Node.js processes that the engine has running for this project, by their ids. */
  processes(): Promise<{ pid: number; command: string }[]>;
  /** Ends what still runs, and removes the project's files. */
  dispose(): Promise<void>;
}
