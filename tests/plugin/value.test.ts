import { expect } from "chai";
import { inStep, redactSecretInputs } from "../../provider/account/step";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { decode, encode } from "../../provider/plugin/value";
import { plain, struct } from "../support/plugin";
import { assetOf, outputValue, resourceReference, secret, unknown } from "../support/wire-value";

describe("decoding a value of the engine", () => {
  it("unwraps secrets and outputs at any depth, and records where encoding must mark secrets", () => {
    const given = {
      plain: "a",
      none: null,
      list: [1, secret("b"), { deep: outputValue({ value: true, secret: true }) }],
      whole: secret({ one: "c" }),
    };
    const { value, secrets } = decode(struct(given));
    expect(value).to.deep.equal({
      plain: "a",
      none: null,
      list: [1, "b", { deep: true }],
      whole: { one: "c" },
    });
    expect(plain(encode(value, secrets))).to.deep.equal({
      ...given,
      list: [1, secret("b"), { deep: secret(true) }],
    });
  });

  it("turns every form of an unknown value into the same text", () => {
    const ofNumber = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
    const { value, secrets } = decode(
      struct({ a: unknown, b: ofNumber, c: outputValue({ secret: true }), d: outputValue({}) }),
    );
    expect(value).to.deep.equal({ a: unknown, b: unknown, c: unknown, d: unknown });
    expect(plain(encode(value, secrets)).c).to.deep.equal(secret(unknown));
  });

  it("turns a resource into its id, or into the unknown value if the id is empty", () => {
    const { value } = decode(
      struct({ made: resourceReference("campaign-1"), later: resourceReference("") }),
    );
    expect(value).to.deep.equal({ made: "campaign-1", later: unknown });
  });

  it("keeps assets unchanged", () => {
    const asset = assetOf("<p>", { path: "./mail.html" });
    const { value, secrets } = decode(struct({ html: asset }));
    expect(value).to.deep.equal({ html: asset });
    expect(plain(encode(value, secrets))).to.deep.equal({ html: asset });
  });

  it("hides a domain in messages if the domain belongs to a secret email address", () => {
    const sentence = inStep({ urn: "", isReadOnly: false }, () => {
      decode(struct({ email: secret("me@hidden.example"), name: "Acme" }));
      return redactSecretInputs(
        'Sender "me@hidden.example" of Acme: hidden.example is not verified',
      );
    });
    expect(sentence).to.equal('Sender "[secret]" of Acme: [secret] is not verified');
  });
});

describe("encoding a value for the engine", () => {
  it("leaves out undefined values", () => {
    expect(plain(encode({ a: undefined, b: { c: undefined, d: 0 } }))).to.deep.equal({
      b: { d: 0 },
    });
  });
});

describe("the secrets of a decoded value", () => {
  it("include an output if the output contains the value of a secret input", () => {
    const { value, secrets } = decode(struct({ to: [secret("a@b.example"), "c@d.example"] }));
    const state = { ...value, sentTo: ["c@d.example", "a@b.example"] };
    expect(plain(encode(state, secrets.spreadIn(state)))).to.deep.equal({
      to: [secret("a@b.example"), "c@d.example"],
      sentTo: ["c@d.example", secret("a@b.example")],
    });
  });

  it("include an output if the output is the JSON of a secret array", () => {
    const { value, secrets } = decode(struct({ listIds: secret(["list-1", "list-2"]) }));
    const state = { ...value, declared: '["list-1","list-2"]' };
    expect(plain(encode(state, secrets.spreadIn(state))).declared).to.deep.equal(
      secret('["list-1","list-2"]'),
    );
  });

  it("include an output if the output still contains the former value of a secret input", () => {
    const { value: before, secrets } = decode(struct({ email: secret("old@acme.example") }));
    const state = { email: "new@acme.example", sentTo: "old@acme.example" };
    expect(plain(encode(state, secrets.spreadIn(state, before)))).to.deep.equal({
      email: secret("new@acme.example"),
      sentTo: secret("old@acme.example"),
    });
  });

  it("include an output if the output was secret in the old state", () => {
    const { value, secrets } = decode(struct({ message: "a", subject: "b" }));
    const former = decode(struct({ message: secret("a"), subject: secret("b") })).secrets;
    const lifecycle = { outputs: { message: true } } as unknown as AnyLifecycle;
    expect(plain(encode(value, secrets.withOutputs(lifecycle, former)))).to.deep.equal({
      message: secret("a"),
      subject: "b",
    });
  });
});
