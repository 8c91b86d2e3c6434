import type { Collection } from "./collection";
import { collections } from "./collections";

const all: readonly Collection<{ readonly id: string }>[] = Object.values(collections);

/** All collections, for code that only needs their ids. Those that every service has come first. */
export const everyCollection = [
  ...all.filter(({ operations }) => operations === "any"),
  ...all.filter(({ operations }) => operations === "extended"),
];
