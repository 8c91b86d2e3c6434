import { settingNames } from "./table";

/** The names among some that are no setting's: misspelt, most likely. */
export function unknownNames(names: readonly string[]): string[] {
  const known: readonly string[] = settingNames;
  return names.filter((name) => !known.includes(name));
}

/** The keys of a stack config that stand among the settings and are none. */
export function unknownConfigKeys(keys: readonly string[]): string[] {
  const names = keys.flatMap((key) => /^emailmarketing:(.+)$/s.exec(key)?.[1] ?? []);
  return unknownNames(names).map((name) => `emailmarketing:${name}`);
}
