import { expect } from "chai";
import type { ParsedMail } from "mailparser";
import type { EmulatorOptions, Seed } from "../../emulator/index";
import { useCatchers } from "../support/catcher";
import { until } from "../support/paused-step";
import { useStart } from "./caller";

describe("an emulator with an SMTP server", function () {
  const startEmulator = useStart(this);
  const startCatcher = useCatchers(this);

  const start = async (given: Seed, options: EmulatorOptions = {}) => {
    const { port, caught } = await startCatcher();
    const smtp = `smtp://127.0.0.1:${port}`;
    const emulator = await startEmulator({ smtp, seed: given, ...options });
    return { emulator, received: () => caught.map(({ mail }) => mail) };
  };

  const seed = {
    domains: [{ domain: "acme.example", status: "verified" as const }],
    lists: [
      { id: "list-1", name: "Customers" },
      { id: "list-2", name: "Friends" },
      { id: "list-3", name: "Others" },
    ],
    contacts: [
      { email: "ada@reader.example", list_id: "list-1,list-2", first_name: "Ada" },
      { email: "ben@reader.example", list_id: "list-2", first_name: "Ben" },
      { email: "cy@reader.example", list_id: "list-3" },
    ],
    campaigns: [
      {
        id: "campaign-1",
        name: "Spring",
        subject: "Grüße für {{first_name}} 🌷",
        status: "Scheduled" as const,
        scheduled_at: "2026-01-01 09:00:00",
        sender: { sender_email: "news@acme.example", sender_name: "Acme News" },
        reply_email: "help@acme.example",
        list_ids: ["list-1", "list-2"],
        html: '<p>Hi {{first_name}}</p><a href="%%unsubscribe%%">out</a>',
        plain_text: "Hi {{first_name}}, %%unsubscribe%%",
      },
    ],
  };

  it("sends one message to each contact of a campaign's lists once the campaign's date has come", async () => {
    const { emulator, received } = await start(seed);
    emulator.advance(8 * 3_600_000);
    emulator.advance(2 * 3_600_000);
    emulator.advance(24 * 3_600_000);
    await emulator.close();
    const mails = received().toSorted((one, other) => textOf(one).localeCompare(textOf(other)));
    expect(mails.map(textOf)).to.deep.equal([
      "ada@reader.example: Grüße für Ada 🌷",
      "ben@reader.example: Grüße für Ben 🌷",
    ]);
    const [first] = mails;
    expect(first?.from?.text).to.equal('"Acme News" <news@acme.example>');
    expect(first?.replyTo?.text).to.equal("help@acme.example");
    expect(first?.html).to.equal(
      '<p>Hi Ada</p><a href="https://unsubscribe.invalid/campaign-1/contact-1">out</a>',
    );
    expect(first?.text?.trim()).to.equal(
      "Hi Ada, https://unsubscribe.invalid/campaign-1/contact-1",
    );
    expect(first?.headers.get("list")).to.deep.equal({
      unsubscribe: { url: "https://unsubscribe.invalid/campaign-1/contact-1" },
    });
    expect(first?.headers.get("content-type")).to.have.property("value", "multipart/alternative");
  });

  it("sends the messages of a due campaign without any request if the emulator uses the machine's clock", async () => {
    const { received } = await start(seed, { clock: "real" });
    await until(
      () => received().length === 2,
      () => `it got ${received().length} messages`,
    );
    expect(received().map(textOf).sort()).to.deep.equal([
      "ada@reader.example: Grüße für Ada 🌷",
      "ben@reader.example: Grüße für Ben 🌷",
    ]);
  });

  it("sends the messages of a campaign even if the seed omits the campaign's sender", async () => {
    const campaigns = seed.campaigns.map(({ sender, ...rest }) => rest);
    const { emulator, received } = await start({ ...seed, campaigns });
    emulator.advance(10 * 3_600_000);
    await emulator.close();
    expect(received().map(textOf).sort()).to.deep.equal([
      "ada@reader.example: Grüße für Ada 🌷",
      "ben@reader.example: Grüße für Ben 🌷",
    ]);
    expect(received()[0]?.from?.text ?? "").to.equal("");
  });

  it("sends no messages of a campaign that is already sent in the seed", async () => {
    const { emulator, received } = await start(seed);
    emulator.advance(10 * 3_600_000);
    const after = emulator.snapshot();
    emulator.reset();
    emulator.seed(after);
    emulator.advance(24 * 3_600_000);
    await emulator.close();
    expect(received().length).to.equal(2);
  });
});

function textOf({ to, subject }: ParsedMail): string {
  return `${(Array.isArray(to) ? to : [to]).map((one) => one?.text).join()}: ${subject}`;
}
