import type { Settings } from "../settings/settings";
import type { AnyLifecycle } from "./lifecycle";

const marked = new WeakSet<object>();

/** Marks a reader that only the extended operations serve: under the others, the state is believed. */
export function extendedReader<Read extends object>(read: Read): Read {
  marked.add(read);
  return read;
}

/** How objects of this kind are read; undefined where no operation of these settings reads them. */
export function readerOf({ read }: AnyLifecycle, settings: Settings): AnyLifecycle["read"] {
  const isServed = settings.isExtended;
  return read === undefined || (marked.has(read) && !isServed) ? undefined : read;
}
