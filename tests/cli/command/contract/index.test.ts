import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { ContractReport, ContractResult } from "../../../../cli/command/contract";
import { listOperations, readMerged } from "../../../../contract/document";
import { everyCollection } from "../../../../provider/api/collections";
import { operations } from "../../../../provider/api/operations";
import { runWith } from "../../../support/command";
import { useScratch } from "../../../support/scratch";
import { json, useServers } from "../../../support/server";
import { useEmulator } from "../../../support/service";

/** Functions that change the emulator's responses, by method and path of the request. */
type Planted = Readonly<Record<string, (body: never) => unknown>>;

interface Searched {
  readonly data: readonly Record<string, unknown>[];
  readonly count: number;
}

describe("the command pulumi-email-marketing doctor --contract", function () {
  const emulator = useEmulator(this);
  const serve = useServers(this);
  const scratch = useScratch(this);
  this.timeout(60_000);

  const extended = { EMAIL_MARKETING_OPERATIONS: "extended", PATH: "" };
  const files = ["--file-id", "file-1"];
  const check = (env: Record<string, string>, ...args: string[]) =>
    runWith(
      emulator(),
      { folder: scratch(), env: { PATH: "", ...env } },
      "doctor",
      "--contract",
      ...args,
    );

  /** Starts a server that forwards requests to the emulator, and changes some of the emulator's responses. */
  async function otherService(planted: Planted, status: Readonly<Record<string, number>> = {}) {
    const server = await serve((response, _index, { method, url, headers, body }) => {
      const address = new URL(url.replace(/^\/v1\/verify/, "/verify"), emulator().baseUrl);
      const { authorization = "" } = headers;
      const sent = { method, headers: { authorization, "content-type": "application/json" } };
      void fetch(address, body === "" ? sent : { ...sent, body }).then(async (upstream) => {
        const route = `${method} ${url.replace("/v1", "")}`;
        const change = planted[route] ?? ((same: unknown) => same);
        json(response, change((await upstream.json()) as never), {
          status: status[route] ?? upstream.status,
        });
      });
    });
    return {
      EMAIL_MARKETING_BASE_URL: server.url,
      EMAIL_MARKETING_VERIFY_URL: `${server.url}/verify`,
    };
  }

  const reportOf = (stdout: string) => JSON.parse(stdout) as ContractReport;
  const named = ({ operation, asked }: ContractResult) =>
    asked === "what exists" ? operation : `${operation} (made up)`;

  it("finds no difference between emulator and contract, and sends only reading requests", async () => {
    const before = emulator().requests().length;
    const { exitCode, stdout, stderr } = await check(extended, "--json", ...files);
    expect(exitCode, stdout + stderr).to.equal(0);
    const { results, headers } = reportOf(stdout);
    const of = (outcome: ContractResult["outcome"]) =>
      results.filter((one) => one.outcome === outcome).map(named);
    expect(of("differs"), stdout).to.deep.equal([]);
    expect(of("as documented")).to.deep.equal([
      ...everyCollection.map(({ operation }) => {
        const { method, path } = operations[operation];
        return `${method} ${path}`;
      }),
      "GET /list/{id}",
      "GET /webhooks/detail/{id}",
      "GET /client/plan",
      "POST /campaign/{id}/opens",
      "POST /campaign/{id}/unsubs",
      "GET /contacts/{id}",
      "POST /inbox-tracking",
      "GET /verifyFileStatus/{file_id}",
      "GET /list/{id} (made up)",
      "GET /webhooks/detail/{id} (made up)",
      "POST /campaign/{id}/opens (made up)",
      "POST /campaign/{id}/unsubs (made up)",
      "GET /contacts/{id} (made up)",
      "GET /verifyFileStatus/{file_id} (made up)",
    ]);
    const documented = listOperations(readMerged()).map(({ method, path }) => `${method} ${path}`);
    const left = documented.filter((operation) => !of("as documented").includes(operation));
    expect(left).to.include.members(["POST /campaign", "DELETE /contact/property/{id}"]);
    expect(of("not tried")).to.have.members(left);
    expect(headers).to.deep.equal({ date: "always", retryAfter: [], rateLimit: [] });
    const asked = emulator().requests().slice(before);
    expect(asked).to.have.length(of("as documented").length);
    expect(
      asked.every(
        ({ method, path }) =>
          method === "GET" || /\/(search|list|opens|unsubs|inbox-tracking)$/.test(path),
      ),
    ).to.equal(true);
  });

  it("prints which operations respond as documented, and why the others weren't tried", async () => {
    const { exitCode, stdout } = await check({ EMAIL_MARKETING_VERIFY_URL: "" });
    expect(exitCode, stdout).to.equal(0);
    const lines = stdout.split("\n").map((line) => line.trim().replace(/ {2,}/g, " | "));
    expect(lines.map((line) => line.replace(/\b\d+ ms/, "N ms"))).to.include.members([
      "as documented | POST /senders/search | N ms",
      "as documented | POST /lists/search | known from public clients; N ms",
      "as documented | GET /list/{id} | an id that doesn't exist; N ms",
      'not tried | POST /campaign/list | known from public clients; emailmarketing:operations is not "extended"',
      "not tried | POST /campaign/{id}/opens | no campaign is known; set --campaign-id <id>",
      "not tried | GET /contacts/{id} | no contact is known; set --contact-id <id>",
      "not tried | POST /senders | it writes, and this check only reads",
      "Date header: always. Retry-After: never. Rate limit headers: none.",
      "D | SenderCreate company_address | the name for: company address",
      "C | CampaignCreate plain_text | the name for: plain text content",
      "B | CampaignUpdate viewin_browser | the name for: view-in-browser boolean",
      "All 10 replies are as documented.",
    ]);
    expect(stdout).to.match(
      /not tried +GET \/verifyFileStatus\/\{file_id\} +an id that doesn't exist; missing required setting "verifyUrl"/,
    );
  });

  it("reports each difference between a response and the contract without the response's addresses and names", async () => {
    const rows = (body: Searched, change: (row: Record<string, unknown>) => object) => ({
      ...body,
      data: body.data.map(change),
    });
    const planted: Planted = {
      "POST /senders/search": (body: Searched) =>
        rows(body, ({ sender_name, ...row }) => ({ ...row, senderName: sender_name })),
      "POST /domains/search": (body: Searched) =>
        rows(body, (row) => ({ ...row, open_tracking: String(row.open_tracking) })),
      "POST /reply-emails/search": (body: Searched) => ({ ...body, data: { ...body.data } }),
      "POST /lists/search": (body: Searched) => ({ ...body, list_count: 250 }),
      "POST /contact/property/search": (body: Searched) =>
        rows(body, (row) => ({ ...row, "ada@example.com": true })),
      "GET /list/list-1": ({ data }: { data: object }) => ({ data }),
      "POST /inbox-tracking": (body: { providers: object }) => ({ ...body, providers: null }),
      "POST /campaign/campaign-1/opens": (body: Searched) =>
        rows(body, (row) => ({ ...row, tags: "vip,beta" })),
      "GET /list/pulumi-email-marketing-doctor": () => ({ message: "Not found: ada@example.com" }),
    };
    const env = await otherService(planted, { "GET /contacts/pulumi-email-marketing-doctor": 400 });
    const report = join(scratch(), "report.json");
    const args = [...files, "--report", report];
    const { exitCode, stdout, stderr } = await check({ ...extended, ...env }, "--json", ...args);
    expect(exitCode, stdout + stderr).to.equal(2);
    const { results } = reportOf(stdout);
    const found = results.flatMap((one) => one.differences.map((what) => `${named(one)}: ${what}`));
    expect(found).to.deep.equal([
      "POST /domains/search: data[].open_tracking must be boolean (got string)",
      "POST /lists/search: list_count is 250, but the first page has 3 of at most 10 rows",
      "POST /reply-emails/search: data must be array (got object)",
      "POST /senders/search: data[] must have required property 'sender_name'",
      "POST /senders/search: data[] must NOT have additional properties: senderName",
      "POST /contact/property/search: data[] must NOT have additional properties: (a name that is not shown)",
      "GET /list/{id}: the body must have required property 'count'",
      "POST /campaign/{id}/opens: data[].tags must be array (got string)",
      "POST /inbox-tracking: providers must be array (got null)",
      "GET /list/{id} (made up): the error has the fields message instead of errors",
      "GET /contacts/{id} (made up): replied with status 400 instead of 404",
    ]);
    expect(stderr).to.match(/^11 differences found\. Please report them /);
    expect(await readFile(report, "utf8")).to.equal(stdout);
    for (const value of ["example.com", "Acme", "Customers", "canary"]) {
      expect(stdout + stderr).to.not.include(value);
    }
  });

  it("names the environment variable of the key if the service refuses the key", async () => {
    const { exitCode, stderr } = await check({ EMAIL_MARKETING_API_KEY: "wrong" });
    expect(exitCode).to.equal(1);
    expect(stderr).to.include(
      'error: the service replied "Authorization failed" (401, POST /domains/search). The key was read from environment variable EMAIL_MARKETING_API_KEY',
    );
  });

  it("reports a difference, not a refused key, if only one request gets status 401", async () => {
    const env = await otherService({}, { "GET /list/pulumi-email-marketing-doctor": 401 });
    const { exitCode, stdout } = await check({ ...extended, ...env }, "--json", ...files);
    expect(exitCode, stdout).to.equal(2);
    const { results } = reportOf(stdout);
    const differing = results.filter(({ outcome }) => outcome === "differs");
    expect(differing.map((one) => [named(one), one.differences[0]])).to.deep.equal([
      ["GET /list/{id} (made up)", "replied with status 401 instead of 404"],
    ]);
    expect(results.filter(({ outcome }) => outcome === "as documented")).to.have.length.above(10);
  });

  it('fails with "No operation could be compared" if the connection to the service is refused', async () => {
    const { exitCode, stdout, stderr } = await check({
      EMAIL_MARKETING_BASE_URL: "http://127.0.0.1:1/v1",
      EMAIL_MARKETING_VERIFY_URL: "",
    });
    expect(exitCode, stdout).to.equal(1);
    expect(stdout).to.include("not tried");
    expect(stdout).to.include("can't connect to http://127.0.0.1:1/v1");
    expect(stderr).to.equal("No operation could be compared. The report says why.\n");
  });
});
