/** What a look into an HTML body finds; lines count from 1. */
export interface HtmlFaults {
  readonly imagesWithoutAlt: readonly number[];
  /** Links that are neither https, mail, phone, anchor nor a token that the service fills in. */
  readonly linksNotHttps: readonly number[];
  /** Elements that are never closed, though HTML wants them to be. */
  readonly unclosed: readonly { readonly tag: string; readonly line: number }[];
}

/** Elements whose end tag HTML lets one leave out. */
const closesItself = new Set(
  "html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp".split(
    " ",
  ),
);
const hasNoEnd = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
const isGoodLink = /^\s*(https:|mailto:|tel:|sms:|#|$)/i;
/** The ways in which mail services write what they fill in. */
const isToken = /^\s*(%%|\{\{|\{%|\*\||\[|<%)/;

/** Looks into an HTML body. */
export async function lookIntoHtml(html: string): Promise<HtmlFaults> {
  // Loaded only for a campaign that is new or changed.
  const { Parser } = await import("htmlparser2");
  const imagesWithoutAlt: number[] = [];
  const linksNotHttps: number[] = [];
  const unclosed: { tag: string; line: number }[] = [];
  const open: { readonly tag: string; readonly line: number }[] = [];
  const lineAt = lineCounter(html);
  const parser: InstanceType<typeof Parser> = new Parser({
    onopentag(tag, attributes) {
      const line = lineAt(parser.startIndex);
      if (!hasNoEnd.has(tag)) open.push({ tag, line });
      if (tag === "img" && attributes.alt === undefined) imagesWithoutAlt.push(line);
      const link = tag === "img" ? attributes.src : tag === "a" ? attributes.href : undefined;
      if (link === undefined || isGoodLink.test(link) || isToken.test(link)) return;
      if (!(tag === "img" && /^\s*(cid|data):/i.test(link))) linksNotHttps.push(line);
    },
    onclosetag(tag, isImplied) {
      if (hasNoEnd.has(tag)) return;
      const opened = open.pop();
      if (isImplied && opened && !closesItself.has(tag)) unclosed.push(opened);
    },
  });
  parser.end(html);
  return {
    imagesWithoutAlt,
    linksNotHttps,
    unclosed: unclosed.sort((one, other) => one.line - other.line),
  };
}

/** Lines by positions that only go forward. */
function lineCounter(text: string): (position: number) => number {
  let at = 0;
  let line = 1;
  return (position) => {
    for (; at < position; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}
