import type { Suite } from "mocha";
import { type Answer, type Asked, type Comment, useHost } from "./host";

/** The user to whom the token belongs. */
export const gitlabBot = "project_7_bot";
const ids: Readonly<Record<string, number>> = { [gitlabBot]: 70, somebody: 80, "other-bot": 90 };

/** The content of project 7, which has one merge request. */
interface Gitlab {
  readonly notes: Comment[];
  /** The newest commit of the merge request. */
  head: string;
  /** A status to return in place of the token's user or the notes. */
  question?: number;
  /** Ids of the token's own notes that can't be edited any more. */
  readonly uneditable: Set<number>;
}

/** Starts a server with the parts of GitLab's API that the pipeline uses, with the permissions of a developer. */
export function useGitlab(suite: Suite, token: string) {
  const begin = (): Gitlab => ({ notes: [], head: "", uneditable: new Set() });
  return useHost(suite, begin, (state, asked) =>
    asked.headers["private-token"] === token
      ? answerOf(state, asked)
      : { status: 401, content: { message: "401 Unauthorized" } },
  );
}

function answerOf(state: Gitlab, { method, path, query, content }: Asked): Answer {
  const { notes, question, uneditable } = state;
  const request = "/projects/7/merge_requests/1";
  const all = `${request}/notes`;
  if (method === "GET" && question !== undefined) return { status: question, content: {} };
  if (method === "GET" && path === "/user") {
    return { status: 200, content: { id: ids[gitlabBot], username: gitlabBot } };
  }
  if (method === "GET" && path === request) return { status: 200, content: { sha: state.head } };
  if (method === "GET" && path === all) return { status: 200, content: pageOf(notes, query) };
  if (method === "POST" && path === all) {
    notes.push({ id: 1_000 + notes.length, author: gitlabBot, body: String(content.body) });
    return { status: 201, content: notes.at(-1) };
  }
  const id = Number(path.startsWith(`${all}/`) ? path.slice(all.length + 1) : Number.NaN);
  const edited = notes.find((one) => one.id === id);
  if (method !== "PUT" || !edited) return { status: 404, content: { message: "404 Not found" } };
  if (edited.author !== gitlabBot || uneditable.has(id)) {
    return { status: 403, content: { message: "403 Forbidden" } };
  }
  edited.body = String(content.body);
  return { status: 200, content: edited };
}

/** A page of notes, the newest first by default. */
function pageOf(notes: readonly Comment[], query: URLSearchParams) {
  const sorted = query.get("sort") === "asc" ? notes : notes.toReversed();
  const size = Number(query.get("per_page") ?? 20);
  const page = Number(query.get("page") ?? 1);
  return sorted
    .slice(size * (page - 1), size * page)
    .map(({ id, author, body }) => ({ id, body, author: { id: ids[author], username: author } }));
}
