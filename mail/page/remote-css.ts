import { type CssLoad, cssLoads } from "../inspect/css";

/** Whether an address is one of another place. */
export const remote = /^\s*(https?:)?\/\//i;

/** Whether a style sheet or a style attribute loads something from elsewhere. */
export function isRemoteCss(css: string): boolean {
  return remoteLoads(css).length > 0;
}

/**
 * A style sheet, or a style attribute, that loads nothing from elsewhere: an address becomes `none`, and an import goes
 * as a whole, so that the rule after it stays a rule.
 */
export function withoutRemoteCss(css: string): string {
  const loads = remoteLoads(css);
  const kept = loads.map(
    ({ start, isImport }, at) =>
      css.slice(loads[at - 1]?.end ?? 0, start) + (isImport ? "" : "none"),
  );
  return kept.join("") + css.slice(loads.at(-1)?.end ?? 0);
}

function remoteLoads(css: string): CssLoad[] {
  return cssLoads(css).filter(({ address, isImport }) => isImport || remote.test(address));
}
