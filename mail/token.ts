/** A place that the service fills in for each reader, as mail services write them: %%name%%, {{name}} or *|NAME|*. */
const token = /%%([\w.-]+)%%|\{\{\s*([\w.-]+)\s*\}\}|\*\|([\w.-]+)\|\*/g;

/** Values to show in place of merge tags, by the name in the tag. */
export type Sample = Readonly<Record<string, string>>;

/** What becomes of a merge tag: the tag as it is written, and its value in the sample. */
export type Replace = (tag: string, value: string | undefined) => string;

/** A text whose merge tags are replaced. */
export function replaceTokens(text: string, sample: Sample, replace: Replace): string {
  return text.replace(token, (tag: string, ...names: (string | undefined)[]) => {
    const name = names.slice(0, 3).find((one) => typeof one === "string") ?? "";
    return replace(tag, Object.hasOwn(sample, name) ? sample[name] : undefined);
  });
}

/** A text as the reader of the sample gets it; a tag without a value stays as it is written. */
export function filled(text: string, sample: Sample): string {
  return replaceTokens(text, sample, (tag, value) => value ?? tag);
}
