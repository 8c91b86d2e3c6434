import type { Finding } from "./finding";

/** The rule of a report over days: the last one is not before the first. */
export function ordered<First extends string, Last extends string>(first: First, last: Last) {
  return (args: { readonly [Name in First | Last]?: string }): readonly Finding[] => {
    const [from, to] = [args[first], args[last]];
    if (from === undefined || to === undefined || to >= from) return [];
    return [{ path: last, problem: `${to} is before ${first}, ${from}` }];
  };
}
