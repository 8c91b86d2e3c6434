// Loaded before the first test: what the SDK makes global would count as that one's leak.
import "@pulumi/pulumi";
import { expect } from "chai";
import { unknownValue } from "../../provider/input/unknown";
import { kinds } from "../../provider/nouns";
import { canaryKeys, sent, useEmulator } from "../support/service";
import { everyKind, type Kind } from "../support/specimen";
import { currentWayIn, dynamicProperties, providerBehind } from "../support/way-in";

const wayIn = currentWayIn();

describe("a resource of any kind", function () {
  const emulator = useEmulator(this);
  beforeEach("starts with no requests", () => emulator().reset());

  async function check(kind: Kind, news: object) {
    const provider = providerBehind(wayIn, kinds[kind](), {
      "emailmarketing:baseUrl": emulator().baseUrl,
      "emailmarketing:apiKey": canaryKeys.apiKey,
      "emailmarketing:operations": "extended",
    });
    const { inputs, failures = [] } = await provider.check(
      {},
      { ...dynamicProperties(wayIn), ...news },
    );
    const { __provider, ...judged } = inputs as Record<string, unknown>;
    return { inputs: judged, reasons: failures.map(({ reason }) => reason).join("\n") };
  }

  for (const [kind, { args }] of everyKind) {
    const names = Object.keys(args);

    it(`is right with its specimen's inputs, which stay as they are: ${kind}`, async () => {
      expect(await check(kind, args)).to.deep.equal({ inputs: args, reasons: "" });
      expect(sent(emulator().requests())).to.deep.equal([]);
    });

    it(`is not judged by inputs that are unknown until apply: ${kind}`, async () => {
      const unknown = Object.fromEntries(names.map((name) => [name, unknownValue]));
      expect(await check(kind, unknown)).to.deep.equal({ inputs: unknown, reasons: "" });
    });

    it(`takes no key as an input: ${kind}`, async () => {
      const [name = ""] = names;
      const { reasons } = await check(kind, { ...args, [name]: canaryKeys.apiKey });
      expect(reasons).to.include(name);
      expect(reasons).to.not.include(canaryKeys.apiKey);
    });

    it(`takes no input that it doesn't know: ${kind}`, async () => {
      const { reasons } = await check(kind, { ...args, colour: "red" });
      expect(reasons).to.include('unknown input "colour"');
    });
  }
});
