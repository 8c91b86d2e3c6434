import { expect } from "chai";
import { listOperations, readMerged, responseSchemas } from "../../contract/document";

/** The specification's endpoints: id, method, path, and the schema of each reply by status. */
const specified = [
  [
    "searchDomains POST /domains/search",
    "200 DomainPage, 400 ErrorList, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "shareDomainDns POST /domains/{id}/share",
    "200 DnsShareReply, 400 ErrorList, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "getContact GET /contacts/{id}",
    "200 ContactReply, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "createContactProperty POST /contact/property",
    "201 Created, 400 ErrorObject, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "createCampaign POST /campaign",
    "201 Created, 400 ErrorList, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "updateCampaign PUT /campaign/{id}",
    "200 Message, 400 ErrorObject, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "listCampaignOpens POST /campaign/{id}/opens",
    "200 OpensPage, 400 ErrorList, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "listCampaignUnsubscribes POST /campaign/{id}/unsubs",
    "200 UnsubscribesPage, 400 ErrorList, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "getInboxPlacement POST /inbox-tracking",
    "200 InboxPlacement, 400 ErrorList, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "getList GET /list/{id}",
    "200 ListReply, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
  [
    "searchReplyEmails POST /reply-emails/search",
    "200 ReplyEmailPage, 400 ErrorList, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "searchSenders POST /senders/search",
    "200 SenderPage, 400 ErrorList, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "addSender POST /senders",
    "201 SenderAdded, 400 ErrorList, 401 AuthorizationFailed, 429 RateExceeded, 500 Message",
  ],
  [
    "toggleWebhook POST /webhooks/toggle/{id}",
    "200 Message, 400 ErrorText, 401 AuthorizationFailed, 404 NotFoundText, 429 RateExceeded, 500 Message",
  ],
  [
    "getFileVerification GET /verifyFileStatus/{file_id}",
    "200 FileVerification, 401 AuthorizationFailed, 404 NotFoundErrors, 429 RateExceeded, 500 Message",
  ],
] as const;

describe("contract operations", () => {
  const document = readMerged();
  const operations = listOperations(document);

  it("are those of the specification, at its paths", () => {
    const named = operations
      .filter(({ source }) => source === "specified")
      .map(({ id, method, path }) => `${id} ${method} ${path}`);
    expect(named).to.have.members(specified.map(([operation]) => operation));
  });

  for (const [name, replies] of specified) {
    it(`${name} replies with ${replies}`, () => {
      const operation = operations.find(({ id }) => name.startsWith(`${id} `));
      if (operation === undefined) throw new Error(`${name} is missing`);
      const found = responseSchemas(document, operation).map(
        ([status, schema]) => `${status} ${String(schema.$ref).replace(/^.*\//, "")}`,
      );
      expect(found.join(", ")).to.equal(replies);
    });
  }
});
