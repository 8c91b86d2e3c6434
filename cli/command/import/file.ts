import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";
import { providerText, type ResourceForm, typeToken } from "../../../provider/engine/resource";
import { EmailMarketingError } from "../../../provider/errors/error";
import { exactJson } from "../../../provider/errors/redact";
import type { AnyListed } from "../../../provider/lifecycle/found-object";
import type { Properties } from "../../../provider/plain/value";
import type { FileContent } from "../../terminal/write-together";
import type { Stack, StackOptions } from "../stack";

export interface NamedObject {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly files?: Readonly<Record<string, string>>;
  readonly outputs: Properties;
}

export interface ImportOptions extends StackOptions {
  readonly file: string;
  readonly program: string;
  /**
   * Patterns, in which `*` and `?` are wildcards. Only objects whose name or address matches a pattern are imported.
   */
  readonly filter?: readonly string[];
  readonly kind?: readonly string[];
  /**
   * Dynamic resources or the plugin. Default: like the named Provider, else like the stack's resources, else by the
   * project's language.
   */
  readonly resources?: ResourceForm;
  /** Ids of campaigns to import, whatever their status. */
  readonly campaignId?: readonly string[];
  /** Whether the program sets `protect` on every resource, as `pulumi import` does by default. */
  readonly protect: boolean;
  /** Whether to replace an existing file. The old file is kept under another name. */
  readonly force?: boolean;
  /** Whether to write the import even if a search was incomplete. */
  readonly partial?: boolean;
  readonly json?: boolean;
}

export function importFile(
  objects: readonly NamedObject[],
  form: ResourceForm,
  { settings, provider }: Pick<Stack, "settings" | "provider">,
): string {
  // The default is never used, because the objects were read from a valid `baseUrl`. With a valid `baseUrl`, `account`
  // always has a value.
  const { account = "" } = settings;
  const resources = objects.map((object) => ({
    type: typeToken(form, object.kind),
    name: object.name,
    id: object.id,
    ...(provider && { provider: provider.name }),
    ...(form === "dynamic" && propertiesOf(object, account)),
  }));
  const nameTable = provider && { [provider.name]: provider.urn };
  return `${exactJson({ nameTable, resources }, 2)}\n`;
}

/**
 * The state to import for a dynamic resource, which the engine stores as given. A resource of the plugin needs no such
 * state, because the plugin reads the object.
 */
function propertiesOf({ kind, inputs, outputs }: NamedObject, account: string) {
  const __provider = providerText(kind);
  return {
    inputs: { ...inputs, __provider },
    outputs: { ...inputs, ...outputs, account, __provider },
  };
}

export function importCommand(file: string, form: ResourceForm, protect: boolean): string {
  const code = form === "plugin" ? "--out <program file>" : "--generate-code=false";
  return `pulumi import --file ${file} ${code}${protect ? "" : " --protect=false"}`;
}

/**
 * The paths of new files for inputs that the program reads from files, such as HTML. The files are beside the program
 * and named after the resource.
 */
export function filesOf(
  name: string,
  { files = {} }: AnyListed,
  { cwd, program }: ImportOptions,
  taken: Set<string>,
): Pick<NamedObject, "files"> {
  const paths = Object.entries(files).map(([input, ending]) => {
    const path = freePath(cwd, `${join(dirname(program), name)}.${ending}`, taken);
    return [input, path] as const;
  });
  return paths.length === 0 ? {} : { files: Object.fromEntries(paths) };
}

export function contentsOf({ files = {}, inputs }: NamedObject): FileContent[] {
  return Object.entries(files).map(([input, path]) => ({ path, content: String(inputs[input]) }));
}

/** Throws if the import file and the program have the same path. Called before the slow reading of the account. */
export function requireTwoPaths({ cwd, file, program }: ImportOptions): void {
  const [own, other] = [file, program]
    .map((path) => resolve(cwd, path))
    .map((path) => (existsSync(path) ? realpathSync(path) : path));
  if (own === other)
    throw configError(`--file and --program are both ${file}. Set two different paths.`);
}

/**
 * Copies of the files that the import replaces, such as `email-marketing.ts.before`. Throws if a file exists without
 * `force` set. The new program may lack resources of the old one, and `pulumi up` would delete these.
 */
export function keptFiles(
  { cwd, file, program, force }: ImportOptions,
  form: ResourceForm,
): FileContent[] {
  // With the plugin, `pulumi import` writes the program, so this command replaces only the import file.
  const written = form === "plugin" ? [file] : [file, program];
  const replaced = written.filter((path) => isFile(resolve(cwd, path)));
  const [path] = replaced;
  if (path !== undefined && !force) {
    const option = path === file ? "--file" : "--program";
    throw configError(
      `${path} already exists. Set another ${option}, or add --force to replace it and keep the old file beside it.`,
    );
  }
  return replaced.map((one) => ({
    path: freePath(cwd, `${one}.before`, new Set()),
    content: readFileSync(resolve(cwd, one), "utf8"),
  }));
}

function freePath(cwd: string, path: string, taken: Set<string>): string {
  const { dir, name, ext } = parse(path);
  const named = (number: string) => join(dir, `${name}${number && `-${number}`}${ext}`);
  return firstFreeName(named, taken, (one) => isFile(resolve(cwd, one)));
}

/**
 * Returns the first free name, and adds it to `taken`. The first name to try has no number, the next ones have 2, 3 and
 * so on.
 */
export function firstFreeName(
  named: (number: string) => string,
  taken: Set<string>,
  isTaken: (name: string) => boolean = () => false,
): string {
  let name = named("");
  for (let number = 2; taken.has(name) || isTaken(name); number += 1) name = named(`${number}`);
  taken.add(name);
  return name;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function configError(problem: string): EmailMarketingError {
  return new EmailMarketingError("config", problem);
}
