import { expect } from "chai";
import { useSkippedWaits } from "../support/clock";
import { extended, providerProcess } from "../support/resource";
import { currentRuntime, runtimeNames, throughPlugin } from "../support/runtime";
import { useEmulator } from "../support/service";

/** Changes that a service may make to a name, each with a name that it changes. */
const rewritings = {
  "trims the name": [" VIP tier ", (name: string) => name.trim()],
  "collapses repeated spaces": ["VIP  tier", (name: string) => name.replace(/ +/g, " ")],
  "composes accented letters (NFC)": ["Cafe\u0301 visits", (name: string) => name.normalize("NFC")],
  "decomposes accented letters (NFD)": [
    "Caf\u00e9 visits",
    (name: string) => name.normalize("NFD"),
  ],
  "escapes & as HTML": ["R&D level", (name: string) => name.replaceAll("&", "&amp;")],
  "escapes < but not &": ["Tom & <Ann>", (name: string) => name.replace("<", "&lt;")],
} as const;

const kinds = [
  { kind: "CustomProperty", path: "/contact/property", of: "properties", inputs: { type: "text" } },
  { kind: "List", path: "/list", of: "lists", inputs: {} },
] as const;

function define(): void {
  describe(`an object with a respelled name (${runtimeNames[currentRuntime()]})`, function () {
    useSkippedWaits(this);
    const runtime = currentRuntime();
    let rewrite: (name: string) => string = (name) => name;
    const emulator = useEmulator(this, {
      onExchange({ method, path }) {
        const made = kinds.find((one) => method === "POST" && path === `/v1${one.path}`);
        const row = made && emulator().snapshot()[made.of].at(-1);
        if (made && row) emulator().patch(made.of, row.id, { name: rewrite(row.name) });
      },
    });

    for (const { kind, path, of, inputs } of kinds) {
      for (const [what, [name, by]] of Object.entries(rewritings)) {
        // The contract allows no other characters in the name of a list.
        if (kind === "List" && /[^\w ]/.test(name)) continue;
        it(`is recognized as the declared ${kind} if the service ${what}`, async () => {
          emulator().reset();
          emulator().seed({ [of]: [] });
          rewrite = by;
          emulator().faults([{ method: "POST", path, times: 1, kind: "reset-after" }]);
          const begin = () => providerProcess(emulator(), extended, runtime)(kind);
          const props = { name, ...inputs };
          const { id, outs } = await begin().create(props);
          const row = emulator()
            .snapshot()
            [of].find((one) => one.id === id);
          expect(row?.name).to.equal(by(name));
          const creates = emulator()
            .requests()
            .filter((one) => one.method === "POST" && one.path === `/v1${path}`);
          expect(creates).to.have.length(1);
          expect((await begin().read(id, outs)).inputs).to.equal(undefined);
          expect(await begin().diff(id, outs, props)).to.not.include.keys("changes");
        });
      }
    }
  });
}

define();
throughPlugin(define);
