/** A campaign to one of the example account's lists, with the fewest inputs. */
export const spring = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  html: "<p>Hello</p>",
  listIds: ["list-1"],
};
