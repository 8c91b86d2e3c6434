import { expect } from "chai";
import { readingWith } from "../../cli/command/review";
import { type CommentContext, renderComment } from "../../cli/review/comment";
import { type PreviewModel, previewModel } from "../../cli/review/preview";
import { previewIn } from "../../cli/review/preview/input";
import { inBerlin } from "./preview-fixtures";

/** Reads a preview like the commands of the package. */
export function previewOf(written: object, keys: readonly string[]): PreviewModel {
  const { preview } = previewIn(JSON.stringify(written), "the preview");
  return previewModel(preview, readingWith(keys));
}

/** The lines of the comment for a stack in Berlin. Removes the invisible direction marks around arrows. */
export function commentOf(
  preview: object,
  aside: CommentContext = {},
  keys: readonly string[] = [],
) {
  const comment = renderComment(previewOf({ config: inBerlin, ...preview }, keys), aside);
  return comment.replaceAll("\u200e→\u200e", "→").split("\n");
}

/** The lines in the section "Will be mailed", without the head of the table. */
export function mailedIn(comment: readonly string[]): string[] {
  const begin = comment.indexOf("**Will be mailed**");
  expect(begin).to.equal(3);
  const end = comment.findIndex((line, at) => at > begin && /^\*\*(?!Will)/.test(line));
  const lines = comment.slice(begin + 1, end === -1 ? undefined : end);
  return lines.filter((line) => line !== "" && !/^\|(?: {2}\|| ---)/.test(line));
}
