/** A step of a page: a file for the reader to write, or commands to run. */
export type Step =
  | { readonly file: string; readonly content: string }
  | {
      readonly commands: string;
      /** The reason why no test runs the commands, from the comment above them in the page. */
      readonly notRun?: string;
    };

/** The steps of a page in order. The name of a file precedes its block, and commands are in shell blocks. */
export function stepsOf(page: string): Step[] {
  const blocks = page.matchAll(
    /(?:`([\w./-]+)`:\n\n|<!-- not run: (.*?) -->\n+)?^```([\w.]+)\n(.*?)^```/gms,
  );
  return [...blocks].flatMap(([, file, notRun, language = "", content = ""]): Step[] => {
    if (file !== undefined) return [{ file, content }];
    if (!/^(sh|bash)$/.test(language)) return [];
    return [{ commands: content, ...(notRun !== undefined && { notRun }) }];
  });
}

export function scriptOf(steps: readonly Step[]): string {
  const run = steps.filter((step) => "file" in step || step.notRun === undefined);
  return run.map((step) => ("file" in step ? typed(step) : step.commands)).join("");
}

function typed({ file, content }: { file: string; content: string }): string {
  const folder = file.includes("/") ? `mkdir -p ${file.replace(/\/[^/]*$/, "")}\n` : "";
  return `${folder}cat > ${file} << 'END'\n${content}END\n`;
}
