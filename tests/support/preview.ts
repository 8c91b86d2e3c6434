import { readingWith } from "../../provider/command/review";
import { type PreviewModel, previewModel } from "../../provider/review/preview";
import { previewIn } from "../../provider/review/preview/input";

/** Reads a preview as the commands do. */
export function previewOf(written: object, keys: readonly string[]): PreviewModel {
  const { preview } = previewIn(JSON.stringify(written), "the preview");
  return previewModel(preview, readingWith(keys));
}
