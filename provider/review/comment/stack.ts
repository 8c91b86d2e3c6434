import { findProject } from "../../engine/project";
import type { PreviewModel } from "../preview";
import type { PreviewFinding } from "../preview/preview-finding";

/** A stack by its project, as a preview names it, so that a preview of which nothing can be read has the same mark. */
export function stackNamed(given: string, ofPreview: string): string {
  const [stack = "", ...before] = given.split("/").toReversed();
  if (before.length > 1) return `${before[0]}/${stack}`;
  const [, projectOfPreview] = ofPreview.split("/").toReversed();
  const project = projectOfPreview ?? findProject(".")?.name;
  return project === undefined ? stack : `${project}/${stack}`;
}

/** What is wrong where another stack is named: a pipeline would edit the comment of that one. */
export function otherStack(named: string, { stack, clean }: PreviewModel): PreviewFinding[] {
  if (stack === "" || clean(named) === stack) return [];
  const text = `--stack names ${clean(named)}, but this is a preview of ${stack}.`;
  return [{ severity: "warning", text }];
}
