import type { SettingRule } from "../errors/setting-error";

/** What the text of a setting means, or the rule that it breaks. */
export type Parsed<Value> = { readonly value: Value } | { readonly broken: SettingRule };

/** Reads the text of a setting, which is never empty and has no space around it. */
export type Parse<Value> = (text: string) => Parsed<Value>;

/** Any text. */
export const text: Parse<string> = (value) => ({ value });

/** One of these words. */
export function oneOf<Word extends string>(...values: readonly Word[]): Parse<Word> {
  return (text) => {
    const value = values.find((word) => word === text);
    return value === undefined ? { broken: { rule: "one-of", values } } : { value };
  };
}

/** Names, separated by commas. */
export const names: Parse<readonly string[]> = (text) => ({
  value: text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
});

/** A number between two, both included. */
export function numberFrom(least: number, most: number): Parse<number> {
  return (text) => {
    const value = Number(text);
    return value >= least && value <= most ? { value } : { broken: { rule: "range", least, most } };
  };
}

/** A whole number of at least this. */
export function wholeFrom(least: number): Parse<number> {
  return (text) => {
    const value = Number(text);
    return Number.isSafeInteger(value) && value >= least
      ? { value }
      : { broken: { rule: "whole", least } };
  };
}

/** The name of a time zone, as in the IANA database. */
export const timeZone: Parse<string> = (value) => {
  try {
    // Newer versions of Node take an offset, too, which knows no summer time.
    if (!/^[a-z]/i.test(value)) return { broken: { rule: "time-zone" } };
    return { value: new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone };
  } catch {
    return { broken: { rule: "time-zone" } };
  }
};

/** A key that goes into a header. */
export const key: Parse<string> = (value) =>
  // A line break within would end the header; anything beyond ASCII came in by mistake.
  /^[\x21-\x7e]+$/.test(value) ? { value } : { broken: { rule: "key" } };

/** Where the debug log goes. */
export const logTarget: Parse<string> = (value) =>
  /^(off|debug|file:.+)$/s.test(value)
    ? { value }
    : { broken: { rule: "one-of", values: ["off", "debug", "file:PATH"] } };

/** The address of an interface; gives it without a trailing slash. */
export const address: Parse<string> = (text) => {
  if (!URL.canParse(text)) return { broken: { rule: "address" } };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { broken: { rule: "https" } };
  // Every request carries the key, which could be read on its way.
  if (url.protocol === "http:" && !isLoopback(url)) {
    return { broken: { rule: "encrypted", host: url.hostname } };
  }
  // Paths are put behind the address, which is shown in messages as well.
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return { broken: { rule: "address-only" } };
  }
  return { value: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}` };
};

/** The name of a domain. */
export const domain: Parse<string> = (text) =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text)
    ? { value: text.toLowerCase() }
    : { broken: { rule: "domain" } };

/** Whether the host is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    // Reserved for this machine by RFC 6761.
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
