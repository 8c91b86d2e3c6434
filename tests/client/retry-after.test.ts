import { expect } from "chai";
import { createCaches } from "../../provider/account/caches";
import { writeOnce } from "../../provider/account/unconfirmed-write";
import { addSender } from "../../provider/api/sender";
import { createPace } from "../../provider/client/pace";
import { clientOf, search } from "../support/client";
import { createFakeClock } from "../support/fake-clock";
import { rejection } from "../support/rejection";
import { json, useServers } from "../support/server";

describe("Retry-After", function () {
  const serve = useServers(this);

  it("of a 503 to a create holds for the search that follows it", async () => {
    const at: number[] = [];
    const row = { id: "s1", sender_email: "a@acme.example", sender_name: "A", status: "Verified" };
    const server = await serve((response, index) => {
      at.push(performance.now());
      const headers = { "retry-after": "1" };
      if (index === 0) json(response, { message: "busy" }, { status: 503, headers });
      else json(response, { count: 1, data: [row] });
    });
    const client = clientOf(server.url);
    const { senders } = createCaches(client);
    const found = await writeOnce({
      write: () => addSender(client, { sender_email: "a@acme.example", sender_name: "A" }),
      lookUp: () => senders.ask("a@acme.example"),
      deadlineMs: 5000,
    });
    expect(found.id).to.equal("s1");
    expect(server.received.map(({ url }) => url)).to.deep.equal([
      "/v1/senders",
      "/v1/senders/search",
    ]);
    expect((at[1] ?? 0) - (at[0] ?? 0)).to.be.at.least(990);
  });

  it("pauses everybody for the whole of it, as long as another one is not longer", async () => {
    const clock = createFakeClock();
    const pace = createPace(50, { clock });
    const [first, second] = [await pace.take(60_000), await pace.take(60_000)];
    first?.pause(3000, 503);
    first?.release();
    second?.pause(1000, 200);
    second?.accept();
    expect(pace.state()).to.include({ pausedMs: 3000, pausedBy: 200 });
    await clock.run(pace.take(60_000));
    expect(clock.now()).to.equal(3000);
    expect(pace.state()).to.not.have.property("pausedBy");
  });

  it("that is longer than the deadline fails what comes after it at once, with the status that asked", async () => {
    const headers = { "retry-after": "3600" };
    const server = await serve((response) => json(response, { data: [] }, { headers }));
    const client = clientOf(server.url, { pace: createPace(50) });
    expect(await client.send(search)).to.deep.equal({ data: [] });
    expect(await rejection(client.send(search))).to.match(
      /^the service asked to wait 3600 s, longer than the deadline of 5 s \(200, POST \/senders\/search\)/,
    );
    expect(server.received).to.have.length(1);
  });
});
