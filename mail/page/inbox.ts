/** How much of a text an inbox shows, in characters; clients differ, and so do screens. */
export const inboxes = [
  { name: "phone", from: 24, subject: 38, preheader: 80 },
  { name: "desktop", from: 28, subject: 70, preheader: 100 },
] as const;

/** A text as an inbox cuts it. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const characters = [...line];
  if (characters.length <= length) return line;
  return `${characters
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}
