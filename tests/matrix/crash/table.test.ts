import { expect } from "chai";
import { crashReport } from "./table";
import type { Outcome } from "./verdict";

const outcome = (more: Partial<Outcome>): Outcome => ({
  kind: "Campaign",
  step: "create",
  moment: "before the request",
  ending: "provider SIGKILL",
  ran: ["pulumi up"],
  leftOver: "",
  ...more,
});

describe("crashReport", () => {
  it("is one line where every resource is as declared", () => {
    expect(crashReport([outcome({}), outcome({ kind: "Sender" })])).to.deep.equal([
      "2 crashes of a resource. Nothing was lost, and everything was as declared after the next `pulumi up`.",
    ]);
  });

  it("shows what is left over, with one row for the moments and endings that leave the same", () => {
    const draft = { leftOver: "1 unscheduled draft" };
    const both = ["provider SIGKILL", "CLI SIGINT"] as const;
    const outcomes = ["before the request", "before the state is written"].flatMap((moment) =>
      both.map((ending) => outcome({ moment, ending, ...draft })),
    );
    expect(crashReport([...outcomes, outcome({ step: "update" })])).to.deep.equal([
      "5 crashes of a resource. Nothing was lost, and everything was as declared after the next `pulumi up`, except:",
      "",
      "| resource | step   | moment                                          | what ended                   | after the next `pulumi up`            |",
      "| -------- | ------ | ----------------------------------------------- | ---------------------------- | ------------------------------------- |",
      "| Campaign | create | before the request; before the state is written | provider SIGKILL; CLI SIGINT | as declared, plus 1 unscheduled draft |",
    ]);
  });

  it("shows where more than pulumi up is needed, of the resource that needs it only", () => {
    const ran = ["pulumi up", "existingId of List given", "pulumi up"];
    const [, , , , ...rows] = crashReport([
      outcome({ kind: "List", ran }),
      outcome({ kind: "Sender", ran }),
    ]);
    expect(rows).to.deep.equal([
      "| List     | create | before the request | provider SIGKILL | as declared once `existingId` is set |",
    ]);
  });
});
