import type { Collection } from "./collection";
import { collections } from "./collections";

const all: readonly Collection<{ readonly id: string }>[] = Object.values(collections);

/** All collections, where it doesn't matter what their rows hold; first those that every service has. */
export const everyCollection = [
  ...all.filter(({ operations }) => operations === "any"),
  ...all.filter(({ operations }) => operations === "extended"),
];
