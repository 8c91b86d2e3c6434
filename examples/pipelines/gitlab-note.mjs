// Creates the comment on the merge request, or edits the one from an earlier run.
import { readFile } from "node:fs/promises";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
const headers = { "private-token": GITLAB_TOKEN ?? "", "content-type": "application/json" };

const body = await readFile(process.argv[2], "utf8");
const [mark] = body.split("\n");
const own = await find();
await (own ? call("PUT", `${notes}/${own.id}`, { body }) : call("POST", notes, { body }));

/** Ours may lie behind hundreds of others, which come a page at a time. */
async function find() {
  for (let page = 1; ; page += 1) {
    const some = await call("GET", `${notes}?per_page=100&page=${page}&sort=asc`);
    const found = some.find((note) => note.body.startsWith(mark));
    if (found || some.length < 100) return found;
  }
}

async function call(method, url, content) {
  const response = await fetch(url, { method, headers, body: content && JSON.stringify(content) });
  if (!response.ok) throw new Error(`${method} of the merge request's notes: ${response.status}`);
  return response.json();
}
