import { faces, type Limited, letters } from "./limited-input";

const address = (length: number): string =>
  `${letters(length - "@acme.example".length)}@acme.example`;
/** The limited inputs of one kind: what all have in common is held against the contract without an engine. */
export const resourceLimits: Readonly<Record<string, Limited>> = {
  Sender: {
    needs: (n) => ({ email: `sender-${n}@acme.example`, name: "Acme" }),
    rows: [
      {
        input: "email",
        inside: ["a@b.c", address(100)],
        outside: [
          ["@b.c", "email: must be 5 to 100 characters long (got 4)"],
          [address(101), "email: must be 5 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "name",
        inside: ["A", letters(100), "Acme & Co. (News)"],
        outside: [
          ["", "name: must be 1 to 100 characters long (got 0)"],
          [letters(101), "name: must be 1 to 100 characters long (got 101)"],
          ...["a<b", "a>b", "a@b", 'a"b', "a\nb", "a\rb", "Ärzte", faces(1)].map(
            (name) =>
              [
                name,
                'name: must contain only printable ASCII characters, without <, >, @ and "',
              ] as const,
          ),
        ],
      },
      {
        input: "companyAddress",
        inside: [letters(3), faces(500)],
        outside: [
          [letters(2), "companyAddress: must be 3 to 500 characters long (got 2)"],
          [letters(501), "companyAddress: must be 3 to 500 characters long (got 501)"],
        ],
      },
      {
        input: "city",
        inside: [letters(3), letters(100)],
        outside: [
          [faces(2), "city: must be 3 to 100 characters long (got 2)"],
          [letters(101), "city: must be 3 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "state",
        inside: [letters(3), letters(100)],
        outside: [
          [letters(2), "state: must be 3 to 100 characters long (got 2)"],
          [letters(101), "state: must be 3 to 100 characters long (got 101)"],
        ],
      },
      {
        input: "postalCode",
        inside: [letters(4), letters(15)],
        outside: [
          [letters(3), "postalCode: must be 4 to 15 characters long (got 3)"],
          [letters(16), "postalCode: must be 4 to 15 characters long (got 16)"],
        ],
      },
      { input: "country", inside: ["DE"], outside: [["", "country: must not be empty"]] },
    ],
  },
};
