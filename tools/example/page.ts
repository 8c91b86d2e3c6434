/** A step of a page: a file that it has the reader write, or commands that it has them run. */
export type Step =
  | { readonly file: string; readonly content: string }
  | {
      readonly commands: string;
      /** Why no test runs them, as the page's comment in front of them says. */
      readonly notRun?: string;
    };

/** The steps of a page in their order: a file is named in front of its block, commands are marked as shell. */
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

/** The steps as a script of the shell: commands as they stand, and files as they are typed. */
export function scriptOf(steps: readonly Step[]): string {
  const run = steps.filter((step) => "file" in step || step.notRun === undefined);
  return run.map((step) => ("file" in step ? typed(step) : step.commands)).join("");
}

function typed({ file, content }: { file: string; content: string }): string {
  const folder = file.includes("/") ? `mkdir -p ${file.replace(/\/[^/]*$/, "")}\n` : "";
  return `${folder}cat > ${file} << 'END'\n${content}END\n`;
}
