/** The root element of MJML, after the parts that may precede this element in a file. */
const mjml = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<mjml[\s>]/i;

const fencedCode = /^```.*\n(?:(?!```).*\n)*/gm;

/** The problem with an unfinished text (MJML source, merge conflicts), worded to follow the input's name. */
export function sourceProblem(text: string): string | undefined {
  if (mjml.test(text)) {
    return "is the source of MJML, and would be mailed as it is. Compile it, as in (await mjml2html(text)).html";
  }
  const prose = text.includes("<<<<<<< ") ? text.replace(fencedCode, "") : "";
  const start = prose.search(/^<{7} /m);
  return start !== -1 && /^>{7} /m.test(prose.slice(start))
    ? "has conflict markers of git, and both versions of what is between them. Choose one, and remove the lines with the markers"
    : undefined;
}
