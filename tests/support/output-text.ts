import { output } from "@pulumi/pulumi";

const calling = (what: string, of: string) =>
  `Calling ${what} on an ${of} is not supported.\n\nTo get the value of an Output as a string consider:\n`;

/** What each of Pulumi's SDKs makes of an output in a string, as it was seen or stands in its source. */
export const outputTexts: Readonly<Record<string, string>> = {
  "Node.js": `${output("x") as unknown as string}`,
  "JSON in Node.js": JSON.stringify({ code: output("x") }),
  Python: calling("__str__", "Output[T]"),
  "C#": calling("[ToString]", "[Output<T>]").replaceAll("\n", "\r\n"),
  Java: calling("'toString'", "'Output<T>'"),
  // fmt.Sprintf with %s, %v, %+v and %#v.
  Go: "{%!s(*internal.OutputState=&{0x18ff768cf440 <nil> 0 <nil> <nil> false false 0xcebd20 []})}",
  "%v of Go": "{0xc00011e070}",
  "%+v of Go": "{OutputState:0x18ff7679d180}",
  "%#v of Go": "pulumi.StringOutput{OutputState:(*internal.OutputState)(0x18ff7679d180)}",
};
