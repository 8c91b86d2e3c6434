import { expect } from "chai";
import { createCaches } from "../../provider/account/cache";
import { addSender, createList, getList, lists } from "../../provider/api/collections";
import { readEngagement } from "../../provider/api/report";
import type { HttpClient } from "../../provider/client/call";
import { createSkippingClock } from "../support/clock";
import { failure, rejection } from "../support/rejection";

/** A client of a service that responds with this text to every call. */
function responding(text: string): HttpClient {
  const send = async () => JSON.parse(text) as Record<string, unknown>;
  return { send, deadline: () => 60_000 };
}

const inexactly = "as a number that can't be read exactly";
const tooLong = "with more than 200 characters";
const longest = "x".repeat(200);

describe("an id in a response", () => {
  for (const [id, read, fault = inexactly] of [
    ['"9007199254740993"', "9007199254740993"],
    ["7", "7"],
    ["9007199254740991", "9007199254740991"],
    ["9007199254740993", undefined],
    ["12345678901234567890", undefined],
    ["1e400", undefined],
    ["7.5", undefined],
    [`"${longest}"`, longest],
    [`"${longest}x"`, undefined, tooLong],
    [`"${"\u{1f4e7}".repeat(200)}"`, "\u{1f4e7}".repeat(200)],
  ] as const) {
    const count = [...id].length - 2;
    const shown = count < 30 ? id : `a text of ${count} ${id.includes("x") ? "letters" : "emoji"}`;
    it(`is ${read === undefined ? "refused, and other objects are returned," : "accepted"} if the id is ${shown} in JSON`, async () => {
      const row = `{"id":${id},"name":"Customers","contact_count":12345678901234567890}`;
      const page = `{"data":[${row},{"id":"list-2","name":"Members"}],"list_count":2}`;
      const { rows, shortfall } = await lists.read(responding(page), {});
      const both = read === undefined ? ["list-2"] : [read, "list-2"];
      expect(rows.map((one) => one.id)).to.deep.equal(both);
      expect(shortfall).to.deep.equal(
        read === undefined ? { rows: 1, total: 2, unusable: [`"Customers" ${fault}`] } : undefined,
      );
      const one = getList(responding(`{"data":${row}}`), read ?? "list-1");
      if (read === undefined) {
        expect(await rejection(one)).to.equal(`the service sends the id of "Customers" ${fault}.`);
      } else expect((await one).id).to.equal(read);
    });
  }

  it("breaks only the search for that one object if the number is too large", async () => {
    const page =
      '{"data":[{"id":9007199254740993,"name":"Customers"},{"id":"list-2","name":"Members"}],"list_count":2}';
    const warnings: string[] = [];
    const { lists } = createCaches(responding(page), {
      clock: createSkippingClock(),
      warnOnce: (sentence) => warnings.push(sentence),
    });
    expect((await lists.byKey("Members"))?.id).to.equal("list-2");
    expect(await rejection(lists.byKey("Customers"))).to.equal(
      `the search for lists is incomplete: the service sends the id of "Customers" ${inexactly}. It is not known whether ` +
        "the object exists, so nothing was changed. To apply the rest of the program meanwhile, add --exclude with the URN " +
        "of this resource, or remove the call of this function.",
    );
    expect(warnings).to.deep.equal([
      `the search for lists is incomplete: the service sends the id of "Customers" ${inexactly}.`,
    ]);
  });

  it("fails the report on opens if the id is the contact_id of a row and is too large", async () => {
    const opens = responding(
      '{"contact_count":1,"campaign":{"name":"Spring"},"data":[{"contact_id":9007199254740993,"email":"ann@acme.example"}]}',
    );
    const search = { page: 1, limit: 100 };
    expect(await rejection(readEngagement(opens, "listCampaignOpens", "c1", search))).to.equal(
      `the service sends the id of an object ${inexactly}.`,
    );
  });

  it("makes a create of a list or sender unconfirmed if the id is too large or too long", async () => {
    for (const [response, fault] of [
      ['{"id":9007199254740993}', inexactly],
      ['{"data":{"id":9007199254740993}}', inexactly],
      [`{"id":"${longest}x"}`, tooLong],
    ] as const) {
      const creates = [
        createList(responding(response), "Members"),
        addSender(responding(response), { sender_email: "a@b.example", sender_name: "A" }),
      ];
      for (const created of creates) {
        const { message, sent } = await failure(created);
        expect([message, sent]).to.deep.equal([
          `the service sends the id of what was created ${fault}.`,
          "maybe",
        ]);
      }
    }
  });
});
