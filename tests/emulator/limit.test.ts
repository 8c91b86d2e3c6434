import { expect } from "chai";
import { exampleAccount } from "../../emulator/account/example";
import { limits } from "../support/field-rule";
import { useEmulator } from "./caller";

/** The shortest address is on the shortest domain. */
const seed = {
  ...exampleAccount,
  domains: [...(exampleAccount.domains ?? []), { domain: "b.c" }],
};

describe("the specification's limits", function () {
  const { emulator, call } = useEmulator(this, { seed });

  for (const { route, body, field, inside, outside } of limits) {
    const [method = "", path = ""] = route.split(" ");

    it(`are kept by ${route} for ${field}`, async () => {
      for (const value of inside) {
        const { status } = await call(method, path, { ...body, [field]: value });
        expect(status, `${JSON.stringify(value).slice(0, 30)} is inside`).to.be.oneOf([200, 201]);
        emulator().reset();
      }
      for (const value of outside) {
        const answer = await call(method, path, { ...body, [field]: value });
        const { errors, error } = answer.body as { errors?: { field: string }[]; error?: object };
        expect(answer.status, `${JSON.stringify(value)?.slice(0, 30)} is outside`).to.equal(400);
        expect(errors?.[0] ?? error).to.include({ field });
      }
    });
  }
});
