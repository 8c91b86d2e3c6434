// Creates the comment on the merge request, or edits the one from an earlier run.
import { readFile } from "node:fs/promises";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = process.env;
const notes = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
const headers = { "private-token": GITLAB_TOKEN ?? "", "content-type": "application/json" };

const body = await readFile(process.argv[2], "utf8");
const [mark] = body.split("\n");
const all = await call("GET", `${notes}?per_page=100&sort=asc`);
const own = all.find((note) => note.body.startsWith(mark));
await (own ? call("PUT", `${notes}/${own.id}`, { body }) : call("POST", notes, { body }));

async function call(method, url, content) {
  const response = await fetch(url, { method, headers, body: content && JSON.stringify(content) });
  if (!response.ok) throw new Error(`${method} of the merge request's notes: ${response.status}`);
  return response.json();
}
