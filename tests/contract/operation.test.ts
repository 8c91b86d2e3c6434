import { expect } from "chai";
import { listOperations, readMerged, responseSchemas } from "../../contract/document";
import { mayBeMissing } from "../../provider/api/call";
import { operations as called } from "../../provider/api/operations";

/** The operations of the specification: id, method, path, and the schema of each response by status. */
const specified = {
  "searchDomains POST /domains/search": "200 DomainPage, 400 ErrorList",
  "shareDomainDns POST /domains/{id}/share":
    "200 DnsShareResponse, 400 ErrorList, 404 NotFoundErrors",
  "getContact GET /contacts/{id}": "200 ContactResponse, 404 NotFoundErrors",
  "createContactProperty POST /contact/property": "201 Created, 400 ErrorObject",
  "createCampaign POST /campaign": "201 Created, 400 ErrorList",
  "updateCampaign PUT /campaign/{id}": "200 Message, 400 ErrorObject, 404 NotFoundErrors",
  "listCampaignOpens POST /campaign/{id}/opens": "200 OpensPage, 400 ErrorList, 404 NotFoundErrors",
  "listCampaignUnsubscribes POST /campaign/{id}/unsubs":
    "200 UnsubscribesPage, 400 ErrorList, 404 NotFoundErrors",
  "getInboxPlacement POST /inbox-tracking": "200 InboxPlacement, 400 ErrorList, 404 NotFoundErrors",
  "getList GET /list/{id}": "200 ListResponse, 404 NotFoundErrors",
  "searchReplyEmails POST /reply-emails/search": "200 ReplyEmailPage, 400 ErrorList",
  "searchSenders POST /senders/search": "200 SenderPage, 400 ErrorList",
  "addSender POST /senders": "201 SenderAdded, 400 ErrorList",
  "toggleWebhook POST /webhooks/toggle/{id}": "200 Message, 400 ErrorText, 404 NotFoundText",
  "getFileVerification GET /verifyFileStatus/{file_id}": "200 FileVerification, 404 NotFoundErrors",
};

/** The responses that every operation has. */
const everywhere = ["401 AuthorizationFailed", "429 RateExceeded", "500 Message"];

describe("the contract's operations", () => {
  const document = readMerged();
  const operations = listOperations(document);

  it("are exactly the operations of the specification, at the same paths", () => {
    const named = operations
      .filter(({ source }) => source === "specified")
      .map(({ id, method, path }) => `${id} ${method} ${path}`);
    expect(named).to.have.members(Object.keys(specified));
  });

  it("may be missing in a service if only public clients show them, except for the search for lists", () => {
    const missing = Object.keys(called).filter((id) => mayBeMissing(id as keyof typeof called));
    const extended = operations.filter(({ source }) => source === "extended").map(({ id }) => id);
    expect([...missing, "searchLists"]).to.have.members(extended);
  });

  for (const [name, own] of Object.entries(specified)) {
    const responses = [...own.split(", "), ...everywhere];

    it(`include ${name} with exactly the documented responses`, () => {
      const operation = operations.find(({ id }) => name.startsWith(`${id} `));
      if (operation === undefined) throw new Error(`${name} is missing`);
      const found = responseSchemas(document, operation).map(
        ([status, schema]) => `${status} ${String(schema.$ref).replace(/^.*\//, "")}`,
      );
      expect(found).to.have.members(responses);
    });
  }
});
