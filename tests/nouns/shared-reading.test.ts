import { expect } from "chai";
import { type Emulator, type Seed, startEmulator } from "email-marketing-emulator";
import { getDomain, getReplyTo, getSender } from "pulumi-email-marketing";
import { useEnvironment } from "../support/environment";
import { canaryKeys, environmentOf } from "../support/service";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const domains = (count: number): Seed => ({
  domains: numbers(count).map((n) => ({ id: `d${n}`, domain: `d${n}.example` })),
});

/** The singular functions, each with five objects that an account holds. */
const kinds = [
  {
    name: "getDomain",
    seed: domains(5),
    ask: (n: number) => getDomain({ domain: `D${n}.example` }).then(({ domain }) => domain),
    answer: (n: number) => `d${n}.example`,
    requests: [["all"], ["all"]],
  },
  {
    name: "getReplyTo",
    seed: { reply_emails: numbers(5).map((n) => ({ reply_email: `r${n}@acme.example` })) },
    ask: (n: number) => getReplyTo({ email: `R${n}@acme.example` }).then(({ email }) => email),
    answer: (n: number) => `r${n}@acme.example`,
    requests: [["one"], ["one", "all"]],
  },
  {
    name: "getSender",
    seed: {
      senders: numbers(5).map((n) => ({ sender_email: `s${n}@acme.example`, sender_name: "S" })),
    },
    ask: (n: number) => getSender({ email: `S${n}@acme.example` }).then(({ email }) => email),
    answer: (n: number) => `s${n}@acme.example`,
    requests: [["one"], ["one", "all"]],
  },
];

describe("the singular functions", function () {
  const setEnvironment = useEnvironment(this);
  let emulator: Emulator;

  /** An account that nobody has asked before. */
  async function open(seed: Seed): Promise<void> {
    emulator = await startEmulator({ ...canaryKeys, seed });
    setEnvironment(environmentOf(emulator));
  }
  /** For each request whether it searched for one (`one`) or read a page of all (`all`). */
  const requests = () =>
    emulator.requests().map(({ fields = [] }) => (fields.includes("search") ? "one" : "all"));

  afterEach(() => emulator.close());

  for (const { name, seed, ask, answer, requests: sent } of kinds) {
    it(`send one request for 20 identical calls of ${name}`, async () => {
      await open(seed);
      const answers = await Promise.all(numbers(20).map(() => ask(3)));
      expect(new Set(answers)).to.deep.equal(new Set([answer(3)]));
      expect(requests()).to.deep.equal(sent[0]);
    });

    it(`read all there is for five different calls of ${name}, once`, async () => {
      await open(seed);
      const answers = await Promise.all(numbers(5).map(ask));
      expect(answers).to.deep.equal(numbers(5).map(answer));
      // Both are under way at the same time.
      expect(requests()).to.have.members(sent[1] ?? []);
    });
  }
});
