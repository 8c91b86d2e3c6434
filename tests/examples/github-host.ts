import type { Suite } from "mocha";
import { type Answer, type Asked, type Comment, useHost } from "./host";

/** The user to whom a workflow's token belongs. */
export const githubBot = "github-actions[bot]";
/** The commit of the first run. */
export const firstCommit = "1111111111111111111111111111111111111111";
const refused = { message: "Resource not accessible by integration" };

/** The content of the repository `acme/mail`, which has one pull request. */
interface Github {
  readonly comments: Comment[];
  readonly issues: { readonly title: string; readonly body: string }[];
  /** The newest commit of the branch `main`. */
  head: string;
  /** The newest commit of the pull request. */
  pullHead: string;
  /** Comments that can't be edited, because the conversation is locked or the comment was deleted, with the status. */
  readonly uneditable: Map<number, 403 | 404>;
  /** A response to return in place of the list of comments. */
  question?: Answer;
  /** A response to return in place of a comment's change or creation, or of an issue's creation. */
  refusal?: Answer;
}

/** Starts a server with the parts of GitHub's REST and GraphQL APIs that the workflow uses. */
export function useGithub(suite: Suite, token: string) {
  const begin = (): Github => ({
    comments: [],
    issues: [],
    head: firstCommit,
    pullHead: firstCommit,
    uneditable: new Map(),
  });
  return useHost(suite, begin, (state, asked) =>
    asked.headers.authorization === `Bearer ${token}`
      ? answerOf(state, asked)
      : { status: 401, content: { message: "Bad credentials" } },
  );
}

function answerOf(state: Github, { method, path, headers, content }: Asked): Answer {
  const { comments, issues, uneditable, refusal } = state;
  if (refusal && path !== "/graphql" && method !== "GET") return refusal;
  switch (`${method} ${path}`) {
    case "POST /graphql":
      return state.question ?? { status: 200, content: { data: pageOf(state, content) } };
    case "GET /user":
      return { status: 403, content: refused };
    case "POST /repos/acme/mail/issues/1/comments":
      comments.push({
        id: 4_000_000_000 + comments.length,
        author: githubBot,
        body: bodyOf(content),
      });
      return { status: 201, content: comments.at(-1) };
    case "POST /repos/acme/mail/issues":
      issues.push({ title: String(content.title), body: bodyOf(content) });
      return { status: 201, content: {} };
    case "GET /repos/acme/mail/commits/heads/main":
    case "GET /repos/acme/mail/commits/heads/50%25%23%7Ba%7D":
      return headers.accept === "application/vnd.github.sha"
        ? { status: 200, content: state.head }
        : { status: 200, content: { sha: state.head } };
  }
  const id = Number(/^\/repos\/acme\/mail\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
  const edited = comments.find((one) => one.id === id);
  if (method !== "PATCH" || !edited) return { status: 404, content: { message: "Not Found" } };
  const status = uneditable.get(id);
  if (status !== undefined) return { status, content: refused };
  edited.body = bodyOf(content);
  return { status: 200, content: edited };
}

/** A page of up to 100 comments after a cursor, the oldest first. */
function pageOf({ comments, pullHead }: Github, { variables }: Asked["content"]) {
  const { owner, name, number, after } = variables as Readonly<Record<string, unknown>>;
  if (owner !== "acme" || name !== "mail" || number !== 1) return { repository: null };
  const from = after === null ? 0 : Number(after);
  const page = comments.slice(from, from + 100);
  const nodes = page.map(({ id, author, body }) => ({
    fullDatabaseId: String(id),
    body,
    viewerDidAuthor: author === githubBot,
  }));
  const pageInfo = {
    hasNextPage: from + 100 < comments.length,
    endCursor: page.length === 0 ? null : String(from + page.length),
  };
  return { repository: { pullRequest: { headRefOid: pullHead, comments: { nodes, pageInfo } } } };
}

function bodyOf({ body }: Asked["content"]): string {
  return String(body);
}
