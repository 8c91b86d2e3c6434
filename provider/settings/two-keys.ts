import { firstGiven, type SettingsSource } from "./source";
import { secretNames } from "./table";

/** Where two sources hold different keys, and which of them is used; never a key. Undefined where no two differ. */
export function twoKeys(sources: readonly SettingsSource[]): string | undefined {
  const sentences = secretNames.flatMap((name) => {
    const given = sources.flatMap((source) => firstGiven([source], name) ?? []);
    const [used, ...rest] = given;
    const other = rest.find(({ text }) => text !== used?.text);
    if (used === undefined || other === undefined) return [];
    return [
      `${name}: ${used.place} and ${other.place} hold different keys, and the one in ${used.place} is used.`,
    ];
  });
  return sentences.length === 0 ? undefined : `${sentences.join(" ")} Set a key in one place only.`;
}
