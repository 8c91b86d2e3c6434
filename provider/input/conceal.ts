/** A sentence that never shows one of these secret texts, or the host of a secret address. */
export function concealed(sentence: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split("@").slice(1)]);
  return parts
    .filter(({ length }) => length > 2)
    .sort((one, other) => other.length - one.length)
    .reduce((text, part) => text.split(part).join("[secret]"), sentence);
}
