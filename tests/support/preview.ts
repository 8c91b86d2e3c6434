import { readingWith } from "../../provider/command/review";
import { type PreviewModel, previewModel } from "../../provider/review/preview";
import type { Preview } from "../../provider/review/preview/input";

/** Reads a preview as the commands do. */
export function previewOf(preview: Preview, keys: readonly string[]): PreviewModel {
  return previewModel(preview, readingWith(keys));
}
