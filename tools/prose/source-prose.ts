import ts from "typescript";

type Range = readonly [start: number, end: number];

/**
 * The prose of a TypeScript file: its comments, and its test names or messages. Everything else is replaced by spaces,
 * so that lines and columns stay.
 */
export function proseOf(code: string, isTest: boolean): string {
  const literals: ts.Node[] = [];
  const file = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  collectLiterals(file, literals);
  const texts = literals.filter((one) => (isTest ? isTitle(one) : isMessage(one)));
  const kept = [...texts.map((one) => rangeOf(one, file)), ...commentsIn(code, literals, file)];
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of kept.toSorted(([one], [other]) => one - other)) {
    parts.push(blank(code.slice(at, start)), withoutCode(code.slice(start, end)));
    at = end;
  }
  return [...parts, blank(code.slice(at))].join("");
}

function collectLiterals(node: ts.Node, found: ts.Node[]): void {
  const isLiteral = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);
  if (isLiteral || isTemplatePart(node)) found.push(node);
  ts.forEachChild(node, (child) => collectLiterals(child, found));
}

function isTemplatePart(node: ts.Node): node is ts.TemplateLiteralLikeNode {
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

/** Finds comments by their delimiters, outside of literals. */
function commentsIn(code: string, literals: readonly ts.Node[], file: ts.SourceFile): Range[] {
  let outside = "";
  for (const literal of literals) {
    const [start, end] = rangeOf(literal, file);
    outside += code.slice(outside.length, start) + blank(code.slice(start, end));
  }
  outside += code.slice(outside.length);
  return [...outside.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(({ 0: comment, index }) => [
    index,
    index + comment.length,
  ]);
}

function rangeOf(node: ts.Node, file: ts.SourceFile): Range {
  return [node.getStart(file), node.end];
}

/** True if a literal is the name of a test or of a suite. */
function isTitle(literal: ts.Node): boolean {
  const text = isTemplatePart(literal) ? literal.parent.parent : literal;
  const call = ts.isTemplateSpan(text) ? text.parent.parent : text.parent;
  return ts.isCallExpression(call) && /^(?:it|describe)\b/.test(call.expression.getText());
}

/** True if a literal is a message, which is a string of at least three words. */
function isMessage(literal: ts.Node): boolean {
  const isText = ts.isStringLiteralLike(literal) || isTemplatePart(literal);
  return isText && / \S+ /.test(literal.text);
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, " ");
}

/** A text without the delimiters of comments and strings, and without names in backticks. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`|^\s*\*|["'`{}$]|\/\/|\/\*\*?|\*\//gm, blank);
}
