import { expect } from "chai";
import { readingWith } from "../../cli/command/review";
import { type CommentAside, renderComment } from "../../cli/review/comment";
import { type PreviewModel, previewModel } from "../../cli/review/preview";
import { previewIn } from "../../cli/review/preview/input";
import { inBerlin } from "./shown";

/** Reads a preview as the commands do. */
export function previewOf(written: object, keys: readonly string[]): PreviewModel {
  const { preview } = previewIn(JSON.stringify(written), "the preview");
  return previewModel(preview, readingWith(keys));
}

/** The lines of the comment on a stack in Berlin, in which arrows have no marks of their direction. */
export function commentOf(preview: object, aside: CommentAside = {}, keys: readonly string[] = []) {
  const comment = renderComment(previewOf({ config: inBerlin, ...preview }, keys), aside);
  return comment.replaceAll("\u200e→\u200e", "→").split("\n");
}

/** Those on what will be mailed, without the head of the table. */
export function mailedIn(comment: readonly string[]): string[] {
  const begin = comment.indexOf("**Will be mailed**");
  expect(begin).to.equal(3);
  const end = comment.findIndex((line, at) => at > begin && /^\*\*(?!Will)/.test(line));
  const lines = comment.slice(begin + 1, end === -1 ? undefined : end);
  return lines.filter((line) => line !== "" && !/^\|(?: {2}\|| ---)/.test(line));
}
