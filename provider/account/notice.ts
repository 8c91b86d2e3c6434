// The engine may check and compare a resource more than once in one command.
const told = new Set<string>();

/** Tells the user something once in this process, and so once a phase: the engine shows what goes to stderr. */
export function notice(sentence: string): void {
  if (told.has(sentence)) return;
  told.add(sentence);
  console.warn(`warning: ${sentence}`);
}
